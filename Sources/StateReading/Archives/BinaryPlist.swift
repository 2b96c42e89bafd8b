/// A binary property list, read object by object on demand: nothing is built that nobody asks for.
///
/// Foundation reads such lists too, but gives the object references of a keyed archive no value that can be read on
/// Linux, and builds tens of millions of values where a handful is wanted.
struct BinaryPlist {
  /// One object; what is inside a container are numbers of other objects.
  enum Object: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(Range<Int>)
    case text(String)
    /// A reference of a keyed archive.
    case uid(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  let bytes: ArraySlice<UInt8>
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  /// The number of the first object.
  let top: Int

  /// Reads the trailer; nil when the bytes are no complete binary property list.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else { return nil }
    self.bytes = bytes
    let trailer = bytes.endIndex - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes, at: trailer + 8, size: 8), let top = Self.number(bytes, at: trailer + 16, size: 8),
      let table = Self.number(bytes, at: trailer + 24, size: 8), count > 0, count <= bytes.count, top < count,
      table < bytes.count - 32, table + count * offsetSize <= bytes.count - 32
    else { return nil }
    self.count = count
    self.top = top
    self.table = bytes.startIndex + table
  }

  /// The object of a number; nil for numbers and contents that the list cannot have.
  func object(_ number: Int) -> Object? {
    guard (0..<count).contains(number),
      let offset = Self.number(bytes, at: table + number * offsetSize, size: offsetSize), offset < bytes.count - 32
    else { return nil }
    var position = bytes.startIndex + offset
    let marker = bytes[position]
    position += 1
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .null
    case 0x1: return low <= 4 ? integer(at: position, size: 1 << low) : nil
    case 0x2: return low == 2 || low == 3 ? real(at: position, size: 1 << low).map { .real($0) } : nil
    case 0x3: return real(at: position, size: 8).map { .date($0) }
    case 0x8: return Self.number(bytes, at: position, size: low + 1).map { .uid($0) }
    default: break
    }
    guard let length = length(low, &position) else { return nil }
    switch marker >> 4 {
    case 0x4: return range(position, length).map { .data($0) }
    case 0x5, 0x7: return range(position, length).map { .text(String(decoding: bytes[$0], as: UTF8.self)) }
    case 0x6:
      guard length <= bytes.count, let range = range(position, length * 2) else { return nil }
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return .text(String(decoding: units, as: UTF16.self))
    case 0xA, 0xC: return references(position, length).map { .array($0) }
    case 0xD:
      guard let keys = references(position, length),
        let values = references(position + length * referenceSize, length)
      else { return nil }
      return .dictionary(keys: keys, values: values)
    default: return nil
    }
  }

  private func length(_ low: Int, _ position: inout Int) -> Int? {
    guard low == 0x0f else { return low }
    guard position < bytes.endIndex, bytes[position] >> 4 == 1, bytes[position] & 0x0f <= 3 else { return nil }
    let size = 1 << Int(bytes[position] & 0x0f)
    guard let length = Self.number(bytes, at: position + 1, size: size), length <= bytes.count else { return nil }
    position += 1 + size
    return length
  }

  private func range(_ position: Int, _ length: Int) -> Range<Int>? {
    length <= bytes.endIndex - position ? position..<position + length : nil
  }

  private func references(_ position: Int, _ length: Int) -> [Int]? {
    guard length <= bytes.count, position <= bytes.endIndex,
      length * referenceSize <= bytes.endIndex - position
    else { return nil }
    return (0..<length).map { Self.number(bytes, at: position + $0 * referenceSize, size: referenceSize) ?? -1 }
  }

  private func integer(at position: Int, size: Int) -> Object? {
    guard range(position, size) != nil else { return nil }
    var value: UInt64 = 0
    // Of sixteen bytes only the last eight can matter to anything that is stored here.
    for index in position + max(0, size - 8)..<position + size { value = value << 8 | UInt64(bytes[index]) }
    return .integer(Int64(bitPattern: value))
  }

  private func real(at position: Int, size: Int) -> Double? {
    guard range(position, size) != nil else { return nil }
    var pattern: UInt64 = 0
    for index in position..<position + size { pattern = pattern << 8 | UInt64(bytes[index]) }
    return size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, at position: Int, size: Int) -> Int? {
    guard position >= bytes.startIndex, size <= bytes.endIndex - position else { return nil }
    var value: UInt64 = 0
    for index in position..<position + size { value = value << 8 | UInt64(bytes[index]) }
    return Int(exactly: value)
  }
}
