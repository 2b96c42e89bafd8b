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

  /// Takes the census of the requests in scope, and adds every request to a value of the caller's.
  ///
  /// The only pass over millions of rows that a report makes: what it collects is kept for the checks that ask later.
  /// Large tables are read in halves on two threads, each with a connection of its own; `add` sees the rows of a half in
  /// the order of the inputs, and `merge` joins the second half to the first. `limit` is the duration in milliseconds
  /// above which requests count as slow.
  package func takeCensus<Part: Sendable>(
    slowerThanMs limit: Int64, startingWith start: Part, add: @escaping @Sendable (inout Part, ScannedRequest) -> Void,
    merge: (inout Part, Part) -> Void
  ) throws(StorageError) -> (census: RequestCensus, part: Part) {
    let classes = try requestClasses()
    guard let highest = classes.keys.max(), highest < 10_000_000 else { return (RequestCensus(), start) }
    let last = try database.integer("SELECT coalesce(max(rowid), 0) FROM request")
    let isLarge = last > 200_000
    let counter = CensusCounter(
      classes: classes, highest: Int(highest), limit: limit, maximum: 500_000, rows: Int(last),
      share: isLarge ? 2 : 1)
    let parts: [(counter: CensusCounter, part: Part)]
    if isLarge {
      parts = try CensusReading(path: database.path, condition: scope.requestCondition, middle: last / 2)
        .halves(counter, start, add)
    } else {
      var (counter, part) = (counter, start)
      try CensusReading.read(database, scope.requestCondition) { counter.take($0) { add(&part, $0) } }
      parts = [(counter, part)]
    }
    var whole = parts[0]
    for part in parts.dropFirst() {
      whole.counter.add(part.counter)
      merge(&whole.part, part.part)
    }
    let census = whole.counter.census()
    cachedCensus = (scope, limit, census)
    cachedTimedRows = whole.counter.timedRows
    return (census, whole.part)
  }

  /// The census that was taken last for the present scope, or a new one.
  package func census(slowerThanMs limit: Int64? = nil) throws(StorageError) -> RequestCensus {
    if let known = cachedCensus, known.scope == scope, limit == nil || known.limit == limit { return known.census }
    return try takeCensus(slowerThanMs: limit ?? .max, startingWith: (), add: { _, _ in }, merge: { _, _ in }).census
  }
}
