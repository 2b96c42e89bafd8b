import SyncModel

/// Collects ended operations as rows of requests, and hands them on in batches.
final class OperationRows {
  /// What decides the class of an operation that succeeded.
  private struct ClassKey: Equatable {
    var name: UInt32 = 0
    var database: UInt32 = 0
    var container: UInt32 = 0
    var groupName: UInt32 = 0
    var isDaemon = false

    /// One of 64 places.
    var place: Int { Int((name &* 31 &+ database &* 7 &+ container &* 13 &+ groupName &* 17) & 63) }
  }

  private let sink: any RecordSink
  private let symbols: SymbolTable
  private var batch = RequestBatch()
  private var classes: [RequestClass: UInt32] = [:]
  private var recent = [(key: ClassKey, number: UInt32)](repeating: (ClassKey(), 0), count: 64)
  private var environments: [UInt32: UInt32] = [:]
  private static let batchSize = 8192

  let privateDatabase: UInt32
  let publicDatabase: UInt32
  let sharedDatabase: UInt32
  private let daemon: UInt32

  init(sink: any RecordSink, symbols: SymbolTable) {
    self.sink = sink
    self.symbols = symbols
    privateDatabase = symbols.number(of: "PRIVATE")
    publicDatabase = symbols.number(of: "PUBLIC")
    sharedDatabase = symbols.number(of: "SHARED")
    daemon = symbols.number(of: "daemon")
  }

  /// Remembers the environment of a container.
  func noteEnvironment(_ environment: UInt32, of container: UInt32) {
    guard environments.updateValue(environment, forKey: container) != environment else { return }
    for index in recent.indices { recent[index].number = 0 }
  }

  /// Adds an operation that ended.
  func add(
    _ operation: OperationTable.Entry, durationMs: Int64?, failure: OperationTracker.Failure?, requestID: String?
  ) {
    let number = failure.map { self.number(of: operation, failure: $0) } ?? self.number(of: operation)
    var row = RequestBatch.Row(line: operation.line)
    row.classNumber = number
    row.time = operation.time
    row.operationID = operation.id
    if let durationMs { row.durationMs = durationMs }
    if let delay = failure?.retryAfterMs { row.retryAfterMs = delay }
    batch.append(row)
    if let requestID { batch.oddRequestIDs[batch.count - 1] = requestID }
    if batch.count >= Self.batchSize { handOver() }
  }

  /// Hands on the rows that were collected.
  func handOver() {
    guard batch.count > 0 else { return }
    batch.newSymbols = symbols.announce()
    sink.add(batch)
    batch = RequestBatch(capacity: Self.batchSize)
  }

  private func number(of operation: OperationTable.Entry) -> UInt32 {
    let key = ClassKey(
      name: operation.name, database: operation.database, container: operation.container,
      groupName: operation.groupName, isDaemon: operation.isDaemon)
    let place = key.place
    if recent[place].number != 0, recent[place].key == key { return recent[place].number }
    let number = number(of: requestClass(of: operation, outcome: .succeeded))
    recent[place] = (key, number)
    return number
  }

  private func number(of operation: OperationTable.Entry, failure: OperationTracker.Failure) -> UInt32 {
    var requestClass = requestClass(of: operation, outcome: .failed)
    requestClass.error = symbols.number(of: "\(failure.domain):\(failure.code)")
    requestClass.flags = failure.isThrottled ? 3 : 1
    return number(of: requestClass)
  }

  private func requestClass(of operation: OperationTable.Entry, outcome: RequestOutcome) -> RequestClass {
    var requestClass = RequestClass()
    requestClass.operation = operation.name
    requestClass.database = operation.database
    requestClass.operationGroup = operation.groupName
    requestClass.environment = environments[operation.container] ?? 0
    requestClass.interface = operation.isDaemon ? daemon : 0
    requestClass.outcome = UInt8(outcome.rawValue)
    return requestClass
  }

  private func number(of requestClass: RequestClass) -> UInt32 {
    if let number = classes[requestClass] { return number }
    let number = UInt32(classes.count + 1)
    classes[requestClass] = number
    batch.newClasses.append(requestClass)
    return number
  }
}
