import Storage
import SyncModel

/// Many changes wait because rate limits hold them back, which passes.
struct UploadBacklog: Check {
  let info = CheckInfo(
    id: "upload-backlog", title: "Many changes wait for rate limits to pass", severity: .warning,
    explanation: """
      The store has more to upload than CloudKit accepts at once: one refusal by the server is followed by a burst of \
      refusals on the device and a silence of up to an hour and a half. That is backoff. The backlog drains by itself, \
      in the order of hours for tens of thousands of records.
      """,
    advice: [
      "Leave it running: each forced attempt starts a new wait",
      "Pace bulk changes; about 2,000 records in 2 minutes were accepted without a throttle",
      "Watch the numbers of waiting uploads and deletes: as long as they fall, nothing is wrong",
    ])

  /// Fewer changes than this are no backlog.
  var smallestBacklog = 50
  var rules = ProgressRules()

  func findings(in store: EventStore) throws(StorageError) -> [Finding] {
    let backlogs = try StoreHistory.all(in: store).filter { history in
      history.kind != .iCloudDrive && history.latest?.waiting ?? 0 >= smallestBacklog
    }
    guard !backlogs.isEmpty else { return [] }
    let refusals = try refusals(in: store)
    var findings: [Finding] = []
    for history in backlogs {
      guard let state = history.latest else { continue }
      var proofs: [(Origin, String)]
      var refused: Int?
      switch history.progress(rules) {
      case .throttled:
        proofs = history.openFailures.filter(\.isThrottled).map { failure in
          (failure.origin, (failure.moment.map { "\($0.readable) " } ?? "") + failure.text)
        }
      // A log beside the dump tells of the throttle that the dump itself does not know.
      case .waiting where refusals.count > 0 && history.uploads.isEmpty:
        proofs = refusals.proofs.map { ($0.origin, $0.text) }
        refused = refusals.count
      default: continue
      }
      let count = refused ?? proofs.count
      proofs = [proofs.first, proofs.last].compactMap(\.self)
      var evidence = [try stateEvidence(state, in: store)]
      for (origin, text) in proofs { evidence.append(try store.evidence(origin, text)) }
      findings.append(
        Finding(
          info, title: title(history, state), occurrences: max(1, count),
          firstSeen: history.openFailures.compactMap(\.moment).min() ?? state.observedAt, lastSeen: state.observedAt,
          evidence: evidence.unique))
    }
    return findings
  }

  /// The throttles that a log tells of; what another store tells of itself explains nothing here.
  private func refusals(in store: EventStore) throws(StorageError) -> ProofSample {
    let sourcesOfStores = Set(try store.storeStates().map(\.origin.source))
    var refusals = ProofSample()
    try store.forEachError { error in
      guard error.domain == "CKErrorDomain", error.code == 6 || error.code == 7,
        !sourcesOfStores.contains(error.origin.source)
      else { return }
      refusals.add(Proof(error))
    }
    return refusals
  }

  private func title(_ history: StoreHistory, _ state: StoreState) -> String {
    let what = waitingWords(state).capitalizedFirst
    if let earlier = history.states.dropLast().last?.waiting, let now = state.waiting, now < earlier {
      return "\(what) for rate limits to pass; \(grouped(earlier - now)) fewer than in the dump before"
    }
    return "\(what) for rate limits to pass"
  }
}
