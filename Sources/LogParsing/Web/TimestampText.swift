import SyncModel

/// Reads moments as web clients write them: ISO 8601 with any zone, or a local time without one, taken as UTC.
enum TimestampText {
  /// Reads the moment that the bytes begin with, and how many bytes it takes; nil when they do not begin with one.
  ///
  /// `2026-01-05T10:00:00.123Z`, `2026-01-05 10:00:00,123`, `2026-01-05T10:00:00+0100`.
  static func prefix(of bytes: some RandomAccessCollection<UInt8>) -> (time: Timestamp, length: Int)? {
    var reader = DigitReader(bytes: Array(bytes.prefix(40)))
    // Go and Docker write the date with slashes.
    guard let year = reader.digits(4), reader.skip(0x2D) || reader.skip(0x2F), let month = reader.digits(2),
      reader.skip(0x2D) || reader.skip(0x2F),
      let day = reader.digits(2), reader.skip(0x54) || reader.skip(0x20), let hour = reader.digits(2),
      reader.skip(0x3A), let minute = reader.digits(2), reader.skip(0x3A), let second = reader.digits(2)
    else { return nil }
    let millisecond = reader.skip(0x2E) || reader.skip(0x2C) ? reader.fraction() : 0
    guard
      let local = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
    else { return nil }
    let offset = reader.zone()
    return (local.advanced(byMilliseconds: -Int64(offset) * 60_000), reader.position)
  }

  /// Reads a text that is a moment and nothing else.
  static func whole(_ text: String) -> Timestamp? {
    var copy = text
    return copy.withUTF8 { whole(UnsafeRawBufferPointer($0)) }
  }

  /// Reads bytes that are a moment and nothing else.
  static func whole(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    guard let (time, length) = prefix(of: bytes), length == bytes.count else { return nil }
    return time
  }

  /// Reads the date of an HTTP header: `Mon, 05 Jan 2026 10:00:00 GMT`.
  static func httpDate(_ text: String) -> Timestamp? {
    let parts = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count >= 5, let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3])
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3 else { return nil }
    return Timestamp(year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
  }
}

/// Takes fixed fields off the front of a few bytes.
private struct DigitReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Milliseconds of a fraction of any length.
  mutating func fraction() -> Int {
    var value = 0
    var weight = 100
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      value += Int(bytes[position] - 0x30) * weight
      weight /= 10
      position += 1
    }
    return value
  }

  /// Minutes east of Greenwich; 0 for Z and for no zone.
  mutating func zone() -> Int {
    if skip(0x5A) { return 0 }
    let start = position
    let isEast = skip(0x2B)
    guard isEast || skip(0x2D), let hours = digits(2) else {
      position = start
      return 0
    }
    _ = skip(0x3A)
    let minutes = digits(2) ?? 0
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}
