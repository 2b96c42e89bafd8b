import CSQLite
import CloudKitFacts
import SyncModel

/// Writes request rows: whole batches of the hot path, and single records.
final class RequestWriter {
  private let source: Int64
  private let symbols: SymbolTable
  private let insert: Statement
  /// By the optional columns that a batch has.
  private var batchInsertions: [RequestBatch.Columns: Statement] = [:]
  private let table: BatchTable
  /// Counts the requests of a new store while they are written; nil = nobody does.
  private let live: (any LiveCensusTaking)?
  /// Numbers in the store by symbol and class number of each worker; index 0 is unused.
  private var workers: [WorkerNumbers] = []
  private let database: Database
  /// The classes of single records.
  private var classes: [RecordClass: Int64] = [:]
  /// The extreme times of the requests written.
  private(set) var firstTime: Int64?
  private(set) var lastTime: Int64?
  /// The first and the last row written; they are contiguous because a session is alone in its transaction.
  private(set) var firstRow: Int64?
  var lastRow: Int64? { firstRow.map { $0 + rowCount - 1 } }
  private var rowCount: Int64 = 0
  /// The rows since the last span that was written, for the search by time.
  private var span: (count: Int64, first: Int64, last: Int64) = (0, .max, .min)

  private struct WorkerNumbers {
    var symbols: [Int64] = [0]
    var texts: [String] = [""]
    var classes: [Int64] = [0]
  }

  init(
    database: Database, symbols: SymbolTable, source: Int32, live: (any LiveCensusTaking)?
  ) throws(StorageError) {
    self.live = live
    self.source = Int64(source)
    self.database = database
    self.symbols = symbols
    symbols.onNewClass = live.map { live in { live.learn($0) } }
    insert = try database.cached("INSERT INTO request VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
    sqlite3_bind_int64(insert.statement, 1, self.source)
    table = database.batchTable
  }

  func write(_ batch: RequestBatch) throws(StorageError) {
    while workers.count <= batch.worker { workers.append(WorkerNumbers()) }
    try learn(batch)
    let (classes, symbols) = (workers[batch.worker].classes, workers[batch.worker].symbols)
    let insertion = try insertion(of: batch.columns)
    try table.showing(batch, classes: classes, symbols: symbols) { () throws(StorageError) in try insertion.run() }
    for row in batch.rows { noteTime(row.time) }
    try noteRows(batch.count)
    live?.add(batch, source: Int32(truncatingIfNeeded: source), classes: classes, symbols: symbols)
  }

  private func insertion(of columns: RequestBatch.Columns) throws(StorageError) -> Statement {
    if let known = batchInsertions[columns] { return known }
    let new = try database.cached(BatchTable.insertion(of: columns))
    new.bind(1, source)
    batchInsertions[columns] = new
    return new
  }

  private func noteRows(_ count: Int) throws(StorageError) {
    if firstRow == nil, count > 0 { firstRow = sqlite3_last_insert_rowid(database.handle) - Int64(count) + 1 }
    rowCount += Int64(count)
    span.count += Int64(count)
    if span.count >= 4096 { try writeSpan() }
  }

  /// Writes the times of the rows since the last span; also to be called at the end.
  func writeSpan() throws(StorageError) {
    guard let firstRow, span.count > 0 else { return }
    let last = firstRow + rowCount - 1
    if span.first <= span.last {
      let insert = try database.cached("INSERT OR REPLACE INTO request_span VALUES (?, ?, ?, ?)")
      insert.bind(1, last - span.count + 1)
      insert.bind(2, last)
      insert.bind(3, span.first)
      insert.bind(4, span.last)
      try insert.run()
      firstTime = min(firstTime ?? .max, span.first)
      lastTime = max(lastTime ?? .min, span.last)
    }
    span = (0, .max, .min)
  }

  func write(_ record: RequestRecord) throws(StorageError) {
    insert.bind(2, record.origin.line)
    insert.bind(3, record.time?.milliseconds)
    noteTime(record.time?.milliseconds ?? RequestBatch.absent)
    let number = try classNumber(of: record)
    let user = try record.user.map { text throws(StorageError) in try symbols.number(of: text) }
    insert.bind(4, number)
    insert.bind(5, user)
    bindIdentifier(6, record.operationID)
    bindIdentifier(7, record.requestID)
    insert.bind(8, record.durationMs)
    insert.bind(9, record.retryAfterMs)
    insert.bind(10, record.bytesSent)
    insert.bind(11, record.bytesReceived)
    insert.bind(12, record.inserted)
    insert.bind(13, record.updated)
    insert.bind(14, record.deleted)
    insert.bind(15, record.insertedBytes)
    insert.bind(16, record.updatedBytes)
    insert.bind(17, record.deletedBytes)
    try insert.run()
    try noteRows(1)
    live?.add(record, source: Int32(truncatingIfNeeded: source), requestClass: number, user: user ?? 0)
  }

  private func learn(_ batch: RequestBatch) throws(StorageError) {
    for text in batch.newSymbols {
      let number = try symbols.number(of: text)
      workers[batch.worker].symbols.append(number)
      workers[batch.worker].texts.append(text)
    }
    for requestClass in batch.newClasses {
      let known = workers[batch.worker].symbols
      func symbol(_ number: UInt32) -> Int64? { number == 0 ? nil : known[Int(number)] }
      let family =
        requestClass.operation == 0
        ? nil
        : try symbols.number(
          of: OperationFamily(operation: workers[batch.worker].texts[Int(requestClass.operation)]).rawValue)
      let stored = StoredClass(columns: [
        symbol(requestClass.environment), symbol(requestClass.database), symbol(requestClass.zone),
        symbol(requestClass.operation), family, symbol(requestClass.operationGroup), symbol(requestClass.platform),
        symbol(requestClass.clientOS), symbol(requestClass.interface), symbol(requestClass.status),
        symbol(requestClass.error), symbol(requestClass.recordTypes), Int64(requestClass.outcome),
        Int64(requestClass.flags),
      ])
      let number = try symbols.number(of: stored)
      workers[batch.worker].classes.append(number)
    }
  }

  private func classNumber(of record: RequestRecord) throws(StorageError) -> Int64 {
    let key = RecordClass(record)
    if let known = classes[key] { return known }
    let number = try newClassNumber(of: record)
    if classes.count >= 4096 { classes.removeAll(keepingCapacity: true) }
    classes[key] = number
    return number
  }

  private func newClassNumber(of record: RequestRecord) throws(StorageError) -> Int64 {
    let texts = [
      record.environment, record.database, record.zone, record.operation,
      record.family ?? record.operation.map { OperationFamily(operation: $0).rawValue }, record.operationGroup,
      record.platform, record.clientOS, record.interface, record.status, record.error, record.recordTypes,
    ]
    var columns: [Int64?] = []
    for text in texts {
      columns.append(try text.map { text throws(StorageError) in try symbols.number(of: text) })
    }
    columns.append(Int64(record.outcome.rawValue))
    columns.append((record.errorIsReported ? 1 : 0) | (record.isThrottled ? 2 : 0))
    return try symbols.number(of: StoredClass(columns: columns))
  }

  private func noteTime(_ time: Int64) {
    guard time != RequestBatch.absent else { return }
    if time < span.first { span.first = time }
    if time > span.last { span.last = time }
  }

  private func bindUUID(_ index: Int32, _ high: UInt64, _ low: UInt64) {
    var bytes = (high.bigEndian, low.bigEndian)
    withUnsafeBytes(of: &bytes) {
      _ = sqlite3_bind_blob(insert.statement, index, $0.baseAddress, 16, Statement.transient)
    }
  }

  /// Binds an identifier of a single record: compact where the text can be given back to the letter, else as text.
  private func bindIdentifier(_ index: Int32, _ text: String?) {
    guard let text else { return insert.bind(index, nil as String?) }
    switch CompactIdentifier(text) {
    case .operation(let number)? where index == 6: insert.bind(index, Int64(bitPattern: number))
    case .uuid(let high, let low)? where index == 7: bindUUID(index, high, low)
    default: insert.bind(index, text)
    }
  }
}

/// What makes the class of a single record; families follow from operations.
private struct RecordClass: Hashable {
  var environment, database, zone, operation, family, operationGroup: String?
  var platform, clientOS, interface, status, error, recordTypes: String?
  var outcome: RequestOutcome
  var errorIsReported, isThrottled: Bool

  init(_ record: RequestRecord) {
    environment = record.environment
    database = record.database
    zone = record.zone
    operation = record.operation
    family = record.family
    operationGroup = record.operationGroup
    platform = record.platform
    clientOS = record.clientOS
    interface = record.interface
    status = record.status
    error = record.error
    recordTypes = record.recordTypes
    outcome = record.outcome
    errorIsReported = record.errorIsReported
    isThrottled = record.isThrottled
  }

  /// What differs most often is enough to find it.
  func hash(into hasher: inout Hasher) {
    hasher.combine(operation)
    hasher.combine(zone)
    hasher.combine(status)
    hasher.combine(error)
  }
}
