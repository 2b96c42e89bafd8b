import CSQLite
import SyncModel

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
  /// From the first to the last moment of the requests; nil = none has a time.
  package var period: Period?
}

extension EventStore {
  /// The first and the last moment of the requests in scope.
  ///
  /// Inputs know their period; the requests are asked only when the scope cuts through inputs, or when an input holds
  /// more than requests.
  package func requestPeriod() throws(StorageError) -> Period? {
    if scope.since == nil, scope.until == nil, !scope.choosesRequests, try holdsOnlyRequests() {
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

  /// Takes the census of the requests in scope, and lets a part of the caller's count every request.
  ///
  /// The only pass over millions of rows that a report makes: what it collects is kept for the checks that ask later.
  /// What was counted while it was written is not read at all. Large tables are read in halves on two threads, each with
  /// a connection of its own. `limit` is the duration in milliseconds above which requests count as slow.
  package func takeCensus<Part: CensusPart>(
    slowerThanMs limit: Int64, startingWith start: Part
  ) throws(StorageError) -> (census: RequestCensus, part: Part) {
    if let live = try takenCensus(slowerThanMs: limit, like: start) {
      let counted = live.result
      return keep(counted.counter, counted.part, limit)
    }
    let last = try database.integer("SELECT coalesce(max(rowid), 0) FROM request")
    let isLarge = last > rowsReadAtOnce
    var counter = CensusCounter(limit: limit, rows: Int(last), share: isLarge ? 2 : 1)
    var part = start
    for (_, known) in try requestClasses().sorted(by: { $0.key < $1.key }) {
      counter.learn(known)
      part.learn(known)
    }
    if isLarge {
      let halves = try CensusReading(path: database.path, condition: scope.requestCondition, middle: last / 2)
        .halves(counter, part)
      (counter, part) = halves[0]
      for half in halves.dropFirst() {
        counter.add(half.counter)
        part.add(half.part)
      }
    } else {
      try CensusReading.read(database, scope.requestCondition, &counter, &part)
    }
    return keep(counter, part, limit)
  }

  private func keep<Part>(
    _ counter: CensusCounter, _ part: Part, _ limit: Int64
  ) -> (census: RequestCensus, part: Part) {
    var counter = counter
    let census = counter.census()
    cachedCensus = (scope, limit, census)
    cachedTimedRows = counter.timedRows
    return (census, part)
  }

  /// The census that was taken last for the present scope, or a new one.
  package func census(slowerThanMs limit: Int64? = nil) throws(StorageError) -> RequestCensus {
    if let known = cachedCensus, known.scope == scope, limit == nil || known.limit == limit { return known.census }
    return try takeCensus(slowerThanMs: limit ?? .max, startingWith: NoCensusPart()).census
  }
}
