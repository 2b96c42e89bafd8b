import SyncModel

/// Reads dates and times of day from the bytes of a log line; no locale, no allocation.
enum ClockReading {
  /// A moment as a line tells it.
  enum Moment: Equatable {
    case full(Timestamp)
    /// Milliseconds since midnight, of a day that the line does not tell.
    case timeOfDay(Int64)
  }

  /// Reads `2026-08-14 15:04:03.734299-0400` and its relatives at an offset.
  ///
  /// `T` or a blank between date and time, `-` or `/` in the date, any number of decimals behind `.`, `,` or `:`, and
  /// a zone as `Z`, ` UTC`, `+0200` or `+07:00`; without a zone the time counts as UTC.
  static func dateAndTime(_ line: UnsafeRawBufferPointer, at start: Int) -> (moment: Timestamp, end: Int)? {
    guard start + 19 <= line.count, let year = digits(line, start, 4), let month = digits(line, start + 5, 2),
      let day = digits(line, start + 8, 2), line[start + 4] == 0x2D || line[start + 4] == 0x2F,
      line[start + 7] == line[start + 4]
    else { return nil }
    var index = start + 10
    guard line[index] == 0x20 || line[index] == 0x54 else { return nil }
    index += 1
    if line[index] == 0x20 { index += 1 }
    guard let (clock, afterClock) = timeOfDay(line, at: index, hourMayBeShort: false),
      let midnight = Timestamp(year: year, month: month, day: day)
    else { return nil }
    let (offset, end) = zone(line, at: afterClock)
    return (midnight.advanced(byMilliseconds: clock - offset), end)
  }

  /// Reads `15:04:03.734` as milliseconds since midnight.
  static func timeOfDay(
    _ line: UnsafeRawBufferPointer, at start: Int, hourMayBeShort: Bool = true
  ) -> (milliseconds: Int64, end: Int)? {
    var index = start
    guard start + 7 <= line.count else { return nil }
    var hour: Int
    if let two = digits(line, index, 2) {
      hour = two
      index += 2
    } else if hourMayBeShort, let one = digits(line, index, 1) {
      hour = one
      index += 1
    } else {
      return nil
    }
    guard index + 6 <= line.count, line[index] == 0x3A, let minute = digits(line, index + 1, 2),
      line[index + 3] == 0x3A, let second = digits(line, index + 4, 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    index += 6
    var value = Int64(hour * 3_600_000 + minute * 60_000 + second * 1000)
    guard index + 1 < line.count, [0x2E, 0x2C, 0x3A].contains(line[index]), isDigit(line[index + 1]) else {
      return (value, index)
    }
    index += 1
    var scale: Int64 = 100
    while index < line.count, isDigit(line[index]) {
      value += Int64(line[index] - 0x30) * scale
      scale /= 10
      index += 1
    }
    return (value, index)
  }

  /// Reads a zone behind a time: its offset from UTC in milliseconds.
  static func zone(_ line: UnsafeRawBufferPointer, at start: Int) -> (offset: Int64, end: Int) {
    var index = start
    guard index < line.count else { return (0, start) }
    if line[index] == 0x5A { return (0, index + 1) }
    if index + 4 <= line.count, line[index] == 0x20, line[index + 1] == 0x55, line[index + 2] == 0x54,
      line[index + 3] == 0x43
    {
      return (0, index + 4)
    }
    if line[index] == 0x20, index + 1 < line.count, line[index + 1] == 0x2B { index += 1 }
    guard line[index] == 0x2B || line[index] == 0x2D, index + 5 <= line.count, let hours = digits(line, index + 1, 2),
      hours <= 14
    else { return (0, start) }
    let colon = line[index + 3] == 0x3A ? 1 : 0
    guard let minutes = digits(line, index + 3 + colon, 2), minutes < 60 else { return (0, start) }
    let amount = Int64(hours * 3_600_000 + minutes * 60_000)
    return (line[index] == 0x2D ? -amount : amount, index + 5 + colon)
  }

  /// A number of exactly so many digits.
  static func digits(_ line: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int? {
    guard start + count <= line.count else { return nil }
    var value = 0
    for index in start..<start + count {
      guard isDigit(line[index]) else { return nil }
      value = value * 10 + Int(line[index] - 0x30)
    }
    return value
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// Turns times of day into moments of one run of days, for logs that do not tell the date.
struct DayCounter {
  private var day: Int64 = 0
  private var last: Int64?
  /// How many times had no date.
  private(set) var count = 0

  /// The moment of a time of day: a step back of more than half a day is midnight.
  mutating func moment(_ moment: ClockReading.Moment) -> Timestamp {
    switch moment {
    case .full(let timestamp): return timestamp
    case .timeOfDay(let milliseconds):
      if let last, last - milliseconds > 43_200_000 { day += 1 }
      last = milliseconds
      count += 1
      return Timestamp(milliseconds: day * 86_400_000 + milliseconds)
    }
  }
}
