import CSQLite
import SyncModel

/// A virtual table whose rows are those of the batch at hand, so that one `INSERT … SELECT` takes a whole batch.
///
/// Against binding and stepping a statement for each row this saves SQLite's fixed work per statement. What SQLite's
/// callbacks read stands in memory of its own: they are called for every value of every row, where reference counts and
/// checks of exclusive access would cost more than the value.
final class BatchTable {
  /// The name that SQL uses.
  static let name = "request_batch"
  /// The columns that every batch has, in the order of the table `request`, behind `source`.
  private static let columns = ["line", "time_ms", "class", "user", "operation_id", "request_id", "duration_ms"]
  /// The columns that many batches lack, in the order of the table `request`.
  private static let optionalColumns: [(name: String, column: RequestBatch.Columns)] = [
    ("retry_after_ms", .retryAfterMs), ("bytes_sent", .bytesSent), ("bytes_received", .bytesReceived),
    ("inserted", .inserted), ("updated", .updated), ("deleted", .deleted), ("inserted_bytes", .insertedBytes),
    ("updated_bytes", .updatedBytes), ("deleted_bytes", .deletedBytes),
  ]

  private struct Content {
    /// Must be the first member: the callbacks see only it.
    var supply: RowSupply
    var rows: UnsafeBufferPointer<RequestBatch.Row>
    /// The store's numbers of the classes and symbols of the batch's worker.
    var classes: UnsafeBufferPointer<Int64>
    var symbols: UnsafeBufferPointer<Int64>
    var oddOperationIDs: [Int: String] = [:]
    var oddRequestIDs: [Int: String] = [:]
  }

  private let content: UnsafeMutablePointer<Content>

  init() {
    content = .allocate(capacity: 1)
    content.initialize(to: Self.empty)
  }

  deinit {
    content.deinitialize(count: 1)
    content.deallocate()
  }

  private static var empty: Content {
    Content(
      supply: RowSupply(count: 0, put: BatchTable.put), rows: UnsafeBufferPointer(start: nil, count: 0),
      classes: UnsafeBufferPointer(start: nil, count: 0),
      symbols: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The statement that inserts batches with these optional columns; its only parameter is the input's number.
  static func insertion(of columns: RequestBatch.Columns) -> String {
    let names = self.columns + optionalColumns.filter { columns.contains($0.column) }.map(\.name)
    let list = names.joined(separator: ", ")
    return "INSERT INTO request(source, \(list)) SELECT ?1, \(list) FROM \(name)"
  }

  /// Calls the body while the table has the rows of a batch.
  func showing(
    _ batch: RequestBatch, classes: [Int64], symbols: [Int64], _ body: () throws(StorageError) -> Void
  ) throws(StorageError) {
    defer { content.pointee = Self.empty }
    try batch.rows.withUnsafeBufferPointer { rows throws(StorageError) in
      try classes.withUnsafeBufferPointer { classes throws(StorageError) in
        try symbols.withUnsafeBufferPointer { symbols throws(StorageError) in
          content.pointee = Content(
            supply: RowSupply(count: rows.count, put: BatchTable.put), rows: rows, classes: classes, symbols: symbols,
            oddOperationIDs: batch.oddOperationIDs,
            oddRequestIDs: batch.oddRequestIDs)
          try body()
        }
      }
    }
  }

  /// Makes the table known to a connection; the object must outlive it.
  func register(in database: Database) throws(StorageError) {
    try RowSupply.register(
      content, as: Self.name, columns: Self.columns + Self.optionalColumns.map(\.name), in: database)
  }

  /// Gives SQLite the value of a column; what is not given is NULL.
  private static let put: RowSupply.Put = { column, number, content, context in
    let content = content.assumingMemoryBound(to: Content.self)
    guard let row = content.pointee.rows.baseAddress?.advanced(by: number) else { return }
    switch column {
    case 0: sqlite3_result_int64(context, row.pointee.line)
    case 1: RowSupply.give(row.pointee.time, context)
    case 2: sqlite3_result_int64(context, content.pointee.classes[Int(row.pointee.classNumber)])
    case 3: if row.pointee.user != 0 { sqlite3_result_int64(context, content.pointee.symbols[Int(row.pointee.user)]) }
    case 4: putOperationID(row, number, content, context)
    case 5: putRequestID(row, number, content, context)
    case 6: RowSupply.give(row.pointee.durationMs, context)
    case 7: RowSupply.give(row.pointee.retryAfterMs, context)
    case 8: RowSupply.give(row.pointee.bytesSent, context)
    case 9: RowSupply.give(row.pointee.bytesReceived, context)
    case 10: RowSupply.give(row.pointee.inserted, context)
    case 11: RowSupply.give(row.pointee.updated, context)
    case 12: RowSupply.give(row.pointee.deleted, context)
    case 13: RowSupply.give(row.pointee.insertedBytes, context)
    case 14: RowSupply.give(row.pointee.updatedBytes, context)
    default: RowSupply.give(row.pointee.deletedBytes, context)
    }
  }

  private static func putOperationID(
    _ row: UnsafePointer<RequestBatch.Row>, _ number: Int, _ content: UnsafeMutablePointer<Content>,
    _ context: OpaquePointer?
  ) {
    if row.pointee.operationID != 0 {
      sqlite3_result_int64(context, Int64(bitPattern: row.pointee.operationID))
    } else if let text = content.pointee.oddOperationIDs[number] {
      put(text, context)
    }
  }

  /// The two halves of a UUID follow each other in memory, most significant byte first, and stay there during the call.
  private static func putRequestID(
    _ row: UnsafePointer<RequestBatch.Row>, _ number: Int, _ content: UnsafeMutablePointer<Content>,
    _ context: OpaquePointer?
  ) {
    if row.pointee.requestIDHigh | row.pointee.requestIDLow != 0 {
      guard let offset = MemoryLayout<RequestBatch.Row>.offset(of: \.requestIDHigh) else { return }
      sqlite3_result_blob(context, UnsafeRawPointer(row) + offset, 16, nil)
    } else if let text = content.pointee.oddRequestIDs[number] {
      put(text, context)
    }
  }

  private static func put(_ text: String, _ context: OpaquePointer?) {
    sqlite3_result_text(context, text, -1, Statement.transient)
  }
}
