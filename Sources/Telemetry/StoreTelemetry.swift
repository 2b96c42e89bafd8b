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
  /// How many users there are and how many of them are told, where requests by user were asked for.
  package var userCount = 0
  package var userRows = 0

  /// Computes the numbers; dimensions beyond the standard ones come from `--group-by`.
  ///
  /// `limit`, in milliseconds, is the checks' threshold of slow requests: the one pass over the requests counts for them.
  package init(
    store: EventStore, extraDimensions: [RequestDimension] = [], slowerThanMs limit: Int64 = .max
  ) throws(StorageError) {
    let activities = try store.activities()
    var errorNumbers = ErrorNumbers()
    var itemNumbers = ItemNumbers()
    var rateLimits = RateLimitNumbers()
    var times: (first: Timestamp, last: Timestamp)?
    try store.forEachError { error in
      errorNumbers.add(error)
      itemNumbers.add(error)
      rateLimits.add(error)
      if let time = error.time { times = (min(times?.first ?? time, time), max(times?.last ?? time, time)) }
    }
    let numbers = try RequestNumbers(
      store: store, dimensions: RequestDimension.standard(and: extraDimensions), slowerThanMs: limit)
    period = try Self.period(
      of: store, [numbers.period?.start, numbers.period?.end, times?.first, times?.last].compactMap { $0 }, activities)
    requests = Self.requests(numbers)
    (userCount, userRows) = (numbers.users.count, numbers.users.rows.count)
    requests?.rolledBefore = numbers.rolledBefore
    requests?.affectedUsersAreKnown = numbers.usersAreKnown
    errors = errorNumbers.errors()
    let delays = numbers.census.delays
    serverErrors = errorNumbers.serverErrors(numbers, requestDelays: delays)
    items = try itemNumbers.summaries(in: store)
    rateLimit = rateLimits.summary(
      activities: activities, numbers: numbers, requestDelays: delays, lastRequestDelay: numbers.census.lastDelay,
      observedDelays: try store.observations(.retryAfter).compactMap(\.value))
    activity = Self.activity(activities)
  }

  private static func period(
    of store: EventStore, _ known: [Timestamp], _ activities: [Activity]
  ) throws(StorageError) -> Period? {
    var times = known
    times += activities.flatMap { [$0.start, $0.end].compactMap { $0 } }
    if store.scope.since == nil, store.scope.until == nil, !store.scope.choosesRequests {
      times += try store.sources().flatMap { [$0.firstTime, $0.lastTime].compactMap { $0 } }
    }
    guard let start = times.min(), let end = times.max() else { return nil }
    return Period(start: start, end: end)
  }

  private static func requests(_ numbers: RequestNumbers) -> RequestTelemetry? {
    let all = numbers.all
    guard all.count > 0 else { return nil }
    return RequestTelemetry(
      count: all.count, failed: all.failed, affectedUsers: numbers.affectedUsers.count,
      latencyMs: all.durations.distribution(), bytes: numbers.bytes,
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
