import SyncModel

/// A week of ISO 8601 in UTC: Monday to Sunday, week 1 holds the year's first Thursday.
package struct ISOWeek: Equatable, Sendable {
  package var year: Int
  /// 1 to 53.
  package var number: Int

  private static let day: Int64 = 86_400_000

  /// The week of a moment.
  package init(of moment: Timestamp) {
    let thursday = Self.monday(of: moment).advanced(byMilliseconds: 3 * Self.day)
    year = thursday.parts.year
    let first = Timestamp(year: year, month: 1, day: 1) ?? thursday
    number = Int((thursday.milliseconds - first.milliseconds) / (7 * Self.day)) + 1
  }

  /// Parses `2026-W40`.
  package init?(_ text: String) {
    let parts = text.uppercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 4, parts[1].count == 3, parts[1].first == "W", let year = Int(parts[0]),
      let number = Int(parts[1].dropFirst()), (1...53).contains(number), (1...9998).contains(year)
    else { return nil }
    self.year = year
    self.number = number
    // Not every year has 53 weeks.
    guard ISOWeek(of: start) == self else { return nil }
  }

  /// The first moment of the week.
  package var start: Timestamp {
    let fourth = Timestamp(year: year, month: 1, day: 4) ?? Timestamp(milliseconds: 0)
    return Self.monday(of: fourth).advanced(byMilliseconds: Int64(number - 1) * 7 * Self.day)
  }

  /// The first moment of the next week.
  package var end: Timestamp { start.advanced(byMilliseconds: 7 * Self.day) }

  /// `W40`.
  package var name: String { number < 10 ? "W0\(number)" : "W\(number)" }

  /// `2026-W40`.
  package var text: String { "\(year)-\(name)" }

  private static func monday(of moment: Timestamp) -> Timestamp {
    let inDay = (moment.milliseconds % day + day) % day
    return moment.advanced(byMilliseconds: -inDay - Int64(moment.parts.weekday) * day)
  }
}
