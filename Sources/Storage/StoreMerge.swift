import CSQLite
import SyncModel

extension EventStore {
  /// Takes over the inputs of another store that this one does not have; how many came, and how many were known.
  ///
  /// Each input goes in whole or not at all. An input whose content begins like a shorter one of the same log replaces
  /// it; requests with the id and the moment of one that is here are left out.
  package func merge(_ path: String) throws(StorageError) -> (added: Int, known: Int) {
    // Opening it tells what is no store, or one of a newer version.
    _ = try EventStore(path: path, isWritable: false)
    let attach = try database.prepare("ATTACH ? AS other")
    attach.bind(1, path)
    try attach.run()
    defer { try? database.execute("DETACH other") }
    var merge = StoreMerge(database: database)
    try merge.mapNumbers()
    try merge.takeInputs()
    cachedErrors = nil
    cachedSuspiciousPages = nil
    cachedCensus = nil
    liveCensus = nil
    return (merge.added, merge.known)
  }
}

/// What decides whether an input of the other store is taken.
private struct Input {
  var id: Int64
  var path: String
  var hash: String?
  var prefix: String?
  var length: Int64
  var times: (Int64?, Int64?)
  /// The moment before which it has no rows.
  var rawFrom: Int64
}

/// The state of a merge with the database that is attached as `other`.
private struct StoreMerge {
  let database: Database
  private(set) var added = 0
  private(set) var known = 0
  /// The numbers here of the other store's classes and texts.
  private var classes: [Int64: Int64] = [:]
  private var users: [Int64: Int64] = [:]
  private var failedClasses: Set<Int64> = []

  init(database: Database) {
    self.database = database
  }

  private static let classColumns = [
    "environment", "database", "zone", "operation", "family", "operation_group", "platform", "client_os", "interface",
    "status", "error", "record_types",
  ]

  /// Gives every text and request class of the other store a number here.
  mutating func mapNumbers() throws(StorageError) {
    let mapped = Self.classColumns.map { "(SELECT new FROM symbol_map WHERE old = k.\($0)) AS \($0)" }
    let columns = (Self.classColumns + ["outcome", "flags"]).joined(separator: ", ")
    let same = (Self.classColumns + ["outcome", "flags"]).map { "c.\($0) IS m.\($0)" }.joined(separator: " AND ")
    try database.transaction { () throws(StorageError) in
      try database.execute(
        """
        INSERT OR IGNORE INTO main.symbol(text) SELECT text FROM other.symbol ORDER BY id;
        DROP TABLE IF EXISTS temp.symbol_map;
        DROP TABLE IF EXISTS temp.mapped_class;
        DROP TABLE IF EXISTS temp.class_map;
        CREATE TEMP TABLE symbol_map(old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        INSERT INTO symbol_map SELECT o.id, s.id FROM other.symbol o JOIN main.symbol s ON s.text = o.text;
        CREATE TEMP TABLE mapped_class AS
          SELECT k.id AS old, \(mapped.joined(separator: ", ")), k.outcome, k.flags FROM other.request_class k;
        INSERT INTO main.request_class(\(columns)) SELECT \(columns) FROM mapped_class m
          WHERE NOT EXISTS (SELECT 1 FROM main.request_class c WHERE \(same));
        CREATE TEMP TABLE class_map(old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        INSERT INTO class_map SELECT m.old, min(c.id) FROM mapped_class m JOIN main.request_class c ON \(same) GROUP BY 1;
        """)
    }
    func pairs(_ table: String) throws(StorageError) -> [Int64: Int64] {
      let rows = try database.prepare("SELECT old, new FROM \(table)")
      var pairs: [Int64: Int64] = [:]
      while try rows.step() { pairs[rows.integer(0)] = rows.integer(1) }
      return pairs
    }
    classes = try pairs("class_map")
    users = try pairs("symbol_map")
    let rows = try database.prepare("SELECT id FROM main.request_class WHERE outcome = 1")
    while try rows.step() { failedClasses.insert(rows.integer(0)) }
  }

  /// Takes the inputs one by one, in the order in which the other store read them.
  mutating func takeInputs() throws(StorageError) {
    let rows = try database.prepare(
      """
      SELECT id, path, content_hash, prefix_hash, offset, first_time, last_time, coalesce(raw_from, \(Int64.min))
      FROM other.source ORDER BY id
      """)
    var inputs: [Input] = []
    while try rows.step() {
      inputs.append(
        Input(
          id: rows.integer(0), path: rows.text(1) ?? "", hash: rows.text(2), prefix: rows.text(3),
          length: rows.integer(4), times: (rows.optionalInteger(5), rows.optionalInteger(6)), rawFrom: rows.integer(7)))
    }
    for input in inputs {
      let twins = try database.prepare(
        "SELECT id, offset, coalesce(raw_from, \(Int64.min)) FROM main.source WHERE CASE WHEN ?1 IS NULL THEN content_hash IS NULL AND path = ?2 "
          + "ELSE content_hash = ?1 OR prefix_hash = ?3 END")
      twins.bind(1, input.hash)
      twins.bind(2, input.path)
      twins.bind(3, input.prefix)
      var shorter: [Int64] = []
      var isKnown = false
      while try twins.step() {
        // Of two of the same length the one with more of its rows stays.
        if (twins.integer(1), input.rawFrom) >= (input.length, twins.integer(2)) {
          isKnown = true
        } else {
          shorter.append(twins.integer(0))
        }
      }
      twins.reset()
      if isKnown {
        known += 1
        continue
      }
      try database.transaction { () throws(StorageError) in
        for other in shorter { try database.removeInput(other) }
        try take(input.id, input.times)
      }
      added += 1
    }
  }

  private func take(_ old: Int64, _ times: (Int64?, Int64?)) throws(StorageError) {
    let about =
      "path, content_hash, format, bytes, lines, records, unrecognized, first_unrecognized, truncated, notes, "
      + "first_time, last_time, ingested_at, offset, prefix_hash, raw_from, is_rolled"
    // Read before the input is among them.
    try database.knownRequests.inputs.load(from: database)
    try database.execute(
      "INSERT INTO main.source(\(about)) SELECT \(about) FROM other.source WHERE id = \(old)")
    let new = sqlite3_last_insert_rowid(database.handle)
    let first = try database.integer("SELECT coalesce(max(rowid), 0) + 1 FROM main.request")
    let range =
      "r.rowid BETWEEN (SELECT first_request FROM other.source WHERE id = \(old)) AND "
      + "(SELECT last_request FROM other.source WHERE id = \(old))"
    let values =
      "operation_id, request_id, duration_ms, retry_after_ms, bytes_sent, bytes_received, inserted, updated, deleted, "
      + "inserted_bytes, updated_bytes, deleted_bytes"
    try database.execute(
      """
      INSERT INTO main.request SELECT \(new), r.line, r.time_ms, (SELECT new FROM class_map WHERE old = r.class),
        (SELECT new FROM symbol_map WHERE old = r.user), \(values)
      FROM other.request r WHERE \(range) AND r.source = \(old) ORDER BY r.rowid
      """)
    let last = try database.integer("SELECT coalesce(max(rowid), 0) FROM main.request")
    if last >= first {
      try database.execute("UPDATE main.source SET first_request = \(first), last_request = \(last) WHERE id = \(new)")
    }
    try takeEvents(of: old, as: new)
    try database.execute(
      """
      INSERT OR REPLACE INTO main.request_span SELECT min(rowid), max(rowid), min(time_ms), max(time_ms)
        FROM main.request WHERE rowid >= \(first) AND time_ms IS NOT NULL GROUP BY rowid / 4096
      """)
    let known = try database.removeKnownRequests(rows: (first, last), firstTime: times.0, lastTime: times.1)
    if let first = times.0, let last = times.1, first <= last { database.knownRequests.inputs.add(first...last) }
    try takeRollups(of: old, as: new, isChanged: known > 0)
  }

  /// Takes the rolled hours over; where rows were left out those that still have rows are made anew.
  private func takeRollups(of old: Int64, as new: Int64, isChanged: Bool) throws(StorageError) {
    guard try database.integer("SELECT is_rolled FROM main.source WHERE id = \(new)") != 0 else { return }
    let condition = isChanged ? "AND hour * 3600000 < coalesce(s.raw_from, \(Int64.min))" : ""
    let rows = try database.prepare(
      """
      SELECT r.hour, r.cells, r.users FROM other.rollup r JOIN other.source s ON s.id = r.source
      WHERE r.source = \(old) \(condition) ORDER BY r.hour
      """)
    let insert = try database.cached(Database.insertRolledHour)
    while try rows.step() {
      let hour = RolledHour(hour: rows.integer(0), cells: rows.blob(1), users: rows.blob(2))
      try insert.put(hour.renumbered(classes: classes, users: users), of: new)
    }
    if isChanged { try database.rollUp(new, failed: failedClasses) }
  }

  private func takeEvents(of old: Int64, as new: Int64) throws(StorageError) {
    for (table, columns) in Self.eventColumns {
      try database.execute(
        "INSERT INTO main.\(table) SELECT \(new), \(columns) FROM other.\(table) WHERE source = \(old) ORDER BY rowid")
    }
    let errors = try database.integer("SELECT coalesce(max(id), 0) FROM main.error")
    let states = try database.integer("SELECT coalesce(max(id), 0) FROM main.store_state")
    let ofInput = "state IN (SELECT id FROM other.store_state WHERE source = \(old)) ORDER BY rowid"
    try database.execute(
      """
      INSERT INTO main.error SELECT id + \(errors), \(new), line, time_ms, parent + \(errors), \(Self.errorColumns)
        FROM other.error WHERE source = \(old) ORDER BY id;
      INSERT INTO main.store_state SELECT id + \(states), \(new), \(Self.stateColumns)
        FROM other.store_state WHERE source = \(old) ORDER BY id;
      INSERT INTO main.state_zone SELECT state + \(states), name, owner, database, token_digest, last_fetch_ms, flags,
        pending_uploads, pending_deletes FROM other.state_zone WHERE \(ofInput);
      INSERT INTO main.state_entity SELECT state + \(states), name, tracked, pending_uploads, pending_deletes
        FROM other.state_entity WHERE \(ofInput);
      """)
  }

  private static let eventColumns = [
    (
      "page",
      "line, time_ms, kind, stream, subject, cursor_in, cursor_out, more_coming, items, bytes, duration_ms, "
        + "operation_id, has_answer, text"
    ),
    ("activity", "line, kind, outcome, start_ms, end_ms, identifier, store, error_domain, error_code, affected, text"),
    ("observation", "line, time_ms, kind, subject, value, text"),
  ]
  private static let errorColumns =
    "domain, code, server_code, http_status, underlying_domain, underlying_code, message, item, zone, retry_after_ms, "
    + "operation, operation_id, request_id, container, count, printed, collateral, items_known, items_redacted, text"
  private static let stateColumns =
    "line, identity, kind, observed_ms, tracked, pending_uploads, pending_deletes, pending_zone_changes, in_flight, "
    + "oldest_pending_ms, last_success_ms, last_failure_ms, flags, pending_items, notes"
}
