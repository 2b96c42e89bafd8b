import Storage
import SyncModel

/// What readers found out about refused signatures or sessions: a log may hold very many.
struct ObservedRefusals {
  /// Without repetitions, in the order of the log.
  private(set) var subjects: [String] = []
  private(set) var lines: Set<Origin> = []
  private(set) var proofs = ProofSample()

  init(_ kind: Observation.Kind, in log: FailureLog) throws(StorageError) {
    var subjects: [String] = []
    var lines: Set<Origin> = []
    var proofs = ProofSample()
    try log.store.forEachObservation([kind]) { observation in
      // Older stores tell with it that nobody was signed in, which the error says itself.
      guard observation.subject != "sign-in-required" else { return }
      if !subjects.contains(observation.subject) { subjects.append(observation.subject) }
      lines.insert(observation.origin)
      proofs.add(Proof(observation))
    }
    (self.subjects, self.lines, self.proofs) = (subjects.filter { !$0.isEmpty }, lines, proofs)
  }
}
