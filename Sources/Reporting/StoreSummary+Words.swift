import SyncModel

extension Report {
  /// The stores with a name each of its own: the path, and the identity where one input tells of several stores.
  var namedStores: [(name: String, store: StoreSummary)] {
    var seen: [String: Int] = [:]
    return syncState.map { store in
      let isShared = syncState.count { $0.store == store.store } > 1
      let name = isShared ? "\(store.store), \(store.state.identity)" : store.store
      let number = (seen[name] ?? 0) + 1
      seen[name] = number
      return (number == 1 ? name : "\(name) #\(number)", store)
    }
  }
}

extension StoreSummary {
  /// What is known of the store, in sentences.
  var sentences: [String] {
    let numbers = [
      state.trackedRecords.map { "\(Quantity.counted($0, "record")) tracked" },
      state.pendingUploads.map { "\(Quantity.counted($0, "upload")) waiting" },
      state.pendingDeletes.map { "\(Quantity.counted($0, "delete")) waiting" },
      state.pendingZoneChanges.map { "\(Quantity.counted($0, "zone change")) waiting" },
      state.inFlight.map { "\(Quantity.count($0)) in flight" },
    ].compactMap { $0 }
    let moments = [
      state.lastSuccess.map { "Last success \($0.readable) UTC" },
      state.lastFailure.map { "last failure \($0.readable) UTC" },
      state.oldestPending.map { "oldest waiting change \($0.readable) UTC" },
      state.observedAt.map { "seen \($0.readable) UTC" },
    ].compactMap { $0 }
    let flags = state.flags.isEmpty ? [] : ["Flags set: \(state.flags.joined(separator: ", "))"]
    return [numbers.joined(separator: ", "), moments.joined(separator: "; ")].filter { !$0.isEmpty }
      .map(TextCanvas.sentence) + (flags + state.notes).map(TextCanvas.sentence)
  }

  /// The entities, tables or record types of the store.
  var entityTable: DataTable? {
    guard !state.entities.isEmpty else { return nil }
    let rows = state.entities.map { entity -> [DataTable.Cell] in
      [
        .words(entity.name), .count(entity.tracked), .trouble(entity.pendingUploads), .trouble(entity.pendingDeletes),
      ]
    }
    return DataTable(
      columns: [
        .words("Entity"), .number("Tracked", rank: 1), .number("Uploads waiting"), .number("Deletes waiting", rank: 2),
      ],
      rows: rows)
  }

  /// The record zones of the store.
  var zoneTable: DataTable? {
    guard !state.zones.isEmpty else { return nil }
    let rows = state.zones.map { zone -> [DataTable.Cell] in
      [
        .words(zone.name ?? "whole database"), .words(zone.database), .words(zone.owner),
        .words(zone.tokenDigest == nil ? "none" : "stored"), .moment(zone.lastFetch), .trouble(zone.pendingUploads),
        .trouble(zone.pendingDeletes), .words(zone.flags.joined(separator: ", ")),
      ]
    }
    return DataTable(
      columns: [
        .words("Zone"), .words("Database", rank: 2), .words("Owner", rank: 5), .words("Change token", rank: 1),
        .words("Last fetch (UTC)", rank: 3), .number("Uploads waiting", rank: 4), .number("Deletes waiting", rank: 6),
        .words("Flags", rank: 1),
      ], rows: rows
    ).withoutEmptyColumns()
  }
}
