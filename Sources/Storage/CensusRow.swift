import CSQLite
import SyncModel

/// The columns of one request that telemetry needs, without any string.
package struct ScannedRequest: Sendable {
  /// Milliseconds since 1970; `RequestBatch.absent` = none.
  package var time: Int64
  /// The id of the request class.
  package var requestClass: Int64
  /// The symbol number of the user; 0 = none.
  package var user: Int64
  /// Milliseconds; `RequestBatch.absent` = none.
  package var duration: Int64
}

/// A request as the census counts it, wherever it stands; absent integers are `RequestBatch.absent`.
protocol CensusRow {
  var source: Int32 { get }
  var line: Int { get }
  var scanned: ScannedRequest { get }
  var retryAfter: Int64 { get }
  /// The operation id when it is a number.
  var operation: Int64? { get }
  /// Bytes sent, received, inserted, updated, deleted: 0 to 4.
  func bytes(_ column: Int) -> Int64
}

/// The row on which the statement of `CensusReading` stands.
struct StoredCensusRow: CensusRow {
  let statement: OpaquePointer

  var source: Int32 { Int32(truncatingIfNeeded: sqlite3_column_int64(statement, 0)) }
  var line: Int { Int(sqlite3_column_int64(statement, 1)) }
  var scanned: ScannedRequest {
    ScannedRequest(
      time: integer(2), requestClass: sqlite3_column_int64(statement, 3), user: sqlite3_column_int64(statement, 4),
      duration: integer(5))
  }
  var retryAfter: Int64 { integer(6) }
  var operation: Int64? {
    sqlite3_column_type(statement, 12) == SQLITE_INTEGER ? sqlite3_column_int64(statement, 12) : nil
  }
  func bytes(_ column: Int) -> Int64 { integer(Int32(column + 7)) }

  @inline(__always)
  private func integer(_ column: Int32) -> Int64 {
    let value = sqlite3_column_int64(statement, column)
    // A value other than 0 is no NULL, which spares the question for nearly every row.
    return value != 0 || sqlite3_column_type(statement, column) != SQLITE_NULL ? value : RequestBatch.absent
  }
}

/// A row of a batch, with the store's numbers of its class and user.
struct BatchCensusRow: CensusRow {
  let source: Int32
  let row: UnsafePointer<RequestBatch.Row>
  let requestClass: Int64
  let user: Int64

  var line: Int { Int(row.pointee.line) }
  var scanned: ScannedRequest {
    ScannedRequest(
      time: row.pointee.time, requestClass: requestClass, user: user, duration: row.pointee.durationMs)
  }
  var retryAfter: Int64 { row.pointee.retryAfterMs }
  var operation: Int64? { row.pointee.operationID == 0 ? nil : Int64(bitPattern: row.pointee.operationID) }
  func bytes(_ column: Int) -> Int64 {
    switch column {
    case 0: row.pointee.bytesSent
    case 1: row.pointee.bytesReceived
    case 2: row.pointee.insertedBytes
    case 3: row.pointee.updatedBytes
    default: row.pointee.deletedBytes
    }
  }
}

/// A single record, with the store's numbers of its class and user.
struct RecordCensusRow: CensusRow, Sendable {
  let source: Int32
  let line: Int
  let scanned: ScannedRequest
  let retryAfter: Int64
  let operation: Int64?
  private let columns: [Int64]

  init(source: Int32, record: RequestRecord, requestClass: Int64, user: Int64) {
    self.source = source
    line = record.origin.line
    scanned = ScannedRequest(
      time: record.time?.milliseconds ?? RequestBatch.absent, requestClass: requestClass, user: user,
      duration: record.durationMs ?? RequestBatch.absent)
    retryAfter = record.retryAfterMs ?? RequestBatch.absent
    if case .operation(let number)? = record.operationID.flatMap({ CompactIdentifier($0) }) {
      operation = Int64(bitPattern: number)
    } else {
      operation = nil
    }
    let bytes = [
      record.bytesSent, record.bytesReceived, record.insertedBytes, record.updatedBytes, record.deletedBytes,
    ]
    columns = bytes.contains { $0 != nil } ? bytes.map { $0 ?? RequestBatch.absent } : []
  }

  func bytes(_ column: Int) -> Int64 { columns.isEmpty ? RequestBatch.absent : columns[column] }
}
