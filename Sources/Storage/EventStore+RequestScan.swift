import CSQLite
import SyncModel

/// The columns of one request that telemetry needs, without any string.
package struct ScannedRequest: Sendable {
  /// Milliseconds since 1970; `RequestBatch.absent` = none.
  package var time: Int64
  /// The id of the request class.
  package var requestClass: Int64
  /// The symbol number of the user; 0 = none.
  package var user: Int64
  /// Milliseconds; `RequestBatch.absent` = none.
  package var duration: Int64
}

/// How far the requests of one input go.
package struct RequestExtent: Equatable, Sendable {
  package var lastLine = 0
  package var lastTime: Timestamp?
  /// The line of the last request that has an outcome; 0 = none.
  package var lastFinishedLine = 0
}

/// What one pass over the requests in scope gives: everything that more than one question is about.
package struct RequestCensus: Equatable, Sendable {
  package var survey = RequestSurvey()
  package var bytes = ByteTotals()
  /// The distinct delays, in milliseconds, that requests were told to wait, by request class.
  package var delays: [Int64: Set<Int64>] = [:]
  package var lastDelay: Int64?
  /// By input.
  package var extents: [Int32: RequestExtent] = [:]
}

extension EventStore {
  /// The first and the last moment of the requests in scope.
  ///
  /// Inputs know their period; the requests are asked only when the scope cuts through inputs, or when an input holds
  /// more than requests.
  package func requestPeriod() throws(StorageError) -> Period? {
    if scope.since == nil, scope.until == nil, scope.requestClasses == nil, try holdsOnlyRequests() {
      let known = try sources()
      guard let first = known.compactMap(\.firstTime).min(), let last = known.compactMap(\.lastTime).max() else {
        return nil
      }
      return Period(start: first, end: last)
    }
    let row = try database.prepare("SELECT min(time_ms), max(time_ms) FROM request WHERE \(scope.requestCondition)")
    guard try row.step(), let first = row.time(0), let last = row.time(1) else { return nil }
    return Period(start: first, end: last)
  }

  private func holdsOnlyRequests() throws(StorageError) -> Bool {
    for table in ["error", "page", "activity", "observation"]
    where try database.integer("SELECT EXISTS (SELECT 1 FROM \(table))") != 0 { return false }
    return true
  }

  /// Takes the census of the requests in scope, and calls the body with every request in the order of the inputs.
  ///
  /// The only pass over millions of rows that a report makes, about 0.25 seconds for a million: what it collects is kept
  /// for the checks that ask later. `limit` is the duration in milliseconds above which requests count as slow.
  @discardableResult
  package func takeCensus(
    slowerThanMs limit: Int64, keeping maximum: Int = 500_000, _ body: (ScannedRequest) -> Void = { _ in }
  ) throws(StorageError) -> RequestCensus {
    let classes = try requestClasses()
    guard let highest = classes.keys.max(), highest < 10_000_000 else { return RequestCensus() }
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, user, duration_ms, retry_after_ms, bytes_sent, bytes_received,
        inserted_bytes, updated_bytes, deleted_bytes, operation_id
      FROM request WHERE \(scope.requestCondition)
      """)
    var counter = CensusCounter(classes: classes, highest: Int(highest), limit: limit, maximum: maximum)
    while try rows.step() { counter.take(rows.statement, body) }
    let census = counter.census()
    cachedCensus = (scope, limit, census)
    return census
  }

  /// The census that was taken last for the present scope, or a new one.
  package func census(slowerThanMs limit: Int64? = nil) throws(StorageError) -> RequestCensus {
    if let known = cachedCensus, known.scope == scope, limit == nil || known.limit == limit { return known.census }
    return try takeCensus(slowerThanMs: limit ?? .max)
  }
}

/// Counts rows of the census statement, whose columns it knows by number.
private struct CensusCounter {
  private let highest: Int
  private let limit: Int64
  private let maximum: Int
  private let outcome: [UInt8]
  private var tallies: [RequestClassTally]
  private var failures: [FailedRequest] = []
  private let isFetch: [Bool]
  private var operations = FrequencySketch(reportingAt: 50)
  private var readers = FrequencySketch(reportingAt: 100)
  private var busyOperations: [Int64] = []
  private var busyReaders: [RequestReader] = []
  private var sums = [Int64](repeating: 0, count: 5)
  private var isKnown = [Bool](repeating: false, count: 5)
  private var delays: [Int64: Set<Int64>] = [:]
  private var lastDelay: Int64?
  private var extents: [Int32: RequestExtent] = [:]
  /// The extent of the input whose rows are being read; rows of one input follow each other.
  private var extent = RequestExtent()
  private var source: Int32 = -1

  init(classes: [Int64: StoredRequestClass], highest: Int, limit: Int64, maximum: Int) {
    self.highest = highest
    self.limit = limit
    self.maximum = maximum
    outcome = (0...highest).map { UInt8(classes[Int64($0)]?.outcome.rawValue ?? 2) }
    isFetch = (0...highest).map { EventStore.pagedFamilies.contains(classes[Int64($0)]?.family ?? "") }
    tallies = Array(repeating: RequestClassTally(), count: highest + 1)
  }

  mutating func take(_ row: OpaquePointer, _ body: (ScannedRequest) -> Void) {
    let source = Int32(truncatingIfNeeded: sqlite3_column_int64(row, 0))
    if source != self.source { turn(to: source) }
    let line = Int(sqlite3_column_int64(row, 1))
    let time = integer(row, 2)
    let requestClass = sqlite3_column_int64(row, 3)
    let user = sqlite3_column_int64(row, 4)
    let duration = integer(row, 5)
    let retryAfter = integer(row, 6)
    let id = Int(requestClass)
    guard id >= 0, id <= highest else { return }
    tallies[id].count += 1
    if duration != RequestBatch.absent {
      tallies[id].timed += 1
      if duration > limit { tallies[id].slow += 1 }
    }
    if isFetch[id] { noteFetch(row, user, id) }
    extent.lastLine = max(extent.lastLine, line)
    if time != RequestBatch.absent, time > extent.lastTime?.milliseconds ?? .min {
      extent.lastTime = Timestamp(milliseconds: time)
    }
    if outcome[id] != 2 { extent.lastFinishedLine = max(extent.lastFinishedLine, line) }
    if retryAfter != RequestBatch.absent {
      delays[requestClass, default: []].insert(retryAfter)
      lastDelay = retryAfter
    }
    for column in 0..<5 { addBytes(row, column) }
    if outcome[id] == 1, failures.count < maximum {
      failures.append(
        FailedRequest(
          origin: Origin(source: source, line: line),
          time: time == RequestBatch.absent ? nil : Timestamp(milliseconds: time), requestClass: requestClass,
          user: user, retryAfterMs: retryAfter == RequestBatch.absent ? nil : retryAfter))
    }
    body(ScannedRequest(time: time, requestClass: requestClass, user: user, duration: duration))
  }

  mutating func census() -> RequestCensus {
    turn(to: -1)
    var survey = RequestSurvey(
      failures: failures, busyOperations: busyOperations, busyReaders: busyReaders)
    for (id, tally) in tallies.enumerated() where tally.count > 0 { survey.tallies[Int64(id)] = tally }
    func sum(_ column: Int) -> Int64? { isKnown[column] ? sums[column] : nil }
    return RequestCensus(
      survey: survey,
      bytes: ByteTotals(
        sent: sum(0), received: sum(1), insertedRecords: sum(2), updatedRecords: sum(3), deletedRecords: sum(4)),
      delays: delays, lastDelay: lastDelay, extents: extents)
  }

  /// Counts who pages how often, for the search of loops.
  private mutating func noteFetch(_ row: OpaquePointer, _ user: Int64, _ id: Int) {
    if sqlite3_column_type(row, 12) == SQLITE_INTEGER {
      let operation = sqlite3_column_int64(row, 12)
      if operations.count(operation) { busyOperations.append(operation) }
    }
    if user != 0, readers.count(user &* 0x1_0000_0001 &+ Int64(id)) {
      busyReaders.append(RequestReader(user: user, requestClass: Int64(id)))
    }
  }

  private mutating func turn(to next: Int32) {
    if source >= 0 { extents[source] = extent }
    source = next
    extent = extents[next] ?? RequestExtent()
  }

  private mutating func addBytes(_ row: OpaquePointer, _ column: Int) {
    let number = Int32(column + 7)
    if !isKnown[column] {
      guard sqlite3_column_type(row, number) != SQLITE_NULL else { return }
      isKnown[column] = true
    }
    sums[column] &+= sqlite3_column_int64(row, number)
  }

  @inline(__always)
  private func integer(_ row: OpaquePointer, _ column: Int32) -> Int64 {
    let value = sqlite3_column_int64(row, column)
    // A value other than 0 is no NULL, which spares the question for nearly every row.
    return value != 0 || sqlite3_column_type(row, column) != SQLITE_NULL ? value : RequestBatch.absent
  }
}
