import SyncModel

/// Ties the beginning of an operation to its end by the operation's id, and hands on one request for each.
final class OperationTracker {
  /// A started operation.
  private struct Open {
    var time: Timestamp?
    var line: Int
    var name: UInt32
    var database: UInt32
    var container: UInt32
    var groupName: UInt32
    var groupID: UInt64
    var isDaemon: Bool
  }

  /// What is known of a group from the client's operation; the daemon's lines do not say it.
  private struct Group {
    var database: UInt32
    var container: UInt32
  }

  /// How an operation failed.
  struct Failure {
    var domain: String
    var code: Int
    var retryAfterMs: Int64?

    /// True when server or device refused because of rate limits.
    var isThrottled: Bool { domain == "CKErrorDomain" && (code == 7 || code == 6 && retryAfterMs != nil) }
  }

  private let sink: any RecordSink
  private let source: Int32
  private var symbols = SymbolTable()
  private var classes: [RequestClass: UInt32] = [:]
  private var batch = RequestBatch()
  private var open: [UInt64: Open] = [:]
  private var order: [UInt64] = []
  private var nextToDrop = 0
  private var groups: [UInt64: Group] = [:]
  private var environments: [UInt32: UInt32] = [:]
  private var hasFinishes = false

  /// More started operations than this at once are a log of starts only; the oldest are let go.
  private static let mostOpen = 100_000
  private static let batchSize = 8192

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
  }

  /// Takes a line about an operation; ranges are of the given bytes.
  func add(
    _ operation: OperationLine, in bytes: UnsafeRawBufferPointer, line: Int, time: Timestamp?, failure: Failure? = nil
  ) {
    if operation.isStart { start(operation, bytes, line, time) } else { finish(operation, bytes, line, time, failure) }
  }

  /// Remembers the environment of a container, from `TCC approved access for container containerID=X:Sandbox`.
  func noteEnvironment(_ environment: String, of container: String) {
    environments[symbols.number(of: container)] = symbols.number(of: environment)
  }

  private func start(_ operation: OperationLine, _ bytes: UnsafeRawBufferPointer, _ line: Int, _ time: Timestamp?) {
    guard operation.operationID != 0 else { return }
    let started = Open(
      time: time, line: line, name: symbol(operation.name, bytes), database: databaseSymbol(operation.database, bytes),
      container: symbol(operation.container, bytes), groupName: groupSymbol(operation.groupName, bytes),
      groupID: operation.groupID, isDaemon: operation.isDaemon)
    remember(started)
    if open.updateValue(started, forKey: operation.operationID) == nil { order.append(operation.operationID) }
    if open.count > Self.mostOpen { dropOldest() }
  }

  private func finish(
    _ operation: OperationLine, _ bytes: UnsafeRawBufferPointer, _ line: Int, _ time: Timestamp?, _ failure: Failure?
  ) {
    hasFinishes = true
    guard operation.operationID != 0 else { return }
    let started = open.removeValue(forKey: operation.operationID)
    var ended = Open(
      time: time, line: line, name: symbol(operation.name, bytes), database: databaseSymbol(operation.database, bytes),
      container: symbol(operation.container, bytes), groupName: groupSymbol(operation.groupName, bytes),
      groupID: operation.groupID, isDaemon: operation.isDaemon)
    if let started {
      ended.line = started.line
      if ended.database == 0 { ended.database = started.database }
      if ended.container == 0 { ended.container = started.container }
      if ended.groupName == 0 { ended.groupName = started.groupName }
      if ended.groupID == 0 { ended.groupID = started.groupID }
    }
    remember(ended)
    if ended.isDaemon, let group = groups[ended.groupID] {
      if ended.database == 0 { ended.database = group.database }
      if ended.container == 0 { ended.container = group.container }
    }
    var duration = operation.runningForMs
    if let from = started?.time, let time, time >= from { duration = time.milliseconds - from.milliseconds }
    append(ended, id: operation.operationID, time: started?.time ?? time, duration: duration, failure: failure)
    if let range = operation.requestID { note(requestID: bytes[range]) }
    if order.count > 2 * Self.mostOpen { compactOrder() }
  }

  private func remember(_ operation: Open) {
    guard !operation.isDaemon, operation.groupID != 0, operation.container != 0 else { return }
    if groups.count > Self.mostOpen { groups.removeAll(keepingCapacity: true) }
    groups[operation.groupID] = Group(database: operation.database, container: operation.container)
  }

  private func append(_ operation: Open, id: UInt64, time: Timestamp?, duration: Int64?, failure: Failure?) {
    var requestClass = RequestClass()
    requestClass.operation = operation.name
    requestClass.database = operation.database
    requestClass.operationGroup = operation.groupName
    requestClass.environment = environments[operation.container] ?? 0
    requestClass.interface = operation.isDaemon ? symbols.number(of: "daemon") : 0
    requestClass.outcome = UInt8((failure == nil ? RequestOutcome.succeeded : .failed).rawValue)
    if let failure {
      requestClass.error = symbols.number(of: "\(failure.domain):\(failure.code)")
      requestClass.flags = failure.isThrottled ? 3 : 1
    }
    var row = RequestBatch.Row(line: Int64(operation.line))
    row.classNumber = number(of: requestClass)
    row.time = time?.milliseconds ?? RequestBatch.absent
    row.operationID = id
    row.durationMs = duration ?? RequestBatch.absent
    row.retryAfterMs = failure?.retryAfterMs ?? RequestBatch.absent
    batch.append(row)
    if batch.count >= Self.batchSize { handOver() }
  }

  private func note(requestID: Slice<UnsafeRawBufferPointer>) {
    guard batch.count > 0 else { return }
    batch.oddRequestIDs[batch.count - 1] = String(decoding: requestID, as: UTF8.self)
  }

  private func number(of requestClass: RequestClass) -> UInt32 {
    if let number = classes[requestClass] { return number }
    let number = UInt32(classes.count + 1)
    classes[requestClass] = number
    batch.newClasses.append(requestClass)
    return number
  }

  private func handOver() {
    guard batch.count > 0 else { return }
    batch.newSymbols = symbols.announce()
    sink.add(batch)
    batch = RequestBatch()
  }

  private func symbol(_ range: Range<Int>?, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let range else { return 0 }
    return symbols.number(of: UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  private func groupSymbol(_ range: Range<Int>?, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let range, !(range.count == 4 && LinePrefix.matches("none", bytes, range.lowerBound)) else { return 0 }
    return symbol(range, bytes)
  }

  private func databaseSymbol(_ range: Range<Int>?, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let range, let first = bytes[range].first else { return 0 }
    switch first | 0x20 {
    case 0x70 where bytes[range].dropFirst().first == 0x72: return symbols.number(of: "PRIVATE")
    case 0x70: return symbols.number(of: "PUBLIC")
    case 0x73: return symbols.number(of: "SHARED")
    default: return symbol(range, bytes)
    }
  }
}

// MARK: - The end of the log

extension OperationTracker {
  /// Hands on what is left: requests, and operations whose end was not seen although the log shows ends of others.
  func finishLog() {
    handOver()
    guard hasFinishes else { return }
    let unfinished = open.sorted { $0.value.line < $1.value.line }
    let names = Dictionary(uniqueKeysWithValues: symbols.all.map { ($0.value, $0.key) })
    for (id, operation) in unfinished.prefix(1000) where !operation.isDaemon {
      let name = names[operation.name] ?? "operation"
      sink.add(
        Activity(
          origin: Origin(source: source, line: operation.line),
          kind: name.contains("Fetch") || name.contains("Query") || name.contains("Download") ? .fetch : .send,
          outcome: .unfinished, start: operation.time, identifier: Self.hexText(id), text: name))
    }
  }

  private func dropOldest() {
    while open.count > Self.mostOpen, nextToDrop < order.count {
      open.removeValue(forKey: order[nextToDrop])
      nextToDrop += 1
    }
    if nextToDrop > Self.mostOpen {
      order.removeFirst(nextToDrop)
      nextToDrop = 0
    }
  }

  private func compactOrder() {
    order = order.dropFirst(nextToDrop).filter { open[$0] != nil }
    nextToDrop = 0
  }

  /// 16 upper-case hexadecimal digits.
  static func hexText(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
