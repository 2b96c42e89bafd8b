import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A line of CloudKit about the beginning or the end of an operation, as ranges of the bytes it stands in.
struct OperationLine {
  var isStart = false
  /// `CKD…`: the daemon's part of a client's operation.
  var isDaemon = false
  var name: ByteSpan
  /// 16 hexadecimal digits as a number; 0 = none.
  var operationID: UInt64 = 0
  var groupID: UInt64 = 0
  var groupName = ByteSpan.none
  var database = ByteSpan.none
  var container = ByteSpan.none
  var requestID = ByteSpan.none
  /// The daemon's own measure.
  var runningForMs: Int64?
  /// True when ` with error:` follows.
  var hasError = false

  /// Reads `Starting operation <CK…`, `Starting <CKD…` or `Finished operation <…` at an offset; nil = another message.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    var index = start
    if LinePrefix.matches("Starting operation <", bytes, start) {
      isStart = true
      index += 20
    } else if LinePrefix.matches("Starting <CKD", bytes, start) {
      isStart = true
      index += 10
    } else if LinePrefix.matches("Finished operation <", bytes, start) {
      index += 20
    } else {
      return nil
    }
    isDaemon = LinePrefix.matches("CKD", bytes, index)
    let nameStart = index
    let nameLimit = min(bytes.count, nameStart + 400)
    while index < nameLimit, !Self.endsName(bytes[index]) { index += 1 }
    guard index > nameStart, index < bytes.count else { return nil }
    name = ByteSpan(nameStart..<index)
    readFields(bytes, from: index)
    if !isStart { hasError = Self.saysWithError(bytes, from: index) }
  }

  @inline(__always)
  private static func endsName(_ byte: UInt8) -> Bool { byte == 0x3A || byte == 0x3B || byte == 0x3E || byte == 0x20 }

  /// Goes from `=` to `=`; the eight bytes before it tell the key.
  private mutating func readFields(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    guard let base = bytes.baseAddress else { return }
    var index = start
    let limit = min(bytes.count, start + 4000)
    while index < limit, let found = memchr(base + index, 0x3D, limit - index) {
      let equals = UnsafeRawPointer(found) - base
      index = equals + 1
      guard equals >= 8 else { continue }
      switch UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: equals - 8, as: UInt64.self)) {
      case Self.key("rationID"): if operationID == 0 { operationID = Self.hex(bytes, index) }
      case Self.key("nGroupID"): groupID = Self.hex(bytes, index)
      case Self.key("aseScope"): database = Self.value(bytes, index, limit)
      case Self.key("ned-name"): groupName = Self.value(bytes, index, limit)
      case Self.key("roupName"): groupName = Self.value(bytes, index, limit)
      case Self.key("ontainer"): container = Self.value(bytes, index, limit)
      case Self.key("nningFor"): runningForMs = Self.seconds(bytes, index)
      case Self.key("questIDs"): requestID = Self.identifier(bytes, index + 1)
      default: continue
      }
    }
  }

  private static func key(_ text: StaticString) -> UInt64 {
    var value: UInt64 = 0
    for offset in (0..<8).reversed() { value = value << 8 | UInt64(text.utf8Start[offset]) }
    return value
  }

  /// Up to `,`, ` }` or `>`; names of groups hold blanks and brackets.
  private static func value(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ limit: Int) -> ByteSpan {
    var end = start
    while end < limit {
      let byte = bytes[end]
      if byte == 0x2C || byte == 0x3E || byte == 0x0A { break }
      if byte == 0x20, end + 1 < limit, bytes[end + 1] == 0x7D { break }
      end += 1
    }
    return end > start ? ByteSpan(start..<end) : .none
  }

  /// 16 hexadecimal digits of any case as a number; 0 = none.
  static func hex(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
    guard let base = bytes.baseAddress, start + 16 <= bytes.count else { return 0 }
    return HexDigits.sixteen(base + start, anyCase: true) ?? 0
  }

  private static func seconds(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int64? {
    var index = start
    var whole: Int64 = 0
    while index < bytes.count, ClockReading.isDigit(bytes[index]), index - start < 10 {
      whole = whole * 10 + Int64(bytes[index] - 0x30)
      index += 1
    }
    guard index > start else { return nil }
    var value = whole * 1000
    guard index < bytes.count, bytes[index] == 0x2E else { return value }
    index += 1
    var scale: Int64 = 100
    while index < bytes.count, ClockReading.isDigit(bytes[index]), scale > 0 {
      value += Int64(bytes[index] - 0x30) * scale
      scale /= 10
      index += 1
    }
    return value
  }

  private static func identifier(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> ByteSpan {
    var end = start
    while end < bytes.count, end - start < 40, ![0x2C, 0x5D, 0x20, 0x3E].contains(bytes[end]) { end += 1 }
    return end > start ? ByteSpan(start..<end) : .none
  }

  /// True when ` with error` stands at or behind an offset.
  private static func saysWithError(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var index = start
    while index < bytes.count, let found = memchr(base + index, 0x77, bytes.count - index) {
      let offset = UnsafeRawPointer(found) - base
      if LinePrefix.matches("with error", bytes, offset) { return true }
      index = offset + 1
    }
    return false
  }
}
