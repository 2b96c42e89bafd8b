import SyncModel

/// Equal spans of time that cover a period, at round moments in UTC.
package struct TimeBuckets: Equatable, Sendable {
  package var start: Timestamp
  package var seconds: Int
  package var count: Int

  /// Chooses the round length that cuts the period into about 60 to 120 buckets, at least a second each.
  ///
  /// Hourly counts fit no shorter buckets than hours.
  package init(period: Period, isHourly: Bool = false) {
    let length = max(1, (period.end.milliseconds - period.start.milliseconds) / 1000 + 1)
    let round: [Int64] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
      1_209_600, 2_592_000,
    ]
    var chosen = round.first { length / $0 <= 120 && (!isHourly || $0 >= 3600) } ?? 5_184_000
    while length / chosen > 120 { chosen *= 2 }
    seconds = Int(chosen)
    let span = chosen * 1000
    let first = period.start.milliseconds - ((period.start.milliseconds % span) + span) % span
    start = Timestamp(milliseconds: first)
    count = Int((period.end.milliseconds - first) / span) + 1
  }

  /// The first moment of a bucket.
  package func start(of index: Int) -> Timestamp {
    start.advanced(byMilliseconds: Int64(index) * Int64(seconds) * 1000)
  }
}
