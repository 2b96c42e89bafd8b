import SyncModel

extension EventStore {
  /// The largest line and the newest moment of the requests and pages in scope, by input: how far a log goes.
  package func lastActivity() throws(StorageError) -> [Int32: (line: Int, time: Timestamp?)] {
    var last: [Int32: (line: Int, time: Timestamp?)] = [:]
    for (source, extent) in try census().extents { last[source] = (extent.lastLine, extent.lastTime) }
    let rows = try database.prepare(
      """
      SELECT source, max(line), max(time_ms) FROM page WHERE \(scope.condition(timeColumn: "time_ms"))
      GROUP BY source
      """)
    while try rows.step() {
      let source = Int32(truncatingIfNeeded: rows.integer(0))
      let known = last[source] ?? (0, nil)
      let times = [known.time, rows.time(2)].compactMap { $0 }
      last[source] = (max(known.line, Int(rows.integer(1))), times.max())
    }
    return last
  }
}
