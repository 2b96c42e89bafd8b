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

/// Sums over the requests in scope; nil = no row has the column.
package struct RequestSums: Equatable, Sendable {
  package var bytes: ByteTotals
  package var firstTime: Timestamp?
  package var lastTime: Timestamp?
}

extension EventStore {
  /// Calls the body with every request in scope, in the order of the inputs: the fast way over millions of rows.
  package func scanRequests(_ body: (ScannedRequest) -> Void) throws(StorageError) {
    let rows = try database.prepare(
      "SELECT time_ms, class, user, duration_ms FROM request WHERE \(scope.requestCondition)")
    let statement = rows.statement
    while try rows.step() {
      body(
        ScannedRequest(
          time: sqlite3_column_type(statement, 0) == SQLITE_NULL
            ? RequestBatch.absent : sqlite3_column_int64(statement, 0),
          requestClass: sqlite3_column_int64(statement, 1), user: sqlite3_column_int64(statement, 2),
          duration: sqlite3_column_type(statement, 3) == SQLITE_NULL
            ? RequestBatch.absent : sqlite3_column_int64(statement, 3)))
    }
  }

  /// The sums over the requests in scope.
  package func requestSums() throws(StorageError) -> RequestSums {
    let row = try database.prepare(
      """
      SELECT sum(bytes_sent), sum(bytes_received), sum(inserted_bytes), sum(updated_bytes), sum(deleted_bytes),
        min(time_ms), max(time_ms) FROM request WHERE \(scope.requestCondition)
      """)
    guard try row.step() else { return RequestSums(bytes: ByteTotals(), firstTime: nil, lastTime: nil) }
    return RequestSums(
      bytes: ByteTotals(
        sent: row.optionalInteger(0), received: row.optionalInteger(1), insertedRecords: row.optionalInteger(2),
        updatedRecords: row.optionalInteger(3), deletedRecords: row.optionalInteger(4)),
      firstTime: row.time(5), lastTime: row.time(6))
  }

  /// The distinct delays, in milliseconds, that requests in scope were told to wait, by request class, and the last.
  package func requestDelays() throws(StorageError) -> (byClass: [Int64: Set<Int64>], last: Int64?) {
    let condition = "\(scope.requestCondition) AND retry_after_ms IS NOT NULL"
    let rows = try database.prepare(
      "SELECT class, retry_after_ms, max(rowid) FROM request WHERE \(condition) GROUP BY 1, 2")
    var delays: [Int64: Set<Int64>] = [:]
    var last: (row: Int64, delay: Int64)?
    while try rows.step() {
      delays[rows.integer(0), default: []].insert(rows.integer(1))
      if rows.integer(2) > last?.row ?? 0 { last = (rows.integer(2), rows.integer(1)) }
    }
    return (delays, last?.delay)
  }
}
