import CSQLite
import SyncModel

/// What a pruning removed.
package struct PrunedRows: Equatable, Sendable {
  package var requests = 0
  /// Errors, pages, activities, observations and states.
  package var others = 0
  /// Hours of inputs whose numbers went too.
  package var rolledHours = 0
  /// What the file is smaller by.
  package var bytes: Int64 = 0

  package init() {}
}

extension EventStore {
  /// Removes what happened before the hour of a moment, in transactions of about `batch` rows, and gives the space back.
  ///
  /// Of requests the rolled hours stay, until their own moment. What has no time stays, so does the newest state of each
  /// sync store. Inputs stay known, so that nothing is read a second time. A run that is killed has removed whole
  /// batches, and no request counts twice or not at all.
  package func prune(
    before moment: Timestamp, rolledBefore: Timestamp? = nil, batch: Int = 50_000
  ) throws(StorageError) -> PrunedRows {
    let limit = moment.startOfHour.milliseconds
    let before = try size()
    var pruned = PrunedRows()
    database.knownRequests.forget()
    try rollUp()
    pruned.requests = try pruneRequests(before: limit, batch: max(1, batch))
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
    // What has rolled hours still speaks of its time.
    let ofRolled = rolledBefore.map { min(limit, $0.startOfHour.milliseconds) } ?? .min
    if rolledBefore != nil {
      pruned.rolledHours = try removeAll(
        from: "rollup", where: Self.outdatedHours(before: ofRolled), batch: max(1, batch / 100))
    }
    let earliest = "CASE WHEN raw_from IS NULL THEN \(limit) ELSE \(ofRolled) END"
    try database.execute(
      """
      BEGIN IMMEDIATE;
      UPDATE source SET first_time = NULL, last_time = NULL WHERE last_time < \(earliest);
      UPDATE source SET first_time = \(earliest) WHERE first_time < \(earliest);
      DELETE FROM request_span WHERE max_ms < \(limit);
      COMMIT;
      """)
    try giveSpaceBack()
    pruned.bytes = max(0, before - (try size()))
    cachedErrors = nil
    cachedSuspiciousPages = nil
    cachedCensus = nil
    cachedTimedRows = nil
    liveCensus = nil
    return pruned
  }

  /// Removes request rows, some hours of one input at a time: with the rows goes the mark from where on there are rows.
  private func pruneRequests(before limit: Int64, batch: Int) throws(StorageError) -> Int {
    let inputs = try database.prepare(
      """
      SELECT id, coalesce(raw_from, \(Int64.min)) FROM source
      WHERE first_request NOT NULL AND first_time < \(limit) AND coalesce(raw_from, \(Int64.min)) < \(limit) ORDER BY id
      """)
    var outdated: [(source: Int64, from: Int64)] = []
    while try inputs.step() { outdated.append((inputs.integer(0), inputs.integer(1))) }
    let hours = try database.prepare(
      """
      SELECT hour, requests FROM rollup
      WHERE source = ? AND hour * 3600000 >= ? AND hour * 3600000 < \(limit) ORDER BY hour
      """)
    var removed = 0
    for (source, from) in outdated {
      hours.bind(1, source)
      hours.bind(2, from)
      var ends: [Int64] = []
      var waiting = 0
      while try hours.step() {
        let count = Int(hours.integer(1))
        if waiting > 0, waiting + count > batch {
          ends.append(hours.integer(0) * 3_600_000)
          waiting = 0
        }
        waiting += count
      }
      hours.reset()
      for end in ends + [limit] { removed += try removeRequests(of: source, before: end) }
    }
    return removed
  }

  private func removeRequests(of source: Int64, before end: Int64) throws(StorageError) -> Int {
    var removed = 0
    try database.transaction { () throws(StorageError) in
      // The spans tell how far the rows of so early a time reach: else each batch would read the rest of the input.
      let remove = try database.cached(
        """
        DELETE FROM request WHERE rowid BETWEEN (SELECT first_request FROM source WHERE id = ?1)
          AND (SELECT min(s.last_request, max(last_row)) FROM source s JOIN request_span
            ON first_row <= s.last_request AND last_row >= s.first_request AND min_ms < ?2 WHERE s.id = ?1)
          AND source = ?1 AND time_ms < ?2
        """)
      remove.bind(1, source)
      remove.bind(2, end)
      try remove.run()
      removed = Int(sqlite3_changes(database.handle))
      let mark = try database.cached("UPDATE source SET raw_from = ? WHERE id = ?")
      mark.bind(1, end)
      mark.bind(2, source)
      try mark.run()
    }
    return removed
  }

  /// Returns free pages to the system, some at a time so that readers and other writers come in between.
  private func giveSpaceBack() throws(StorageError) {
    var free = try database.integer("PRAGMA freelist_count")
    while free > 0 {
      try database.execute("PRAGMA incremental_vacuum(4000)")
      let left = try database.integer("PRAGMA freelist_count")
      // A store of another make does not shrink.
      guard left < free else { break }
      free = left
    }
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// What `prune` would remove; no bytes.
  package func prunable(before moment: Timestamp, rolledBefore: Timestamp? = nil) throws(StorageError) -> PrunedRows {
    let limit = moment.startOfHour.milliseconds
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
    if let rolledBefore {
      rows.rolledHours = try count(
        "rollup", Self.outdatedHours(before: min(limit, rolledBefore.startOfHour.milliseconds)))
    }
    return rows
  }

  private static func outdatedStates(before limit: Int64) -> String {
    "observed_ms < \(limit) AND id NOT IN (SELECT id FROM (SELECT id, max(observed_ms) FROM store_state GROUP BY identity))"
  }

  private static func outdatedHours(before limit: Int64) -> String { "hour < \(limit / 3_600_000)" }

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
