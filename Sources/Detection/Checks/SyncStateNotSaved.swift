import Storage
import SyncModel

/// CKSyncEngine begins without its state again and again.
struct SyncStateNotSaved: Check {
  let info = CheckInfo(
    id: "sync-state-not-saved", title: "The sync engine's state is not kept between launches", severity: .error,
    explanation: """
      CKSyncEngine starts without the state of its last run, or cannot read it. It then fetches everything from the \
      beginning and has forgotten which changes waited: those are not sent unless the app adds them again. The app must \
      save the serialization of every stateUpdate event and hand it over at the next launch.
      """,
    advice: [
      "Save the state of every stateUpdate event together with the data that it belongs to",
      "Hand the saved state to CKSyncEngine.Configuration; nil only at the very first launch",
      "After a lost state queue all records again that were never uploaded",
    ])

  /// Engines of one launch begin within this time of each other; milliseconds.
  var launchSpanMs: Int64 = 5000

  func findings(in store: EventStore) throws(StorageError) -> [Finding] {
    let observed = try store.observations(.engineState)
    let beginnings = observed.filter { ["created", "reset"].contains($0.subject) }
    let unreadable = observed.filter { $0.subject == "unreadable" }
    let isSaved = observed.contains { $0.subject == "saved" }
    var findings: [Finding] = []
    let launches = launches(of: beginnings)
    if !unreadable.isEmpty || (launches.count >= 2 && !isSaved) {
      let proofs = unreadable.isEmpty ? launches : unreadable
      let title =
        unreadable.isEmpty
        ? "The sync engine began without its state \(launches.count) times"
        : "The saved state of the sync engine cannot be read"
      findings.append(try finding(title, proofs.count, proofs.map { ($0.origin, $0.text, $0.time) }, in: store))
    }
    for history in try StoreHistory.all(in: store) {
      let without = history.states.filter { $0.flags.contains("stateMissing") }
      guard without.count >= 2, without.count == history.states.count else { continue }
      let proofs = without.map { state in
        (state.origin, "\(state.identity): no saved engine state", state.observedAt)
      }
      findings.append(
        try finding(
          "'\(history.identity)' has no saved engine state in \(without.count) dumps", without.count, proofs, in: store)
      )
    }
    return findings
  }

  /// The first beginning of each launch.
  private func launches(of beginnings: [Observation]) -> [Observation] {
    var launches: [Observation] = []
    var last: Timestamp?
    for beginning in beginnings {
      let isSameLaunch: Bool
      if let time = beginning.time, let last {
        isSameLaunch = abs(time.milliseconds &- last.milliseconds) <= launchSpanMs
      } else {
        isSameLaunch = false
      }
      if !isSameLaunch { launches.append(beginning) }
      last = beginning.time ?? last
    }
    return launches
  }

  private func finding(
    _ title: String, _ count: Int, _ proofs: [(Origin, String, Timestamp?)], in store: EventStore
  ) throws(StorageError) -> Finding {
    var evidence: [Evidence] = []
    for (origin, text, _) in proofs.prefix(4) { evidence.append(try store.evidence(origin, text)) }
    let times = proofs.compactMap(\.2)
    return Finding(
      info, title: title, occurrences: count, firstSeen: times.min(), lastSeen: times.max(), evidence: evidence.unique)
  }
}
