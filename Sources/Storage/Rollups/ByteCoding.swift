/// Writes whole numbers in as few bytes as they need.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a number that may be negative: small ones stay short in both directions.
  mutating func putSigned(_ number: Int64) { put(UInt64(bitPattern: number << 1 ^ number >> 63)) }
}

/// Reads what `ByteWriter` wrote; damaged bytes give zeros, never a trap.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func next() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { break }
      shift += 7
    }
    return number
  }

  mutating func nextSigned() -> Int64 {
    let number = next()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}
