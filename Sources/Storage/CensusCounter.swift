import CSQLite
import SyncModel

/// Counts rows of the census statement, whose columns it knows by number.
struct CensusCounter: Sendable {
  private let highest: Int
  private let limit: Int64
  private let maximum: Int
  private let outcome: [UInt8]
  private var tallies: [RequestClassTally]
  private var failures: [FailedRequest] = []
  private let isFetch: [Bool]
  private var operations: FrequencySketch
  private var readers: FrequencySketch
  /// Time, class and user of the requests that have a time, while they are not too many to keep.
  private(set) var timedRows: TimedRows? = TimedRows()
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

  /// Makes a counter of all rows, or of one of several shares of them: what is frequent in all of them is at least
  /// correspondingly frequent in one.
  init(classes: [Int64: StoredRequestClass], highest: Int, limit: Int64, maximum: Int, rows: Int, share: UInt16) {
    operations = FrequencySketch(reportingAt: 50 / share, expecting: rows / Int(share))
    readers = FrequencySketch(reportingAt: 100 / share, expecting: rows / Int(share))
    self.highest = highest
    self.limit = limit
    self.maximum = maximum
    outcome = (0...highest).map { UInt8(classes[Int64($0)]?.outcome.rawValue ?? 2) }
    isFetch = (0...highest).map { EventStore.pagedFamilies.contains(classes[Int64($0)]?.family ?? "") }
    tallies = Array(repeating: RequestClassTally(), count: highest + 1)
  }

  /// Takes the row that a statement of `CensusReading` stands on.
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
    if time != RequestBatch.absent { keep(time, requestClass, user, source, line) }
    if outcome[id] == 1, failures.count < maximum {
      failures.append(
        FailedRequest(
          origin: Origin(source: source, line: line),
          time: time == RequestBatch.absent ? nil : Timestamp(milliseconds: time), requestClass: requestClass,
          user: user, retryAfterMs: retryAfter == RequestBatch.absent ? nil : retryAfter))
    }
    body(ScannedRequest(time: time, requestClass: requestClass, user: user, duration: duration))
  }

  /// Adds the counts of the rows that follow.
  mutating func add(_ other: CensusCounter) {
    var other = other
    turn(to: -1)
    other.turn(to: -1)
    for (id, tally) in other.tallies.enumerated() {
      tallies[id].count += tally.count
      tallies[id].timed += tally.timed
      tallies[id].slow += tally.slow
    }
    failures += other.failures.prefix(max(0, maximum - failures.count))
    for column in 0..<5 {
      sums[column] &+= other.sums[column]
      isKnown[column] = isKnown[column] || other.isKnown[column]
    }
    delays.merge(other.delays) { $0.union($1) }
    lastDelay = other.lastDelay ?? lastDelay
    extents.merge(other.extents) { first, second in
      RequestExtent(
        lastLine: max(first.lastLine, second.lastLine),
        lastTime: [first.lastTime, second.lastTime].compactMap { $0 }.max(),
        lastFinishedLine: max(first.lastFinishedLine, second.lastFinishedLine))
    }
    busyOperations = Array(Set(busyOperations + other.busyOperations)).sorted()
    busyReaders += other.busyReaders.filter { !busyReaders.contains($0) }
    if let rest = other.timedRows { timedRows?.append(rest) } else { timedRows = nil }
    if let rows = timedRows, rows.count > TimedRows.most { timedRows = nil }
  }

  private mutating func keep(_ time: Int64, _ requestClass: Int64, _ user: Int64, _ source: Int32, _ line: Int) {
    guard timedRows != nil else { return }
    timedRows?.append(time, requestClass, user, source, line)
    if let rows = timedRows, rows.count > TimedRows.most { timedRows = nil }
  }

  /// Everything that was counted.
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
