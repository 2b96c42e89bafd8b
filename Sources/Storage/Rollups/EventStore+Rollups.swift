import CSQLite
import SyncModel

extension EventStore {
  /// Makes the rolled hours of every input that has none yet, each in a transaction of its own.
  package func rollUp() throws(StorageError) {
    let rows = try database.prepare("SELECT id FROM source WHERE is_rolled = 0 ORDER BY id")
    var missing: [Int64] = []
    while try rows.step() { missing.append(rows.integer(0)) }
    guard !missing.isEmpty else { return }
    let failed = try failedClasses()
    for chunk in stride(from: 0, to: missing.count, by: 256) {
      try database.transaction { () throws(StorageError) in
        for source in missing[chunk..<min(chunk + 256, missing.count)] { try database.rollUp(source, failed: failed) }
      }
    }
  }

  private func failedClasses() throws(StorageError) -> Set<Int64> {
    let rows = try database.prepare("SELECT id FROM request_class WHERE outcome = 1")
    var failed: Set<Int64> = []
    while try rows.step() { failed.insert(rows.integer(0)) }
    return failed
  }

  /// Calls the body with the rolled hours in scope whose rows are gone.
  ///
  /// An hour counts whole when any part of it lies in the scope. Only classes in scope are handed on; `users` are empty
  /// where classes are chosen, because an hour knows only all users.
  package func forEachRolledHour(_ body: (RolledHour) -> Void) throws(StorageError) {
    // An hour does not tell which of its requests were a user's.
    guard scope.users == nil else { return }
    let rows = try database.prepare(
      """
      SELECT r.hour, r.cells, r.users FROM rollup r JOIN source s ON s.id = r.source
      WHERE \(rolledCondition) ORDER BY r.hour, r.source
      """)
    let keepsUsers = scope.requestClasses == nil
    while try rows.step() {
      var hour = RolledHour(
        hour: rows.integer(0), cells: rows.blob(1), users: keepsUsers ? rows.blob(2) : Statement.noBytes)
      if let chosen = scope.requestClasses { hour.cells.removeAll { !chosen.contains($0.requestClass) } }
      if !hour.cells.isEmpty { body(hour) }
    }
  }

  /// The moment before which the scope has hours without rows; nil = it has all rows.
  package func rolledBefore() throws(StorageError) -> Timestamp? {
    let row = try database.prepare(
      "SELECT max(r.hour) FROM rollup r JOIN source s ON s.id = r.source WHERE \(rolledCondition)")
    guard try row.step(), let last = row.optionalInteger(0) else { return nil }
    return Timestamp(milliseconds: (last &+ 1) &* 3_600_000)
  }

  /// From the first to the last moment of the hours in scope whose rows are gone, as near as inputs tell.
  package func rolledPeriod() throws(StorageError) -> Period? {
    let row = try database.prepare(
      """
      SELECT min(max(r.hour * 3600000, coalesce(s.first_time, \(Int64.min)))),
        max(min(r.hour * 3600000 + 3599999, coalesce(s.last_time, \(Int64.max))))
      FROM rollup r JOIN source s ON s.id = r.source WHERE \(rolledCondition)
      """)
    guard try row.step(), let start = row.time(0), let end = row.time(1) else { return nil }
    return Period(start: start, end: max(start, end))
  }

  /// The condition on `rollup r` and its `source s`.
  private var rolledCondition: String {
    var conditions = ["r.hour * 3600000 < s.raw_from"]
    if let since = scope.since { conditions.append("r.hour >= \(since.startOfHour.milliseconds / 3_600_000)") }
    if let until = scope.until { conditions.append("r.hour * 3600000 < \(until.milliseconds)") }
    if let sources = scope.sources {
      conditions.append("s.id IN (\(sources.sorted().map(String.init).joined(separator: ",")))")
    }
    return conditions.joined(separator: " AND ")
  }
}

extension Database {
  /// Takes source, hour, requests, cells, users.
  static let insertRolledHour = "INSERT INTO rollup(source, hour, requests, cells, users) VALUES (?, ?, ?, ?, ?)"

  /// Makes the rolled hours of one input; to be called in a transaction.
  func rollUp(_ source: Int64, failed: Set<Int64>) throws(StorageError) {
    let insert = try cached(Self.insertRolledHour)
    let find = try cached("SELECT cells, users FROM rollup WHERE source = ? AND hour = ?")
    let remove = try cached("DELETE FROM rollup WHERE source = ? AND hour = ?")
    var builder = RollupBuilder { (part: RolledHour) throws(StorageError) in
      var hour = part
      find.bind(1, source)
      find.bind(2, hour.hour)
      let isKnown = try find.step()
      if isKnown { hour.add(RolledHour(hour: hour.hour, cells: find.blob(0), users: find.blob(1))) }
      find.reset()
      if isKnown {
        remove.bind(1, source)
        remove.bind(2, hour.hour)
        try remove.run()
      }
      try insert.put(hour, of: source)
    }
    let rows = try cached(
      """
      SELECT time_ms, class, user, duration_ms, bytes_sent, bytes_received, inserted_bytes, updated_bytes, deleted_bytes
      FROM request WHERE rowid BETWEEN (SELECT first_request FROM source WHERE id = ?1)
        AND (SELECT last_request FROM source WHERE id = ?1) AND source = ?1 AND time_ms IS NOT NULL
      """)
    rows.bind(1, source)
    defer { rows.reset() }
    while try rows.step() { try builder.take(rows.statement) { failed.contains($0) } }
    try builder.finish()
    let mark = try cached("UPDATE source SET is_rolled = 1 WHERE id = ?")
    mark.bind(1, source)
    try mark.run()
  }
}

extension Statement {
  /// Inserts a rolled hour of an input.
  func put(_ hour: RolledHour, of source: Int64) throws(StorageError) {
    bind(1, source)
    bind(2, hour.hour)
    bind(3, hour.cells.reduce(0) { $0 + $1.count })
    bind(4, hour.cellBytes)
    bind(5, hour.userBytes)
    try run()
  }
}
