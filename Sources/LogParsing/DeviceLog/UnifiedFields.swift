import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The fields of one unified-log entry in JSON that the reader needs, as ranges of the object's bytes.
struct UnifiedFields {
  /// Without the quotes, still escaped.
  var message: Range<Int>?
  var time: Timestamp?
  /// True when the message holds an escape.
  var messageIsEscaped = false

  /// Goes from string to string; keys are those that a colon follows.
  init(_ object: UnsafeRawBufferPointer) {
    guard let base = object.baseAddress else { return }
    var index = 0
    while index < object.count, let quote = memchr(base + index, 0x22, object.count - index) {
      let start = UnsafeRawPointer(quote) - base + 1
      guard let end = Self.endOfString(object, base, start) else { return }
      index = end + 1
      let length = end - start
      guard length == 12 || length == 9, Self.isColon(object, &index) else { continue }
      if length == 12, LinePrefix.matches("eventMessage", object, start) {
        take(object, base, &index) { fields, value in
          fields.message = value
          fields.messageIsEscaped = memchr(base + value.lowerBound, 0x5C, value.count) != nil
        }
      } else if length == 9, LinePrefix.matches("timestamp", object, start) {
        take(object, base, &index) { fields, value in
          fields.time = ClockReading.dateAndTime(object, at: value.lowerBound)?.moment
        }
      }
    }
  }

  /// Reads a string value at the index; other values are left alone.
  private mutating func take(
    _ object: UnsafeRawBufferPointer, _ base: UnsafeRawPointer, _ index: inout Int,
    _ use: (inout UnifiedFields, Range<Int>) -> Void
  ) {
    while index < object.count, object[index] == 0x20 { index += 1 }
    guard index < object.count, object[index] == 0x22, let end = Self.endOfString(object, base, index + 1) else {
      return
    }
    use(&self, index + 1..<end)
    index = end + 1
  }

  private static func isColon(_ object: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
    var probe = index
    while probe < object.count, object[probe] == 0x20 { probe += 1 }
    guard probe < object.count, object[probe] == 0x3A else { return false }
    index = probe + 1
    return true
  }

  private static func endOfString(
    _ object: UnsafeRawBufferPointer, _ base: UnsafeRawPointer, _ start: Int
  ) -> Int? {
    var index = start
    while index < object.count, let quote = memchr(base + index, 0x22, object.count - index) {
      let offset = UnsafeRawPointer(quote) - base
      var backslashes = 0
      while offset - backslashes > start, object[offset - backslashes - 1] == 0x5C { backslashes += 1 }
      if backslashes % 2 == 0 { return offset }
      index = offset + 1
    }
    return nil
  }

  /// Undoes the escapes of a JSON string.
  static func unescaped(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      index += 1
      guard byte == 0x5C, index < raw.count else {
        plain.append(byte)
        continue
      }
      let escape = raw[index]
      index += 1
      switch escape {
      case 0x6E: plain.append(10)
      case 0x74: plain.append(9)
      case 0x72: plain.append(13)
      case 0x62, 0x66: plain.append(0x20)
      case 0x75: appendUnicode(raw, &index, to: &plain)
      default: plain.append(escape)
      }
    }
    return plain
  }

  /// `\u2019`, and pairs of surrogates.
  private static func appendUnicode(_ raw: UnsafeRawBufferPointer, _ index: inout Int, to plain: inout [UInt8]) {
    guard var value = hex4(raw, index) else { return }
    index += 4
    if (0xD800..<0xDC00).contains(value), index + 5 < raw.count, raw[index] == 0x5C, raw[index + 1] == 0x75,
      let low = hex4(raw, index + 2), (0xDC00..<0xE000).contains(low)
    {
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      index += 6
    }
    plain.append(contentsOf: Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8))
  }

  private static func hex4(_ raw: UnsafeRawBufferPointer, _ start: Int) -> UInt32? {
    guard start + 4 <= raw.count else { return nil }
    return UInt32(String(decoding: raw[start..<start + 4], as: UTF8.self), radix: 16)
  }
}
