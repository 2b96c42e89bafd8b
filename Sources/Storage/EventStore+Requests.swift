import CSQLite
import SyncModel

/// Which requests a query is about.
package enum RequestSelection: Sendable {
  case all, failed, throttled
  /// Requests of a family, such as `record.query`.
  case family(String)

  fileprivate var condition: String {
    switch self {
    case .all: "1"
    case .failed: "class IN (SELECT id FROM request_class WHERE outcome = 1)"
    case .throttled: "class IN (SELECT id FROM request_class WHERE flags & 2)"
    case .family(let family):
      "class IN (SELECT id FROM request_class WHERE family = "
        + "(SELECT id FROM symbol WHERE text = '\(family.filter { $0 != "'" })'))"
    }
  }
}

/// A combination of attributes that requests have in common.
package struct StoredRequestClass: Equatable, Sendable {
  package var id: Int64
  package var environment: String?
  package var database: String?
  package var zone: String?
  package var operation: String?
  package var family: String?
  package var operationGroup: String?
  package var platform: String?
  package var clientOS: String?
  package var interface: String?
  package var status: String?
  package var error: String?
  package var recordTypes: String?
  package var outcome: RequestOutcome
  /// True when an ErrorReport carries the error, so that it must not be counted from the request.
  package var errorIsReported: Bool
  package var isThrottled: Bool
}

extension EventStore {
  /// All request classes of the store, by id; a few hundred even in large stores.
  package func requestClasses() throws(StorageError) -> [Int64: StoredRequestClass] {
    if let cachedClasses { return cachedClasses }
    let names = [
      "environment", "database", "zone", "operation", "family", "operation_group", "platform", "client_os",
      "interface", "status", "error", "record_types",
    ]
    let columns = names.map { "(SELECT text FROM symbol WHERE symbol.id = k.\($0))" }.joined(separator: ", ")
    let rows = try database.prepare("SELECT k.id, \(columns), k.outcome, k.flags FROM request_class k")
    var classes: [Int64: StoredRequestClass] = [:]
    while try rows.step() {
      let flags = rows.integer(14)
      classes[rows.integer(0)] = StoredRequestClass(
        id: rows.integer(0), environment: rows.text(1), database: rows.text(2), zone: rows.text(3),
        operation: rows.text(4), family: rows.text(5), operationGroup: rows.text(6), platform: rows.text(7),
        clientOS: rows.text(8), interface: rows.text(9), status: rows.text(10), error: rows.text(11),
        recordTypes: rows.text(12), outcome: RequestOutcome(rawValue: Int(rows.integer(13))) ?? .unknown,
        errorIsReported: flags & 1 != 0, isThrottled: flags & 2 != 0)
    }
    cachedClasses = classes
    return classes
  }

  /// The number of requests in scope that a selection has.
  package func requestCount(_ selection: RequestSelection = .all) throws(StorageError) -> Int {
    Int(
      try database.integer(
        "SELECT count(*) FROM request WHERE \(scope.requestCondition) AND \(selection.condition)"))
  }

  /// Calls the body with each request of a selection, in the order of the inputs; the body ends it by returning false.
  ///
  /// For millions of requests ask for aggregates instead: each call costs about a microsecond.
  package func forEachRequest(
    _ selection: RequestSelection = .all, limit: Int = .max, _ body: (RequestRecord) -> Bool
  ) throws(StorageError) {
    let classes = try requestClasses()
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, (SELECT text FROM symbol WHERE id = user), operation_id, request_id,
        duration_ms, retry_after_ms, bytes_sent, bytes_received, inserted, updated, deleted, inserted_bytes,
        updated_bytes, deleted_bytes
      FROM request WHERE \(scope.requestCondition) AND \(selection.condition) ORDER BY rowid LIMIT \(limit)
      """)
    while try rows.step() {
      guard let requestClass = classes[rows.integer(3)] else { continue }
      if !body(record(rows, requestClass)) { return }
    }
  }

  private func record(_ rows: Statement, _ requestClass: StoredRequestClass) -> RequestRecord {
    var record = RequestRecord(
      origin: rows.origin(0), outcome: requestClass.outcome, time: rows.time(2), operation: requestClass.operation)
    record.family = requestClass.family
    record.environment = requestClass.environment
    record.database = requestClass.database
    record.zone = requestClass.zone
    record.user = rows.text(4)
    record.operationID = identifier(rows, 5)
    record.requestID = identifier(rows, 6)
    record.operationGroup = requestClass.operationGroup
    record.platform = requestClass.platform
    record.clientOS = requestClass.clientOS
    record.interface = requestClass.interface
    record.status = requestClass.status
    record.error = requestClass.error
    record.errorIsReported = requestClass.errorIsReported
    record.isThrottled = requestClass.isThrottled
    record.recordTypes = requestClass.recordTypes
    record.durationMs = rows.optionalInteger(7)
    record.retryAfterMs = rows.optionalInteger(8)
    record.bytesSent = rows.optionalInteger(9)
    record.bytesReceived = rows.optionalInteger(10)
    record.inserted = rows.optionalInteger(11)
    record.updated = rows.optionalInteger(12)
    record.deleted = rows.optionalInteger(13)
    record.insertedBytes = rows.optionalInteger(14)
    record.updatedBytes = rows.optionalInteger(15)
    record.deletedBytes = rows.optionalInteger(16)
    return record
  }

  private func identifier(_ rows: Statement, _ column: Int32) -> String? {
    switch sqlite3_column_type(rows.statement, column) {
    case SQLITE_INTEGER: return CompactIdentifier.operationText(rows.integer(column))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(rows.statement, column))
      return CompactIdentifier.uuidText(
        UnsafeRawBufferPointer(start: sqlite3_column_blob(rows.statement, column), count: count))
    default: return rows.text(column)
    }
  }
}
