import Arguments
import SyncModel
import Telemetry

/// The flags that set a report's numbers beside others: an earlier period, an objective.
struct CompareFlags {
  static let flags = [
    Flag(
      "compare", value: "PERIOD", suggestions: ["previous"],
      help: "set every number beside that of the period before (previous), a week (2026-W40) or 2026-10-01..2026-10-08"
    ),
    Flag(
      "slo", value: "OBJECTIVE", isRepeatable: true,
      help: "how much of an error budget is used: availability=99.5 (percent) or p95=2s"),
  ]

  private let comparison: String?
  let objectives: [ServiceObjective]

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    comparison = arguments.value("compare")
    var objectives: [ServiceObjective] = []
    for text in arguments.all("slo", splittingCommas: true) { objectives.append(try Self.objective(text)) }
    self.objectives = objectives
  }

  /// The period to compare with and its name; nil when none was asked for.
  func earlier(than period: Period?, now: Timestamp) throws(CommandFailure) -> (period: Period, label: String)? {
    guard let comparison else { return nil }
    if comparison == "previous" {
      guard let period else {
        throw CommandFailure("'--compare previous' needs a period", help: "add --last 7d, --last week or --since")
      }
      return Self.previous(of: period)
    }
    if let week = ISOWeek(comparison) {
      return (Period(start: week.start, end: week.end), "week \(week.text)")
    }
    let ends = comparison.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    if comparison.contains(".."), ends.count == 2, let start = TimeExpression.moment(ends[0], now: now),
      let end = TimeExpression.moment(ends[1], now: now), start < end
    {
      return (Period(start: start, end: end), comparison)
    }
    throw CommandFailure(
      "'\(comparison)' is no period for '--compare'",
      help: "write previous, a week such as 2026-W40, or 2026-10-01..2026-10-08")
  }

  /// The equal period before; whole days are compared with the same days of the week.
  static func previous(of period: Period) -> (period: Period, label: String) {
    let day: Int64 = 86_400_000
    let length = period.end.milliseconds - period.start.milliseconds
    guard length % day == 0 else {
      return (
        Period(start: period.start.advanced(byMilliseconds: -length), end: period.start), "the equal time before"
      )
    }
    let days = length / day
    let shift = (days + 6) / 7 * 7 * day
    let earlier = Period(
      start: period.start.advanced(byMilliseconds: -shift), end: period.end.advanced(byMilliseconds: -shift))
    switch days {
    case 1: return (earlier, "the same day a week before")
    case _ where days % 7 == 0: return (earlier, "the \(days) days before")
    default: return (earlier, "the same days of the week \(shift / day) days before")
    }
  }

  private static func objective(_ text: String) throws(CommandFailure) -> ServiceObjective {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[0] == "availability", let percent = Double(parts[1]), percent > 0, percent < 100 {
      return ServiceObjective(kind: .failed, budget: (100 - percent) / 100, text: text)
    }
    if parts.count == 2, parts[0].first == "p", let percent = Double(parts[0].dropFirst()), percent > 0, percent < 100,
      let limit = TimeExpression.milliseconds(parts[1])
    {
      return ServiceObjective(kind: .slower(limit), budget: (100 - percent) / 100, text: text)
    }
    throw CommandFailure(
      "'\(text)' is no objective for '--slo'", help: "write availability=99.5 (percent) or p95=2s (or 800ms)")
  }
}
