import SyncModel

/// Gives byte strings numbers from 1, for `RequestBatch`.
final class SymbolTable {
  private let table = ByteTable()
  /// Every symbol; the first has the number 1.
  private(set) var names: [String] = []
  private var announced = 0

  /// The number of a text; 0 for an empty one.
  func number(of text: String) -> UInt32 {
    var copy = text
    return copy.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
  }

  /// The number of some bytes; 0 for none.
  func number(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return 0 }
    return table.value(of: base, bytes.count) {
      names.append(String(decoding: bytes, as: UTF8.self))
      return UInt32(names.count)
    }
  }

  /// The text of a number.
  func name(of number: UInt32) -> String? {
    number > 0 && number <= names.count ? names[Int(number) - 1] : nil
  }

  /// Hands over the symbols that are new since the last call.
  func announce() -> [String] {
    defer { announced = names.count }
    return Array(names[announced...])
  }
}
