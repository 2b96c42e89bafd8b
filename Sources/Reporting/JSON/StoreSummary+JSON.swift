import SyncModel

extension StoreSummary {
  /// The state of one store as the machine contract has it.
  var json: JSONValue {
    .members([
      "store": .string(store), "kind": .string(state.kind.rawValue), "identity": .string(state.identity),
      "verdict": .string(verdict), "observedAt": .optional(state.observedAt),
      "trackedRecords": .optional(state.trackedRecords), "pendingUploads": .optional(state.pendingUploads),
      "pendingDeletes": .optional(state.pendingDeletes), "pendingZoneChanges": .optional(state.pendingZoneChanges),
      "inFlight": .optional(state.inFlight), "oldestPending": .optional(state.oldestPending),
      "lastSuccess": .optional(state.lastSuccess), "lastFailure": .optional(state.lastFailure),
      "zones": .array(state.zones.map(\.json)), "entities": .array(state.entities.map(\.json)),
      "flags": .texts(state.flags), "pendingItems": .texts(state.pendingItems), "notes": .texts(state.notes),
      "events": .array(events.map(\.json)),
    ])
  }
}

extension StoreState.Zone {
  fileprivate var json: JSONValue {
    .members([
      "name": .optional(name), "owner": .optional(owner), "database": .optional(database),
      "tokenDigest": .optional(tokenDigest), "lastFetch": .optional(lastFetch), "flags": .texts(flags),
      "pendingUploads": .optional(pendingUploads), "pendingDeletes": .optional(pendingDeletes),
    ])
  }
}

extension StoreState.Entity {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "tracked": .count(tracked), "pendingUploads": .count(pendingUploads),
      "pendingDeletes": .count(pendingDeletes),
    ])
  }
}

extension Activity {
  fileprivate var json: JSONValue {
    .members([
      "kind": .string(kind.rawValue), "outcome": .string(outcome.rawValue), "start": .optional(start),
      "end": .optional(end), "identifier": .optional(identifier), "errorDomain": .optional(errorDomain),
      "errorCode": .optional(errorCode), "affectedObjects": .optional(affectedObjects),
    ])
  }
}
