import SyncModel

/// Counts requests for the census, row by row.
struct CensusCounter: Sendable {
  /// As many failed requests are kept at most.
  private static let mostFailures = 500_000
  /// Ids beyond this are no classes of ours.
  static let mostClasses: Int64 = 10_000_000
  private let limit: Int64
  private let maximum = Self.mostFailures
  private var outcome: [UInt8] = []
  private var tallies: [RequestClassTally] = []
  private var failures: [FailedRequest] = []
  private var isFetch: [Bool] = []
  private var operations: FrequencySketch
  private var readers: FrequencySketch
  /// Time, class and user of the requests that have a time, while they are not too many to keep.
  private(set) var timedRows: TimedRows? = TimedRows()
  /// Fetches that wait to be counted together.
  private var waitingOperations: [Int64] = []
  private var waitingReaders: [RequestReader] = []
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
  private var firstTime = Int64.max
  private var lastTime = Int64.min

  /// Makes a counter of all rows, or of one of several shares of them: what is frequent in all of them is at least
  /// correspondingly frequent in one.
  init(limit: Int64, rows: Int, share: UInt8) {
    operations = FrequencySketch(reportingAt: 50 / share, expecting: rows / Int(share))
    readers = FrequencySketch(reportingAt: 100 / share, expecting: rows / Int(share))
    self.limit = limit
  }

  /// Takes a class before its first request.
  mutating func learn(_ requestClass: StoredRequestClass) {
    guard (0..<Self.mostClasses).contains(requestClass.id) else { return }
    let id = Int(requestClass.id)
    while tallies.count <= id {
      tallies.append(RequestClassTally())
      outcome.append(UInt8(RequestOutcome.unknown.rawValue))
      isFetch.append(false)
    }
    outcome[id] = UInt8(requestClass.outcome.rawValue)
    isFetch[id] = EventStore.pagedFamilies.contains(requestClass.family ?? "")
  }

  /// Takes a row; false when its class is not known, which no store of ours has.
  @inline(__always)
  mutating func take(_ row: some CensusRow) -> Bool {
    let (source, line, scanned) = (row.source, row.line, row.scanned)
    let (time, requestClass, user, duration) = (scanned.time, scanned.requestClass, scanned.user, scanned.duration)
    let id = Int(requestClass)
    guard id >= 0, id < tallies.count else { return false }
    if source != self.source { turn(to: source) }
    tallies[id].count += 1
    if duration != RequestBatch.absent {
      tallies[id].timed += 1
      if duration > limit { tallies[id].slow += 1 }
    }
    if isFetch[id] { noteFetch(row.operation, user, id) }
    extent.lastLine = max(extent.lastLine, line)
    if time != RequestBatch.absent {
      if time > extent.lastTime?.milliseconds ?? .min { extent.lastTime = Timestamp(milliseconds: time) }
      firstTime = min(firstTime, time)
      lastTime = max(lastTime, time)
    }
    let retryAfter = row.retryAfter
    if outcome[id] != 2 { extent.lastFinishedLine = max(extent.lastFinishedLine, line) }
    if retryAfter != RequestBatch.absent {
      delays[requestClass, default: []].insert(retryAfter)
      lastDelay = retryAfter
    }
    for column in 0..<5 {
      let bytes = row.bytes(column)
      guard bytes != RequestBatch.absent else { continue }
      isKnown[column] = true
      sums[column] &+= bytes
    }
    if time != RequestBatch.absent { keep(time, requestClass, user, source, line) }
    if outcome[id] == 1, failures.count < maximum {
      failures.append(
        FailedRequest(
          origin: Origin(source: source, line: line),
          time: time == RequestBatch.absent ? nil : Timestamp(milliseconds: time), requestClass: requestClass,
          user: user, retryAfterMs: retryAfter == RequestBatch.absent ? nil : retryAfter))
    }
    return true
  }

  /// Adds the counts of the rows that follow.
  mutating func add(_ other: CensusCounter) {
    var other = other
    turn(to: -1)
    other.turn(to: -1)
    countFetches()
    other.countFetches()
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
    firstTime = min(firstTime, other.firstTime)
    lastTime = max(lastTime, other.lastTime)
    extents.merge(other.extents) { first, second in
      RequestExtent(
        lastLine: max(first.lastLine, second.lastLine),
        lastTime: [first.lastTime, second.lastTime].compactMap { $0 }.max(),
        lastFinishedLine: max(first.lastFinishedLine, second.lastFinishedLine))
    }
    busyOperations = Array(Set(busyOperations + other.busyOperations)).sorted()
    busyReaders += other.busyReaders.filter { !busyReaders.contains($0) }
    if let rest = other.timedRows { timedRows?.append(rest) } else { timedRows = nil }
    if (timedRows?.count ?? 0) > TimedRows.most { timedRows = nil }
  }

  private mutating func keep(_ time: Int64, _ requestClass: Int64, _ user: Int64, _ source: Int32, _ line: Int) {
    timedRows?.append(time, requestClass, user, source, line)
    if (timedRows?.count ?? 0) > TimedRows.most { timedRows = nil }
  }

  /// Everything that was counted.
  mutating func census() -> RequestCensus {
    turn(to: -1)
    countFetches()
    var survey = RequestSurvey(
      failures: failures, busyOperations: busyOperations, busyReaders: busyReaders)
    for (id, tally) in tallies.enumerated() where tally.count > 0 { survey.tallies[Int64(id)] = tally }
    func sum(_ column: Int) -> Int64? { isKnown[column] ? sums[column] : nil }
    return RequestCensus(
      survey: survey,
      bytes: ByteTotals(
        sent: sum(0), received: sum(1), insertedRecords: sum(2), updatedRecords: sum(3), deletedRecords: sum(4)),
      delays: delays, lastDelay: lastDelay, extents: extents,
      period: firstTime > lastTime
        ? nil : Period(start: Timestamp(milliseconds: firstTime), end: Timestamp(milliseconds: lastTime)))
  }

  /// Notes who pages, for the search of loops.
  private mutating func noteFetch(_ operation: Int64?, _ user: Int64, _ id: Int) {
    if let operation { waitingOperations.append(operation) }
    if user != 0 { waitingReaders.append(RequestReader(user: user, requestClass: Int64(id))) }
    if max(waitingOperations.count, waitingReaders.count) >= 512 { countFetches() }
  }

  /// Counts who pages how often.
  private mutating func countFetches() {
    operations.count(waitingOperations) { [waitingOperations] in busyOperations.append(waitingOperations[$0]) }
    readers.count(waitingReaders.map { $0.user &* 0x1_0000_0001 &+ $0.requestClass }) { [waitingReaders] in
      busyReaders.append(waitingReaders[$0])
    }
    waitingOperations.removeAll(keepingCapacity: true)
    waitingReaders.removeAll(keepingCapacity: true)
  }

  private mutating func turn(to next: Int32) {
    if source >= 0 { extents[source] = extent }
    source = next
    extent = extents[next] ?? RequestExtent()
  }
}
