import Storage
import SyncModel

/// Everything that is known of one sync store over time: its states, oldest first, and its attempts to upload.
package struct StoreHistory: Sendable {
  package var identity: String
  package var kind: StoreState.Kind
  /// At least one; those without a moment stand where they were read.
  package var states: [StoreState]
  /// Exports and sends in the order of time.
  package var uploads: [Activity]

  /// Makes a history; activities of other kinds are left out, and those that logs and the store both tell kept once.
  package init(states: [StoreState], activities: [Activity]) {
    identity = states.last?.identity ?? ""
    kind = states.last?.kind ?? .reported
    self.states = states
    var seen: Set<String> = []
    uploads = activities.filter { $0.kind == .export || $0.kind == .send }.filter { activity in
      guard let identifier = activity.identifier else { return true }
      return seen.insert(identifier).inserted
    }
    // A stable sort: what has no time stays where it was read.
    let ordered = uploads.enumerated().sorted { left, right in
      guard let a = left.element.moment, let b = right.element.moment, a != b else { return left.offset < right.offset }
      return a < b
    }
    uploads = ordered.map(\.element)
  }

  /// The histories of all stores that a run read, in the order in which they were first seen.
  package static func all(in store: EventStore) throws(StorageError) -> [StoreHistory] {
    let activities = try store.activities()
    var order: [String] = []
    var byKey: [String: [StoreState]] = [:]
    for state in try store.storeStates() {
      let key = "\(state.kind.rawValue)/\(state.identity)"
      if byKey[key] == nil { order.append(key) }
      byKey[key, default: []].append(state)
    }
    let identities = Set(byKey.values.compactMap { $0.last?.identity })
    return order.compactMap { key in
      guard let states = byKey[key], let last = states.last else { return nil }
      // Uploads that name no store, as logs of one app do, belong to the one store that there is.
      let own = activities.filter { activity in
        guard let name = activity.store, identities.contains(name) else { return identities.count == 1 }
        return name == last.identity
      }
      return StoreHistory(states: states, activities: own)
    }
  }

  /// The newest state.
  package var latest: StoreState? { states.last }

  /// The last upload that is known to have succeeded.
  package var lastSuccess: Timestamp? {
    let succeeded = uploads.filter { $0.outcome == .succeeded }.compactMap(\.moment)
    return (succeeded + [latest?.lastSuccess].compactMap(\.self)).max()
  }

  /// Failed uploads after which none succeeded.
  package var openFailures: [Activity] {
    let last = uploads.lastIndex { $0.outcome == .succeeded }
    let after = last.map { uploads[($0 + 1)...] } ?? uploads[...]
    return after.filter { activity in
      guard activity.outcome == .failed else { return false }
      guard let moment = activity.moment, let success = latest?.lastSuccess else { return true }
      return moment > success
    }
  }

  /// The upload that has begun and not ended, when it is the newest.
  package var running: Activity? {
    guard let newest = uploads.last, newest.outcome == .unfinished else { return nil }
    return newest
  }
}

extension Activity {
  /// Its end, else its start.
  var moment: Timestamp? { end ?? start }

  /// Refused because of rate limits: requestRateLimited, serviceUnavailable.
  var isThrottled: Bool { errorDomain == "CKErrorDomain" && (errorCode == 7 || errorCode == 6) }

  /// A failure that heals by itself: no network, zone busy, account temporarily unavailable.
  var isTransient: Bool {
    switch errorDomain {
    case "NSURLErrorDomain": true
    case "CKErrorDomain": [3, 4, 20, 23, 36].contains(errorCode)
    default: false
    }
  }

  /// `CKErrorDomain 2`, where an error is known.
  var errorName: String? {
    guard let errorDomain, let errorCode else { return nil }
    return "\(errorDomain) \(errorCode)"
  }
}

extension StoreState {
  /// Everything that waits to be sent; nil where the dump does not tell.
  package var waiting: Int? {
    let parts = [pendingUploads, pendingDeletes, pendingZoneChanges].compactMap(\.self)
    return parts.isEmpty ? nil : parts.reduce(0) { $0 &+ $1 }
  }
}
