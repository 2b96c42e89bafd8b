/// The numbers of all requests, and of each value of each dimension.
package struct RequestTelemetry: Equatable, Sendable {
  package var count: Int
  package var failed: Int
  /// Distinct users of failed requests.
  package var affectedUsers: Int
  package var latencyMs: Distribution?
  package var bytes: ByteTotals
  package var groups: [RequestGrouping]
  package var timeline: Timeline?
  /// Of requests before this moment only hourly counts are left, so that percentiles are approximate; nil = none are.
  package var rolledBefore: Timestamp?
  /// False when the users of rolled hours cannot be told apart by the attributes asked for.
  package var affectedUsersAreKnown = true

  package init(
    count: Int, failed: Int, affectedUsers: Int, latencyMs: Distribution?, bytes: ByteTotals = ByteTotals(),
    groups: [RequestGrouping] = [], timeline: Timeline? = nil
  ) {
    self.count = count
    self.failed = failed
    self.affectedUsers = affectedUsers
    self.latencyMs = latencyMs
    self.bytes = bytes
    self.groups = groups
    self.timeline = timeline
  }

  /// failed / count, 0 to 1; 0 for no requests.
  package var errorRate: Double { count == 0 ? 0 : Double(failed) / Double(count) }
}

/// Sums of the byte columns; nil = no row had the column.
package struct ByteTotals: Equatable, Sendable {
  package var sent: Int64?
  package var received: Int64?
  package var insertedRecords: Int64?
  package var updatedRecords: Int64?
  package var deletedRecords: Int64?

  package init(
    sent: Int64? = nil, received: Int64? = nil, insertedRecords: Int64? = nil, updatedRecords: Int64? = nil,
    deletedRecords: Int64? = nil
  ) {
    self.sent = sent
    self.received = received
    self.insertedRecords = insertedRecords
    self.updatedRecords = updatedRecords
    self.deletedRecords = deletedRecords
  }
}

/// The requests by one dimension.
package struct RequestGrouping: Equatable, Sendable {
  /// The JSON key: `byOperation`, `byDatabase`, `byZone`, `byPlatform`, `byClientOS`, `byStatus` or, with `--group-by`, another.
  package var key: String
  /// For people: `operation`.
  package var dimension: String
  /// Sorted by count, then key.
  package var rows: [RequestGroup]

  package init(key: String, dimension: String, rows: [RequestGroup]) {
    self.key = key
    self.dimension = dimension
    self.rows = rows
  }
}

/// The requests with one value of a dimension.
package struct RequestGroup: Equatable, Sendable {
  /// The value; empty = the log has it empty, nil = absent.
  package var key: String?
  package var count: Int
  package var failed: Int
  package var latencyMs: Distribution?

  package init(key: String?, count: Int, failed: Int, latencyMs: Distribution?) {
    self.key = key
    self.count = count
    self.failed = failed
    self.latencyMs = latencyMs
  }

  /// failed / count, 0 to 1.
  package var errorRate: Double { count == 0 ? 0 : Double(failed) / Double(count) }
}

/// The requests over time, in buckets of equal length; buckets without requests are present and empty.
package struct Timeline: Equatable, Sendable {
  package var bucketSeconds: Int
  package var buckets: [TimelineBucket]

  package init(bucketSeconds: Int, buckets: [TimelineBucket]) {
    self.bucketSeconds = bucketSeconds
    self.buckets = buckets
  }
}

/// One bucket of a timeline; percentiles in milliseconds, nil when no request of the bucket has a duration.
package struct TimelineBucket: Equatable, Sendable {
  package var start: Timestamp
  package var count: Int
  package var failed: Int
  package var throttled: Int
  package var p50: Double?
  package var p95: Double?
  package var p99: Double?

  package init(
    start: Timestamp, count: Int, failed: Int, throttled: Int, p50: Double? = nil, p95: Double? = nil,
    p99: Double? = nil
  ) {
    self.start = start
    self.count = count
    self.failed = failed
    self.throttled = throttled
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
  }
}
