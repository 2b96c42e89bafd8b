import Storage
import SyncModel

/// What one pass over the requests collects: per class, per bucket of time, per user.
struct RequestNumbers {
  /// The numbers of the requests of one class.
  struct ClassNumbers {
    var count = 0
    var durations = DurationCounts()
  }

  /// The numbers of the requests of one bucket of the timeline.
  struct BucketNumbers {
    var count = 0
    var failed = 0
    var throttled = 0
    var durations = DurationCounts()
  }

  let classes: [Int64: StoredRequestClass]
  private(set) var byClass: [ClassNumbers]
  private(set) var buckets: [BucketNumbers]
  private(set) var affectedUsers: Set<Int64> = []
  /// Milliseconds from a throttled request to the next request, the longest; nil without times or throttling.
  private(set) var longestSilenceAfterThrottle: Int64?
  let bucketing: TimeBuckets?

  /// Makes the pass.
  init(store: EventStore, bucketing: TimeBuckets?) throws(StorageError) {
    let classes = try store.requestClasses()
    let highest = Int(classes.keys.max() ?? 0)
    var byClass = Array(repeating: ClassNumbers(), count: highest + 1)
    var buckets = Array(repeating: BucketNumbers(), count: bucketing?.count ?? 0)
    var affected: Set<Int64> = []
    let failed = (0...highest).map { classes[Int64($0)]?.outcome == .failed }
    let throttled = (0...highest).map { classes[Int64($0)]?.isThrottled == true }
    var lastThrottle: Int64?
    var silence: Int64?
    try store.scanRequests { row in
      let number = Int(row.requestClass)
      guard number <= highest else { return }
      byClass[number].count += 1
      byClass[number].durations.add(row.duration)
      if failed[number], row.user != 0 { affected.insert(row.user) }
      if row.time != RequestBatch.absent {
        if let throttle = lastThrottle, row.time >= throttle { silence = max(silence ?? 0, row.time &- throttle) }
        lastThrottle = throttled[number] ? row.time : nil
      }
      guard let bucket = bucketing?.index(of: row.time), buckets.indices.contains(bucket) else { return }
      buckets[bucket].count += 1
      buckets[bucket].durations.add(row.duration)
      if failed[number] { buckets[bucket].failed += 1 }
      if throttled[number] { buckets[bucket].throttled += 1 }
    }
    self.classes = classes
    self.bucketing = bucketing
    self.byClass = byClass
    self.buckets = buckets
    affectedUsers = affected
    longestSilenceAfterThrottle = silence
  }

  /// The numbers of the requests by a dimension, sorted by count, then key.
  func grouping(by dimension: RequestDimension) -> RequestGrouping {
    var groups: [String?: (count: Int, failed: Int, durations: DurationCounts)] = [:]
    for (id, requestClass) in classes where byClass[Int(id)].count > 0 {
      let numbers = byClass[Int(id)]
      var group = groups[dimension.value(of: requestClass)] ?? (0, 0, DurationCounts())
      group.count += numbers.count
      if requestClass.outcome == .failed { group.failed += numbers.count }
      group.durations.add(numbers.durations)
      groups[dimension.value(of: requestClass)] = group
    }
    let rows = groups.map { key, group in
      RequestGroup(
        key: key, count: group.count, failed: group.failed, latencyMs: group.durations.distribution())
    }
    return RequestGrouping(
      key: dimension.key, dimension: dimension.title,
      rows: rows.sorted { ($1.count, $0.key ?? "") < ($0.count, $1.key ?? "") })
  }
}

/// Equal spans of time that cover a period, at round moments in UTC.
package struct TimeBuckets: Equatable, Sendable {
  package var start: Timestamp
  package var seconds: Int
  package var count: Int

  /// Chooses the round length that cuts the period into about 60 to 120 buckets, at least one minute each.
  package init(period: Period) {
    let length = max(1, (period.end.milliseconds - period.start.milliseconds) / 1000 + 1)
    let round: [Int64] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
      1_209_600, 2_592_000,
    ]
    let chosen = round.first { length / $0 <= 120 } ?? (length / 100 + 1)
    seconds = Int(chosen)
    let span = chosen * 1000
    let first = period.start.milliseconds - ((period.start.milliseconds % span) + span) % span
    start = Timestamp(milliseconds: first)
    count = Int((period.end.milliseconds - first) / span) + 1
  }

  /// The bucket of a moment; outside the period the number lies outside 0..<count.
  func index(of milliseconds: Int64) -> Int? {
    guard milliseconds != RequestBatch.absent else { return nil }
    let (distance, overflow) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard !overflow, distance >= 0 else { return nil }
    return Int(distance / Int64(seconds * 1000))
  }

  /// The first moment of a bucket.
  package func start(of index: Int) -> Timestamp {
    start.advanced(byMilliseconds: Int64(index) * Int64(seconds) * 1000)
  }
}
