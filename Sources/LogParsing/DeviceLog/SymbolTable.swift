/// Gives byte strings numbers from 1, for `RequestBatch`.
struct SymbolTable {
  private var numbers: [String: UInt32] = [:]

  /// Every symbol with its number.
  var all: [String: UInt32] { numbers }
  /// Short strings by their first and last bytes and length, so that most look-ups make no String.
  private var recent: [UInt64: (bytes: [UInt8], number: UInt32)] = [:]
  /// Symbols that no batch has announced yet.
  private(set) var unannounced: [String] = []

  /// The number of a text; 0 for an empty one.
  mutating func number(of text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    if let number = numbers[text] { return number }
    let number = UInt32(numbers.count + 1)
    numbers[text] = number
    unannounced.append(text)
    return number
  }

  /// The number of some bytes.
  mutating func number(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard bytes.count >= 4, let base = bytes.baseAddress else {
      return number(of: String(decoding: bytes, as: UTF8.self))
    }
    let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
    let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
    let key = (UInt64(first) << 32 | UInt64(last)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    if let known = recent[key], known.bytes.count == bytes.count,
      known.bytes.withUnsafeBytes({ $0.elementsEqual(UnsafeRawBufferPointer(start: base, count: bytes.count)) })
    {
      return known.number
    }
    let number = number(of: String(decoding: bytes, as: UTF8.self))
    if recent.count < 4096 { recent[key] = (Array(bytes), number) }
    return number
  }

  /// Hands over the symbols that are new since the last call.
  mutating func announce() -> [String] {
    defer { unannounced = [] }
    return unannounced
  }
}
