import Storage
import SyncModel

/// Fetches of a request log that go on without end; such a log shows no cursors, only how often somebody asks.
struct RereadRequests {
  /// The requests of one loop.
  struct Loop {
    var requests: [FetchRequest]
    /// True when one operation sent them all.
    var isOneOperation: Bool
  }

  /// A query operation gets few pages before it gives a cursor back; a fetch of changes can have very many.
  private static let mostPages = (query: 50, changes: 2000)
  /// So many complete fetches one right after the other are no paging.
  private static let mostFetches = (query: 100, changes: 200)
  private static let longestPauseMs: Int64 = 2000

  /// The loops of a log, in the order of their beginning.
  static func loops(in log: FailureLog) throws(StorageError) -> [Loop] {
    let readers = try hurriedReaders(in: log)
    guard !log.survey.busyOperations.isEmpty || !readers.isEmpty else { return [] }
    let fetches = try log.store.fetches(ofOperations: log.survey.busyOperations, readers: readers)
    let loops = operationLoops(fetches, log) + readerLoops(fetches, log)
    return loops.sorted { $0.requests[0].time < $1.requests[0].time }
  }

  /// The busy readers who at any time fetch without a pause, whatever the operations: few are left to be looked at.
  private static func hurriedReaders(in log: FailureLog) throws(StorageError) -> [RequestReader] {
    let busy = Set(log.survey.busyReaders)
    guard !busy.isEmpty else { return [] }
    var times: [RequestReader: [Int64]] = [:]
    try log.store.forEachTimedRequest(
      ofUsers: Set(busy.map(\.user)), ofClasses: Set(busy.map(\.requestClass)).sorted()
    ) { _, time, requestClass, user in
      let reader = RequestReader(user: user, requestClass: requestClass)
      if busy.contains(reader) { times[reader, default: []].append(time.milliseconds) }
    }
    return log.survey.busyReaders.filter { reader in
      var (run, before) = (0, Int64.min)
      return (times[reader] ?? []).sorted().contains { time in
        let (pause, overflow) = time.subtractingReportingOverflow(before)
        run = overflow || pause > longestPauseMs ? 1 : run + 1
        before = time
        return run > min(mostFetches.query, mostFetches.changes)
      }
    }
  }

  private static func operationLoops(_ fetches: [FetchRequest], _ log: FailureLog) -> [Loop] {
    let operations = Set(log.survey.busyOperations)
    let byOperation = Dictionary(grouping: fetches.filter { $0.operation.map(operations.contains) ?? false }) {
      $0.operation ?? 0
    }
    return byOperation.values.filter { $0.count > limit(mostPages, of: $0[0], log) }.map {
      Loop(requests: $0, isOneOperation: true)
    }
  }

  private static func readerLoops(_ fetches: [FetchRequest], _ log: FailureLog) -> [Loop] {
    let readers = Set(log.survey.busyReaders)
    let byReader = Dictionary(grouping: fetches) { RequestReader(user: $0.user, requestClass: $0.requestClass) }
    return byReader.filter { readers.contains($0.key) }.values.flatMap { requests -> [Loop] in
      runs(of: requests).filter { $0.count > limit(mostFetches, of: $0[0], log) }.map {
        Loop(requests: $0, isOneOperation: false)
      }
    }
  }

  /// Runs without a pause, in which each request is an operation of its own.
  private static func runs(of requests: [FetchRequest]) -> [[FetchRequest]] {
    var runs: [[FetchRequest]] = []
    for request in requests {
      guard let last = runs.last?.last else {
        runs.append([request])
        continue
      }
      if request.operation != nil && request.operation == last.operation { continue }
      if request.time.milliseconds &- last.time.milliseconds > longestPauseMs {
        runs.append([request])
      } else {
        runs[runs.count - 1].append(request)
      }
    }
    return runs
  }

  private static func limit(_ limits: (query: Int, changes: Int), of request: FetchRequest, _ log: FailureLog) -> Int {
    log.classes[request.requestClass]?.family == "record.query" ? limits.query : limits.changes
  }
}
