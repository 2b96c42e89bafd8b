import CloudKitFacts
import Storage
import SyncModel

/// The numbers of a report, computed from what a store has in scope.
package struct StoreTelemetry: Equatable, Sendable {
  package var period: Period?
  package var requests: RequestTelemetry?
  package var errors: [ErrorSummary]
  package var serverErrors: [ServerErrorSummary]
  package var items: [ItemSummary]
  package var rateLimit: RateLimitSummary?
  package var activity: [ActivitySummary]

  /// Computes the numbers; dimensions beyond the standard ones come from `--group-by`.
  package init(store: EventStore, extraDimensions: [RequestDimension] = []) throws(StorageError) {
    let sums = try store.requestSums()
    let errors = try store.errors()
    let activities = try store.activities()
    period = try Self.period(of: store, sums, errors, activities)
    let dimensions =
      RequestDimension.standard + extraDimensions.filter { !RequestDimension.standard.contains($0) }
    let numbers = try RequestNumbers(store: store, dimensions: dimensions, bucketing: Self.bucketing(sums))
    requests = Self.requests(numbers, sums)
    self.errors = ErrorNumbers.errors(errors)
    let delays = try store.requestDelays()
    serverErrors = ErrorNumbers.serverErrors(errors, numbers, requestDelays: delays.byClass)
    items = ErrorNumbers.items(errors)
    rateLimit = RateLimitNumbers.summary(
      errors: errors, activities: activities, numbers: numbers, requestDelays: delays.byClass,
      lastRequestDelay: delays.last, observedDelays: try store.observations(.retryAfter).compactMap(\.value))
    activity = Self.activity(activities)
  }

  private static func bucketing(_ sums: RequestSums) -> TimeBuckets? {
    guard let first = sums.firstTime, let last = sums.lastTime else { return nil }
    return TimeBuckets(period: Period(start: first, end: last))
  }

  private static func period(
    of store: EventStore, _ sums: RequestSums, _ errors: [ErrorReport], _ activities: [Activity]
  ) throws(StorageError) -> Period? {
    var times = [sums.firstTime, sums.lastTime].compactMap { $0 }
    times += errors.compactMap(\.time)
    times += activities.flatMap { [$0.start, $0.end].compactMap { $0 } }
    if store.scope.since == nil, store.scope.until == nil, store.scope.requestClasses == nil {
      times += try store.sources().flatMap { [$0.firstTime, $0.lastTime].compactMap { $0 } }
    }
    guard let start = times.min(), let end = times.max() else { return nil }
    return Period(start: start, end: end)
  }

  private static func requests(_ numbers: RequestNumbers, _ sums: RequestSums) -> RequestTelemetry? {
    let all = numbers.all
    guard all.count > 0 else { return nil }
    return RequestTelemetry(
      count: all.count, failed: all.failed, affectedUsers: numbers.affectedUsers.count,
      latencyMs: all.durations.distribution(), bytes: sums.bytes,
      groups: numbers.dimensions.map { numbers.grouping(by: $0) }, timeline: timeline(numbers))
  }

  private static func timeline(_ numbers: RequestNumbers) -> Timeline? {
    guard let bucketing = numbers.bucketing else { return nil }
    let buckets = numbers.buckets.enumerated().map { index, bucket in
      let durations = bucket.durations.distribution()
      return TimelineBucket(
        start: bucketing.start(of: index), count: bucket.count, failed: bucket.failed, throttled: bucket.throttled,
        p50: durations?.p50, p95: durations?.p95, p99: durations?.p99)
    }
    return Timeline(bucketSeconds: bucketing.seconds, buckets: buckets)
  }

  private static func activity(_ activities: [Activity]) -> [ActivitySummary] {
    Activity.Kind.allCases.compactMap { kind in
      let ofKind = activities.filter { $0.kind == kind }
      guard !ofKind.isEmpty else { return nil }
      let durations = ofKind.compactMap { activity -> Double? in
        guard let start = activity.start, let end = activity.end, end >= start else { return nil }
        return Double(end.milliseconds - start.milliseconds) / 1000
      }
      return ActivitySummary(
        kind: kind, count: ofKind.count, failed: ofKind.count { $0.outcome == .failed },
        unfinished: ofKind.count { $0.outcome == .unfinished }, durationSeconds: Distribution(of: durations))
    }
  }
}
