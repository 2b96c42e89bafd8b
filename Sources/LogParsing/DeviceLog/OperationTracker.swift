import CloudKitFacts
import SyncModel

/// Ties the beginning of an operation to its end by the operation's id, and hands on one request for each.
final class OperationTracker {
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

  private let symbols = SymbolTable()
  private let rows: OperationRows
  private let sink: any RecordSink
  private let source: Int32
  private var open = OperationTable()
  private var order: [UInt64] = []
  private var nextToDrop = 0
  private var groups: [UInt64: Group] = [:]
  private var lastGroup: UInt64 = 0
  private var hasFinishes = false

  /// More started operations than this at once are a log of starts only; the oldest are let go.
  private static let mostOpen = 100_000

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
    rows = OperationRows(sink: sink, symbols: symbols)
  }

  /// Takes a line about an operation; spans are of the given bytes.
  func add(
    _ operation: OperationLine, in bytes: UnsafeRawBufferPointer, line: Int, time: Timestamp?, failure: Failure? = nil
  ) {
    if operation.isStart { start(operation, bytes, line, time) } else { finish(operation, bytes, line, time, failure) }
  }

  /// Remembers the environment of a container, from `TCC approved access for container containerID=X:Sandbox`.
  func noteEnvironment(_ environment: String, of container: String) {
    rows.noteEnvironment(symbols.number(of: environment), of: symbols.number(of: container))
  }

  private func entry(
    _ operation: OperationLine, _ bytes: UnsafeRawBufferPointer, _ line: Int, _ time: Timestamp?
  ) -> OperationTable.Entry {
    OperationTable.Entry(
      id: operation.operationID, groupID: operation.groupID, time: time?.milliseconds ?? RequestBatch.absent,
      line: Int64(line), name: symbol(operation.name, bytes), database: databaseSymbol(operation.database, bytes),
      container: symbol(operation.container, bytes), groupName: groupSymbol(operation.groupName, bytes),
      isDaemon: operation.isDaemon)
  }

  private func start(_ operation: OperationLine, _ bytes: UnsafeRawBufferPointer, _ line: Int, _ time: Timestamp?) {
    guard operation.operationID != 0 else { return }
    let started = entry(operation, bytes, line, time)
    remember(started)
    if open.insert(started) { order.append(operation.operationID) }
    if open.count > Self.mostOpen { dropOldest() }
  }

  private func finish(
    _ operation: OperationLine, _ bytes: UnsafeRawBufferPointer, _ line: Int, _ time: Timestamp?, _ failure: Failure?
  ) {
    hasFinishes = true
    guard operation.operationID != 0 else { return }
    let started = open.remove(operation.operationID)
    var ended = entry(operation, bytes, line, time)
    var duration = operation.runningForMs
    if let started {
      if started.time != RequestBatch.absent, ended.time != RequestBatch.absent, ended.time >= started.time {
        duration = ended.time - started.time
      }
      ended.line = started.line
      if started.time != RequestBatch.absent { ended.time = started.time }
      if ended.database == 0 { ended.database = started.database }
      if ended.container == 0 { ended.container = started.container }
      if ended.groupName == 0 { ended.groupName = started.groupName }
      if ended.groupID == 0 { ended.groupID = started.groupID }
    }
    if started?.container ?? 0 == 0 { remember(ended) }
    if ended.isDaemon, let group = groups[ended.groupID] {
      if ended.database == 0 { ended.database = group.database }
      if ended.container == 0 { ended.container = group.container }
    }
    rows.add(
      ended, durationMs: duration, failure: failure, requestID: operation.requestID.text(of: bytes))
    if order.count > 2 * Self.mostOpen { compactOrder() }
  }

  private func remember(_ operation: OperationTable.Entry) {
    guard !operation.isDaemon, operation.groupID != 0, operation.container != 0 else { return }
    // The operations of a group follow one another.
    if operation.groupID == lastGroup { return }
    lastGroup = operation.groupID
    if groups.count > Self.mostOpen { groups.removeAll(keepingCapacity: true) }
    groups[operation.groupID] = Group(database: operation.database, container: operation.container)
  }

  private func symbol(_ span: ByteSpan, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    span.isEmpty ? 0 : symbols.number(of: span.bytes(of: bytes))
  }

  private func groupSymbol(_ span: ByteSpan, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard !span.isEmpty else { return 0 }
    let name = span.bytes(of: bytes)
    return name.count == 4 && LinePrefix.matches("none", name, 0) ? 0 : symbols.number(of: name)
  }

  private func databaseSymbol(_ span: ByteSpan, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard !span.isEmpty else { return 0 }
    let name = span.bytes(of: bytes)
    switch name[0] | 0x20 {
    case 0x70 where name.count > 1 && name[1] == 0x72: return rows.privateDatabase
    case 0x70: return rows.publicDatabase
    case 0x73: return rows.sharedDatabase
    default: return symbols.number(of: name)
    }
  }
}

// MARK: - The end of the log

extension OperationTracker {
  /// Hands on what is left: requests, and operations whose end was not seen although the log shows ends of others.
  func finishLog() {
    rows.handOver()
    guard hasFinishes else { return }
    for operation in open.all.prefix(1000) where !operation.isDaemon {
      let name = symbols.name(of: operation.name) ?? "operation"
      sink.add(
        Activity(
          origin: Origin(source: source, line: Int(operation.line)),
          kind: name.holds("Fetch") || name.holds("Query") || name.holds("Download") ? .fetch : .send,
          outcome: .unfinished,
          start: operation.time == RequestBatch.absent ? nil : Timestamp(milliseconds: operation.time),
          identifier: HexDigits.text(operation.id, uppercase: true), text: name))
    }
  }

  private func dropOldest() {
    while open.count > Self.mostOpen, nextToDrop < order.count {
      _ = open.remove(order[nextToDrop])
      nextToDrop += 1
    }
    if nextToDrop > Self.mostOpen {
      order.removeFirst(nextToDrop)
      nextToDrop = 0
    }
  }

  private func compactOrder() {
    order = order.dropFirst(nextToDrop).filter { open.contains($0) }
    nextToDrop = 0
  }
}
