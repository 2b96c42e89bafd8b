import Storage
import SyncModel

/// Changes that left the queue without reaching the server.
struct PendingChangesLost: Check {
  let info = CheckInfo(
    id: "pending-changes-lost", title: "Changes left the queue without being uploaded", severity: .error,
    explanation: """
      The changes wait no more, and the server never got them: the library dropped them after an error that it does \
      not queue again, such as a full iCloud storage, or could not read them locally, or left children out after their \
      parent was refused. Sync reports success, and other devices never see them.
      """,
    advice: [
      "Compare the number of waiting changes with the number that was sent",
      "Fix what cannot be read locally, then queue the records again",
      "Queue the records again after quotaExceeded, limitExceeded and zoneNotFound: CKSyncEngine does not",
    ])

  /// Errors after which queues drop a change instead of keeping it.
  private static let droppingCodes: Set<Int> = [11, 12, 16, 17, 25, 26, 27, 28, 31]

  func findings(in store: EventStore) throws(StorageError) -> [Finding] {
    var findings: [Finding] = []
    let lost = try store.observations(.changesLost)
    if !lost.isEmpty {
      var evidence: [Evidence] = []
      for observation in [lost.first, lost.dropFirst().first, lost.last].compactMap(\.self) {
        evidence.append(try store.evidence(observation.origin, observation.text))
      }
      let count = lost.reduce(0) { $0 &+ Int(clamping: $1.value ?? 1) }
      findings.append(
        Finding(
          info, title: title(of: lost, count: count), occurrences: max(1, count),
          firstSeen: lost.compactMap(\.time).min(), lastSeen: lost.compactMap(\.time).max(), evidence: evidence.unique))
    }
    for history in try StoreHistory.all(in: store) {
      if let finding = try finding(ofDropIn: history, store) { findings.append(finding) }
    }
    return findings
  }

  private func title(of lost: [Observation], count: Int) -> String {
    let hasNumbers = lost.contains { $0.value != nil }
    guard hasNumbers else { return info.title }
    return "\(grouped(count)) \(count == 1 ? "change" : "changes") in no queue and never uploaded"
  }

  /// Fewer changes wait than before, although every attempt in between failed with an error that drops changes.
  private func finding(ofDropIn history: StoreHistory, _ store: EventStore) throws(StorageError) -> Finding? {
    for (earlier, later) in zip(history.states, history.states.dropFirst()) {
      guard let before = earlier.waiting, let after = later.waiting, after < before, let start = earlier.observedAt,
        let end = later.observedAt
      else { continue }
      let between = history.uploads.filter { activity in
        activity.moment.map { $0 >= start && $0 <= end } ?? false
      }
      let failures = between.filter { $0.outcome == .failed }
      let isDropped = failures.contains { failure in
        failure.errorDomain == "CKErrorDomain" && failure.errorCode.map(Self.droppingCodes.contains) ?? false
      }
      let hasSucceeded =
        between.contains { $0.outcome == .succeeded } || later.lastSuccess.map { $0 > start && $0 <= end } ?? false
      guard isDropped, !hasSucceeded else { continue }
      var evidence = [try stateEvidence(earlier, in: store)]
      for failure in failures.prefix(2) { evidence.append(try store.evidence(failure.origin, failure.text)) }
      evidence.append(try stateEvidence(later, in: store))
      return Finding(
        info, title: "\(grouped(before - after)) waiting changes are gone although no upload succeeded",
        occurrences: before - after, firstSeen: start, lastSeen: end, evidence: evidence.unique)
    }
    return nil
  }
}
