import Storage
import SyncModel

/// Changes that wait and are not going to be sent as things are.
struct PendingChangesStuck: Check {
  let info = CheckInfo(
    id: "pending-changes-stuck", title: "Waiting changes are not uploaded", severity: .error,
    explanation: """
      Uploads or deletes wait in the store, and either the attempts since the last success all failed, or two dumps \
      show the same changes waiting. When the same number of objects fails again with the same error, one record of the \
      batch is refused each time and holds the others up. The store keeps only a domain and a code, so that the reason \
      of each record stands in the log of the same time.
      """,
    advice: [
      "Get the per-record errors of a failing upload: read a device log of the same time together with the store",
      "Fix or remove the records that are refused; the others follow by themselves",
      "With CKSyncEngine: return nil for records that no longer exist, and remove them from the pending changes",
      "Keep the store until the changes are uploaded: deleting the app loses them",
    ])

  var rules = ProgressRules()

  func findings(in store: EventStore) throws(StorageError) -> [Finding] {
    let emptyBatches = try store.observations(.emptyBatch)
    var findings: [Finding] = []
    for history in try StoreHistory.all(in: store) where history.kind != .iCloudDrive {
      guard let state = history.latest else { continue }
      switch history.progress(rules) {
      case .stuck(let reason):
        findings.append(try finding(history, state, reason, in: store))
      case .waiting where !emptyBatches.isEmpty && history.kind == .syncEngine:
        findings.append(try finding(ofEmptyBatches: emptyBatches, history, state, in: store))
      default: continue
      }
    }
    return findings
  }

  private func finding(
    _ history: StoreHistory, _ state: StoreState, _ reason: StuckReason, in store: EventStore
  ) throws(StorageError) -> Finding {
    let open = history.openFailures
    // Refusals by rate limits are no reason, so they prove nothing here.
    let failures = open.contains { !$0.isThrottled } ? open.filter { !$0.isThrottled } : open
    var evidence: [Evidence] = []
    if history.states.count > 1, let first = history.states.first(where: { $0.waiting == state.waiting }) {
      evidence.append(try stateEvidence(first, in: store))
    }
    for failure in [failures.first, failures.last].compactMap(\.self) {
      let time = failure.moment.map { "\($0.readable) " } ?? ""
      evidence.append(try store.evidence(failure.origin, time + failure.text))
    }
    evidence.append(try stateEvidence(state, in: store))
    return Finding(
      info, title: title(state, reason), occurrences: max(1, failures.count),
      firstSeen: failures.compactMap(\.moment).min() ?? history.states.first?.observedAt,
      lastSeen: state.observedAt ?? failures.compactMap(\.moment).max(), evidence: evidence.unique)
  }

  private func finding(
    ofEmptyBatches batches: [Observation], _ history: StoreHistory, _ state: StoreState, in store: EventStore
  ) throws(StorageError) -> Finding {
    var evidence: [Evidence] = []
    for batch in [batches.first, batches.last].compactMap(\.self) {
      evidence.append(try store.evidence(batch.origin, batch.text))
    }
    evidence.append(try stateEvidence(state, in: store))
    return Finding(
      info, title: "\(waitingWords(state).capitalizedFirst), and the delegate returned no batch",
      occurrences: batches.count, firstSeen: batches.compactMap(\.time).min(),
      lastSeen: batches.compactMap(\.time).max(),
      evidence: evidence.unique)
  }

  private func title(_ state: StoreState, _ reason: StuckReason) -> String {
    let what = waitingWords(state).capitalizedFirst
    switch reason {
    case .unmoved(let since): return "\(what), unchanged since \(since.readable) UTC"
    default: return "\(what): \(words(reason))"
    }
  }
}

/// What a dump said of waiting changes, as a line of evidence.
func stateEvidence(_ state: StoreState, in store: EventStore) throws(StorageError) -> Evidence {
  let time = state.observedAt.map { "\($0.readable) " } ?? ""
  return try store.evidence(state.origin, "\(time)\(state.identity): \(waitingWords(state))")
}

extension [Evidence] {
  /// Without repetitions, in order.
  var unique: [Evidence] {
    var seen: Set<Evidence> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// With a capital at the beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
