/// A moment in time, in whole milliseconds since 1970-01-01 00:00:00 UTC.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Makes the moment of a proleptic Gregorian date in UTC, or nil when the date or the time of day does not exist.
  ///
  /// - Parameters:
  ///   - year: 1 to 9999.
  ///   - month: 1 to 12.
  ///   - day: 1 to the length of the month.
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  ///   - second: 0 to 60; a leap second counts as the following second.
  ///   - millisecond: 0 to 999.
  package init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
  ) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, ofYear: year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second), (0...999).contains(millisecond)
    else { return nil }
    let seconds = Self.daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    milliseconds = Int64(seconds) * 1000 + Int64(millisecond)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// The first moment of the hour, in UTC.
  package var startOfHour: Timestamp {
    let inHour = (milliseconds % 3_600_000 + 3_600_000) % 3_600_000
    return advanced(byMilliseconds: -inHour)
  }

  /// Returns the moment that lies the given number of milliseconds later.
  package func advanced(byMilliseconds amount: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ amount)
  }

  /// The number of days from 1970-01-01 to a date of the Gregorian calendar.
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp {
  /// The parts of a moment in UTC.
  package struct Parts: Equatable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var millisecond: Int
    /// 0 is Monday, 6 is Sunday.
    package var weekday: Int
  }

  /// The calendar parts of the moment in UTC; moments outside the years 1 to 9999 count as the nearest inside.
  package var parts: Parts {
    let milliseconds = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999)
    let day = Int((milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000)
    let inDay = Int(milliseconds - Int64(day) * 86_400_000)
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    return Parts(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthIndex + 2) / 5 + 1, hour: inDay / 3_600_000, minute: inDay / 60_000 % 60,
      second: inDay / 1000 % 60, millisecond: inDay % 1000, weekday: ((day + 3) % 7 + 7) % 7)
  }

  /// ISO 8601 in UTC, with milliseconds only where there are any: `2026-11-30T07:00:00Z`.
  package var iso8601: String {
    let p = parts
    let fraction = p.millisecond == 0 ? "" : "." + Self.padded(p.millisecond, 3)
    return "\(Self.padded(p.year, 4))-\(Self.padded(p.month, 2))-\(Self.padded(p.day, 2))T"
      + "\(Self.padded(p.hour, 2)):\(Self.padded(p.minute, 2)):\(Self.padded(p.second, 2))\(fraction)Z"
  }

  /// For people, in UTC and without the zone's name: `2026-11-30 07:00:00`.
  package var readable: String {
    let p = parts
    return "\(Self.padded(p.year, 4))-\(Self.padded(p.month, 2))-\(Self.padded(p.day, 2)) "
      + "\(Self.padded(p.hour, 2)):\(Self.padded(p.minute, 2)):\(Self.padded(p.second, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
