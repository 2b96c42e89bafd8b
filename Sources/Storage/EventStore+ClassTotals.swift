import SyncModel

/// Sums over the requests of one class; nil = no request tells it.
package struct RequestClassTotals: Equatable, Sendable {
  package var requestClass: Int64
  package var count: Int
  /// The sum of the durations, and how many requests have one.
  package var durationMs: Int64
  package var timed: Int
  package var bytesSent: Int64?
  package var bytesReceived: Int64?
  /// Records that were sent to be inserted or updated.
  package var savedRecords: Int64?
}

extension EventStore {
  /// Sums over the requests in scope of some classes, by class.
  package func totals(ofClasses classes: [Int64]) throws(StorageError) -> [RequestClassTotals] {
    guard !classes.isEmpty else { return [] }
    let rows = try database.prepare(
      """
      SELECT class, count(*), coalesce(sum(duration_ms), 0), count(duration_ms), sum(bytes_sent), sum(bytes_received),
        CASE WHEN count(inserted) + count(updated) > 0 THEN total(inserted) + total(updated) END
      FROM request WHERE \(scope.requestCondition)
        AND class IN (\(classes.map(String.init).joined(separator: ","))) GROUP BY class ORDER BY class
      """)
    var totals: [RequestClassTotals] = []
    while try rows.step() {
      totals.append(
        RequestClassTotals(
          requestClass: rows.integer(0), count: Int(rows.integer(1)),
          durationMs: rows.integer(2), timed: Int(rows.integer(3)), bytesSent: rows.optionalInteger(4),
          bytesReceived: rows.optionalInteger(5), savedRecords: rows.optionalInteger(6)))
    }
    return totals
  }
}
