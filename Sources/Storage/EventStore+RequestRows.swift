import CSQLite
import SyncModel

extension EventStore {
  /// Calls the body with every request in scope, in the order of the inputs; for numbers that the census does not take.
  package func scanRequests(_ body: (ScannedRequest) -> Void) throws(StorageError) {
    let rows = try database.prepare(
      "SELECT time_ms, class, user, duration_ms FROM request WHERE \(scope.requestCondition)")
    let statement = rows.statement
    func number(_ column: Int32) -> Int64 {
      sqlite3_column_type(statement, column) == SQLITE_NULL
        ? RequestBatch.absent : sqlite3_column_int64(statement, column)
    }
    while try rows.step() {
      body(
        ScannedRequest(
          time: number(0), requestClass: sqlite3_column_int64(statement, 1), user: sqlite3_column_int64(statement, 2),
          duration: number(3)))
    }
  }
}
