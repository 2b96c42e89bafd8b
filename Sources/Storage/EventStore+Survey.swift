import SyncModel

/// The requests of one class in numbers.
package struct RequestClassTally: Equatable, Sendable {
  package var count = 0
  /// Requests with a duration.
  package var timed = 0
  /// Requests whose duration is above the limit that the survey was asked for.
  package var slow = 0
}

/// A failed request without its texts: what checks need to find repetitions among millions.
///
/// Kept in 32 bytes: there may be half a million of them.
package struct FailedRequest: Equatable, Sendable {
  private let source: Int32
  private let line: UInt32
  private let timeMs: Int64
  private let classNumber: Int32
  private let userNumber: Int32
  private let delayMs: Int64

  package init(origin: Origin, time: Timestamp?, requestClass: Int64, user: Int64, retryAfterMs: Int64?) {
    source = origin.source
    line = UInt32(clamping: origin.line)
    timeMs = time?.milliseconds ?? RequestBatch.absent
    classNumber = Int32(clamping: requestClass)
    userNumber = Int32(clamping: user)
    delayMs = retryAfterMs ?? RequestBatch.absent
  }

  package var origin: Origin { Origin(source: source, line: Int(line)) }
  package var time: Timestamp? { timeMs == RequestBatch.absent ? nil : Timestamp(milliseconds: timeMs) }
  package var requestClass: Int64 { Int64(classNumber) }
  /// The number of the user's symbol; 0 = the log names no user.
  package var user: Int64 { Int64(userNumber) }
  package var retryAfterMs: Int64? { delayMs == RequestBatch.absent ? nil : delayMs }
}

/// One pass over all requests in scope.
package struct RequestSurvey: Equatable, Sendable {
  /// By request class.
  package var tallies: [Int64: RequestClassTally] = [:]
  /// The failed requests in the order of the inputs, as many as were asked for.
  package var failures: [FailedRequest] = []
  /// Operation ids that stand in 50 fetches or more; at most 1,000.
  package var busyOperations: [Int64] = []
  /// Users with 100 fetches or more of one class; at most 1,000.
  package var busyReaders: [RequestReader] = []
}

/// A user and what they fetch.
package struct RequestReader: Hashable, Sendable {
  package var user: Int64
  package var requestClass: Int64

  package init(user: Int64, requestClass: Int64) {
    self.user = user
    self.requestClass = requestClass
  }
}

extension EventStore {
  /// The requests in scope counted by class, and the failed ones, from the census.
  package func surveyRequests(slowerThanMs limit: Int64) throws(StorageError) -> RequestSurvey {
    try census(slowerThanMs: limit).survey
  }

  /// Families whose requests come page by page.
  static let pagedFamilies: Set = ["record.query", "changes.zone", "changes.database"]

  /// Requests of some operations and of some readers that have a time, in the order of time.
  package func fetches(
    ofOperations operations: [Int64], readers: [RequestReader]
  ) throws(StorageError) -> [FetchRequest] {
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, coalesce(user, 0), operation_id FROM request
      WHERE \(scope.requestCondition) AND time_ms IS NOT NULL AND (operation_id IN (\(Self.list(operations)))
        OR (user IN (\(Self.list(readers.map(\.user)))) AND class IN (\(Self.list(readers.map(\.requestClass))))))
      ORDER BY time_ms, rowid LIMIT 1000000
      """)
    var fetches: [FetchRequest] = []
    while try rows.step() {
      guard let time = rows.time(2) else { continue }
      fetches.append(
        FetchRequest(
          origin: rows.origin(0), time: time, requestClass: rows.integer(3), user: rows.integer(4),
          operation: rows.optionalNumber(5)))
    }
    return fetches
  }

  /// The duration at a rank, counted from 0 for the shortest, of the requests of some classes.
  package func duration(atRank rank: Int, ofClasses classes: [Int64]) throws(StorageError) -> Int64? {
    let row = try database.prepare(
      """
      SELECT duration_ms FROM request WHERE \(scope.requestCondition) AND class IN (\(Self.list(classes)))
        AND duration_ms IS NOT NULL ORDER BY duration_ms LIMIT 1 OFFSET \(max(0, rank))
      """)
    return try row.step() ? row.optionalInteger(0) : nil
  }

  /// The slowest requests of some classes, slowest first.
  package func slowestRequests(
    ofClasses classes: [Int64], limit: Int
  ) throws(StorageError) -> [(origin: Origin, time: Timestamp?, requestClass: Int64, durationMs: Int64)] {
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, duration_ms FROM request
      WHERE \(scope.requestCondition) AND class IN (\(Self.list(classes))) AND duration_ms IS NOT NULL
      ORDER BY duration_ms DESC, rowid LIMIT \(limit)
      """)
    var slowest: [(origin: Origin, time: Timestamp?, requestClass: Int64, durationMs: Int64)] = []
    while try rows.step() {
      slowest.append((rows.origin(0), rows.time(2), rows.integer(3), rows.integer(4)))
    }
    return slowest
  }

  /// Calls the body with origin, time, class and user of the requests that have a time, in no particular order.
  ///
  /// Only requests of some users, where 0 stands for requests without a user, and of some classes; nil = all.
  package func forEachTimedRequest(
    ofUsers users: Set<Int64>? = nil, ofClasses chosen: [Int64]? = nil,
    _ body: (Origin, Timestamp, Int64, Int64) -> Void
  ) throws(StorageError) {
    if let kept = cachedTimedRows, let census = cachedCensus, census.scope == scope {
      kept.forEach(ofUsers: users, ofClasses: chosen, body)
      return
    }
    let ofUsers = users.map { "AND coalesce(user, 0) IN (\(Self.list($0.sorted())))" } ?? ""
    let ofClasses = chosen.map { "AND class IN (\(Self.list($0)))" } ?? ""
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, user FROM request
      WHERE \(scope.requestCondition) AND time_ms IS NOT NULL \(ofUsers) \(ofClasses)
      """)
    while try rows.step() {
      guard let time = rows.time(2) else { continue }
      body(rows.origin(0), time, rows.integer(3), rows.integer(4))
    }
  }

  /// Requests that the log shows to begin and not to end: outcome unknown, no duration.
  package func openRequests(
    ofClasses classes: [Int64], limit: Int
  ) throws(StorageError) -> [(origin: Origin, time: Timestamp?, requestClass: Int64)] {
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class FROM request
      WHERE \(scope.requestCondition) AND class IN (\(Self.list(classes))) AND duration_ms IS NULL
      ORDER BY rowid LIMIT \(limit)
      """)
    var open: [(origin: Origin, time: Timestamp?, requestClass: Int64)] = []
    while try rows.step() { open.append((rows.origin(0), rows.time(2), rows.integer(3))) }
    return open
  }

  /// The line of the last request of each input that has an outcome.
  package func lastFinishedLines() throws(StorageError) -> [Int32: Int] {
    try census().extents.mapValues(\.lastFinishedLine).filter { $0.value > 0 }
  }

  private static func list(_ numbers: [Int64]) -> String {
    numbers.map(String.init).joined(separator: ",")
  }
}
