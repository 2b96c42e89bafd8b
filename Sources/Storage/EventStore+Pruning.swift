import CSQLite
import SyncModel

/// What a pruning removed.
package struct PrunedRows: Equatable, Sendable {
  package var requests = 0
  /// Errors, pages, activities, observations and states.
  package var others = 0
  /// What the file is smaller by.
  package var bytes: Int64 = 0

  package init() {}
}

extension EventStore {
  /// Removes what happened before a moment, in transactions of at most `batch` rows, and gives the space back.
  ///
  /// What has no time stays, so does the newest state of each sync store. Inputs stay known, so that nothing is read a
  /// second time. A run that is killed has removed whole batches.
  package func prune(before moment: Timestamp, batch: Int = 50_000) throws(StorageError) -> PrunedRows {
    let limit = moment.milliseconds
    let before = try size()
    var pruned = PrunedRows()
    pruned.requests = try removeAll(from: "request", where: "time_ms < \(limit)", batch: batch)
    for table in ["page", "observation", "error"] {
      pruned.others += try removeAll(from: table, where: "time_ms < \(limit)", batch: batch)
    }
    // An item without a time of its own belongs to its error.
    pruned.others += try removeAll(
      from: "error", where: "parent NOT NULL AND parent NOT IN (SELECT id FROM error)", batch: batch)
    pruned.others += try removeAll(
      from: "activity", where: "coalesce(end_ms, start_ms) < \(limit)", batch: batch)
    pruned.others += try removeAll(from: "store_state", where: Self.outdatedStates(before: limit), batch: batch)
    for table in ["state_zone", "state_entity"] {
      _ = try removeAll(from: table, where: "state NOT IN (SELECT id FROM store_state)", batch: batch)
    }
    try database.execute(
      """
      BEGIN IMMEDIATE;
      UPDATE source SET first_time = NULL, last_time = NULL WHERE last_time < \(limit);
      UPDATE source SET first_time = \(limit) WHERE first_time < \(limit);
      COMMIT;
      PRAGMA incremental_vacuum;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
    pruned.bytes = max(0, before - (try size()))
    cachedErrors = nil
    cachedSuspiciousPages = nil
    cachedCensus = nil
    return pruned
  }

  /// What `prune` would remove; no bytes.
  package func prunable(before moment: Timestamp) throws(StorageError) -> PrunedRows {
    let limit = moment.milliseconds
    func count(_ table: String, _ condition: String) throws(StorageError) -> Int {
      Int(try database.integer("SELECT count(*) FROM \(table) WHERE \(condition)"))
    }
    var rows = PrunedRows()
    rows.requests = try count("request", "time_ms < \(limit)")
    for table in ["page", "observation"] { rows.others += try count(table, "time_ms < \(limit)") }
    rows.others += try count(
      "error",
      "time_ms < \(limit) OR (time_ms IS NULL AND parent IN (SELECT id FROM error WHERE time_ms < \(limit)))")
    rows.others += try count("activity", "coalesce(end_ms, start_ms) < \(limit)")
    rows.others += try count("store_state", Self.outdatedStates(before: limit))
    return rows
  }

  private static func outdatedStates(before limit: Int64) -> String {
    "observed_ms < \(limit) AND id NOT IN (SELECT id FROM (SELECT id, max(observed_ms) FROM store_state GROUP BY identity))"
  }

  private func removeAll(from table: String, where condition: String, batch: Int) throws(StorageError) -> Int {
    var removed = 0
    while true {
      // Each statement is a transaction of its own.
      try database.execute(
        "DELETE FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE \(condition) LIMIT \(max(1, batch)))")
      let count = Int(sqlite3_changes(database.handle))
      removed += count
      if count == 0 { return removed }
    }
  }

  private func size() throws(StorageError) -> Int64 {
    try database.integer("PRAGMA page_count") * (try database.integer("PRAGMA page_size"))
  }
}
