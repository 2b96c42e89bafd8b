import SyncModel

/// What is remembered of an alert that fired and has not cleared.
package struct AlertState: Equatable, Sendable {
  package var firedAt: Timestamp
  package var toldAt: Timestamp
  /// Since when its condition has not held; nil = it holds.
  package var calmSince: Timestamp?

  package init(firedAt: Timestamp, toldAt: Timestamp, calmSince: Timestamp? = nil) {
    self.firedAt = firedAt
    self.toldAt = toldAt
    self.calmSince = calmSince
  }
}

extension EventStore {
  /// The alerts that fired and have not cleared, by name.
  package func alertStates() throws(StorageError) -> [String: AlertState] {
    let rows = try database.prepare("SELECT name, fired_ms, told_ms, calm_ms FROM alert_state")
    var states: [String: AlertState] = [:]
    while try rows.step() {
      states[rows.text(0) ?? ""] = AlertState(
        firedAt: Timestamp(milliseconds: rows.integer(1)), toldAt: Timestamp(milliseconds: rows.integer(2)),
        calmSince: rows.time(3))
    }
    return states
  }

  /// Remembers the given alerts and forgets all others, in one transaction.
  package func setAlertStates(_ states: [String: AlertState]) throws(StorageError) {
    try database.execute("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try database.execute("DELETE FROM alert_state")
      let insert = try database.prepare("INSERT INTO alert_state VALUES (?, ?, ?, ?)")
      for (name, state) in states.sorted(by: { $0.key < $1.key }) {
        insert.bind(1, name)
        insert.bind(2, state.firedAt.milliseconds)
        insert.bind(3, state.toldAt.milliseconds)
        insert.bind(4, state.calmSince?.milliseconds)
        try insert.run()
      }
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// The last moment that anything in the store speaks of; nil = it has no times.
  package func newestMoment() throws(StorageError) -> Timestamp? {
    let row = try database.prepare("SELECT max(last_time) FROM source")
    return try row.step() ? row.time(0) : nil
  }
}
