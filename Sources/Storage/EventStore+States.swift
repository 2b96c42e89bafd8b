import SyncModel

extension EventStore {
  /// The states of sync stores in scope, oldest first: two dumps of one store have the same identity.
  package func storeStates() throws(StorageError) -> [StoreState] {
    let rows = try database.prepare(
      """
      SELECT source, line, identity, kind, observed_ms, tracked, pending_uploads, pending_deletes,
        pending_zone_changes, in_flight, oldest_pending_ms, last_success_ms, last_failure_ms, flags, pending_items,
        notes, id
      FROM store_state
      WHERE \(scope.onlyRequests ? "0" : scope.condition(timeColumn: "observed_ms")) ORDER BY observed_ms, id
      """)
    var states: [StoreState] = []
    while try rows.step() {
      guard let kind = StoreState.Kind(rawValue: rows.text(3) ?? "") else { continue }
      let id = rows.integer(16)
      states.append(
        StoreState(
          origin: rows.origin(0), identity: rows.text(2) ?? "", kind: kind, observedAt: rows.time(4),
          trackedRecords: rows.optionalInt(5), pendingUploads: rows.optionalInt(6), pendingDeletes: rows.optionalInt(7),
          pendingZoneChanges: rows.optionalInt(8), inFlight: rows.optionalInt(9), oldestPending: rows.time(10),
          lastSuccess: rows.time(11), lastFailure: rows.time(12), zones: try zones(of: id),
          entities: try entities(of: id), flags: TextList.decode(rows.text(13)),
          pendingItems: TextList.decode(rows.text(14)), notes: TextList.decode(rows.text(15))))
    }
    return states
  }

  private func zones(of state: Int64) throws(StorageError) -> [StoreState.Zone] {
    let rows = try database.cached(
      """
      SELECT name, owner, database, token_digest, last_fetch_ms, flags, pending_uploads, pending_deletes
      FROM state_zone WHERE state = ? ORDER BY rowid
      """)
    rows.bind(1, state)
    defer { rows.reset() }
    var zones: [StoreState.Zone] = []
    while try rows.step() {
      zones.append(
        StoreState.Zone(
          name: rows.text(0), owner: rows.text(1), database: rows.text(2), tokenDigest: rows.text(3),
          lastFetch: rows.time(4), flags: TextList.decode(rows.text(5)), pendingUploads: rows.optionalInt(6),
          pendingDeletes: rows.optionalInt(7)))
    }
    return zones
  }

  private func entities(of state: Int64) throws(StorageError) -> [StoreState.Entity] {
    let rows = try database.cached(
      "SELECT name, tracked, pending_uploads, pending_deletes FROM state_entity WHERE state = ? ORDER BY rowid")
    rows.bind(1, state)
    defer { rows.reset() }
    var entities: [StoreState.Entity] = []
    while try rows.step() {
      entities.append(
        StoreState.Entity(
          name: rows.text(0) ?? "", tracked: Int(rows.integer(1)), pendingUploads: Int(rows.integer(2)),
          pendingDeletes: Int(rows.integer(3))))
    }
    return entities
  }
}
