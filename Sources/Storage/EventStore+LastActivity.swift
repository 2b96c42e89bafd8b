import SyncModel

extension EventStore {
  /// The largest line and the newest moment of the requests and pages in scope, by input: how far a log goes.
  package func lastActivity() throws(StorageError) -> [Int32: (line: Int, time: Timestamp?)] {
    let rows = try database.prepare(
      """
      SELECT source, max(line), max(time_ms) FROM (
        SELECT source, line, time_ms FROM request WHERE \(scope.requestCondition)
        UNION ALL SELECT source, line, time_ms FROM page WHERE \(scope.condition(timeColumn: "time_ms")))
      GROUP BY source
      """)
    var last: [Int32: (line: Int, time: Timestamp?)] = [:]
    while try rows.step() {
      last[Int32(truncatingIfNeeded: rows.integer(0))] = (Int(rows.integer(1)), rows.time(2))
    }
    return last
  }
}
