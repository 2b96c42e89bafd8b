import CSQLite
import SyncModel

/// A virtual table whose rows are those of the batch at hand, so that one `INSERT … SELECT` takes a whole batch.
///
/// Against binding and stepping a statement for each row this saves SQLite's fixed work per statement.
final class BatchTable {
  /// The name that SQL uses.
  static let name = "request_batch"
  /// The columns, in the order of the table `request`.
  private static let columns = [
    "source", "line", "time_ms", "class", "user", "operation_id", "request_id", "duration_ms", "retry_after_ms",
    "bytes_sent", "bytes_received", "inserted", "updated", "deleted", "inserted_bytes", "updated_bytes",
    "deleted_bytes",
  ]

  var source: Int64 = 0
  var batch = RequestBatch()
  /// The store's numbers of the classes and symbols of the batch's worker.
  var classes: [Int64] = []
  var symbols: [Int64] = []

  /// Makes the table known to a connection; the object must outlive it.
  func register(in database: Database) throws(StorageError) {
    let status = sqlite3_create_module_v2(
      database.handle, Self.name, &Self.module, Unmanaged.passUnretained(self).toOpaque(), nil)
    guard status == SQLITE_OK else { throw database.failure(of: "register \(Self.name)", status: status) }
  }

  /// A connected table: SQLite's part first, then ours.
  private struct Table {
    var base = sqlite3_vtab()
    var owner: UnsafeMutableRawPointer?
  }

  private struct Cursor {
    var base = sqlite3_vtab_cursor()
    var row = 0
    var count = 0
  }

  nonisolated(unsafe) private static var module: sqlite3_module = {
    // Written once before any connection uses it, and only read afterwards.
    var module = sqlite3_module()
    module.xConnect = { database, owner, _, _, table, _ in
      let status = sqlite3_declare_vtab(database, "CREATE TABLE x(\(BatchTable.columns.joined(separator: ",")))")
      guard status == SQLITE_OK else { return status }
      let new = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      new.initialize(to: Table(owner: owner))
      table?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    module.xDisconnect = { table in
      UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
      return SQLITE_OK
    }
    module.xBestIndex = { _, _ in SQLITE_OK }
    module.xOpen = { _, cursor in
      let new = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      new.initialize(to: Cursor())
      cursor?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    module.xClose = { cursor in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).deallocate()
      return SQLITE_OK
    }
    module.xFilter = { cursor, _, _, _, _ in
      guard let cursor, let table = BatchTable.of(cursor) else { return SQLITE_ERROR }
      let state = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Cursor.self)
      state.pointee.row = 0
      state.pointee.count = table.batch.count
      return SQLITE_OK
    }
    module.xNext = { cursor in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).pointee.row += 1
      return SQLITE_OK
    }
    module.xEof = { cursor in
      guard let state = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else { return 1 }
      return state.pointee.row >= state.pointee.count ? 1 : 0
    }
    module.xRowid = { _, _ in SQLITE_ERROR }
    module.xColumn = { cursor, context, column in
      guard let cursor, let table = BatchTable.of(cursor) else { return SQLITE_ERROR }
      table.put(column, UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Cursor.self).pointee.row, context)
      return SQLITE_OK
    }
    return module
  }()

  private static func of(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> BatchTable? {
    UnsafeMutableRawPointer(cursor.pointee.pVtab)?.assumingMemoryBound(to: Table.self).pointee.owner.map {
      Unmanaged<BatchTable>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Gives SQLite the value of a column; what is not given is NULL.
  private func put(_ column: Int32, _ row: Int, _ context: OpaquePointer?) {
    switch column {
    case 0: sqlite3_result_int64(context, source)
    case 1: sqlite3_result_int64(context, batch.line[row])
    case 2: put(batch.time[row], context)
    case 3: sqlite3_result_int64(context, classes[Int(batch.classNumber[row])])
    case 4: if batch.user[row] != 0 { sqlite3_result_int64(context, symbols[Int(batch.user[row])]) }
    case 5: putOperationID(row, context)
    case 6: putRequestID(row, context)
    case 7: put(batch.durationMs[row], context)
    case 8: put(batch.retryAfterMs[row], context)
    case 9: put(batch.bytesSent[row], context)
    case 10: put(batch.bytesReceived[row], context)
    case 11: put(batch.inserted[row], context)
    case 12: put(batch.updated[row], context)
    case 13: put(batch.deleted[row], context)
    case 14: put(batch.insertedBytes[row], context)
    case 15: put(batch.updatedBytes[row], context)
    default: put(batch.deletedBytes[row], context)
    }
  }

  @inline(__always)
  private func put(_ value: Int64, _ context: OpaquePointer?) {
    if value != RequestBatch.absent { sqlite3_result_int64(context, value) }
  }

  private func putOperationID(_ row: Int, _ context: OpaquePointer?) {
    if batch.operationID[row] != 0 {
      sqlite3_result_int64(context, Int64(bitPattern: batch.operationID[row]))
    } else if !batch.oddOperationIDs.isEmpty, let text = batch.oddOperationIDs[row] {
      put(text, context)
    }
  }

  private func putRequestID(_ row: Int, _ context: OpaquePointer?) {
    if batch.requestIDHigh[row] | batch.requestIDLow[row] != 0 {
      var bytes = (batch.requestIDHigh[row].bigEndian, batch.requestIDLow[row].bigEndian)
      withUnsafeBytes(of: &bytes) { sqlite3_result_blob(context, $0.baseAddress, 16, Statement.transient) }
    } else if !batch.oddRequestIDs.isEmpty, let text = batch.oddRequestIDs[row] {
      put(text, context)
    }
  }

  private func put(_ text: String, _ context: OpaquePointer?) {
    sqlite3_result_text(context, text, -1, Statement.transient)
  }
}
