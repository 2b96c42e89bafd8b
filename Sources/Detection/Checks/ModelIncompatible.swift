import Storage
import SyncModel

/// A Core Data model that breaks the rules of CloudKit.
struct ModelIncompatible: FailureCheck {
  let info = CheckInfo(
    id: "model-incompatible", title: "The Core Data model breaks CloudKit's rules", severity: .error,
    explanation: """
      The store cannot be loaded for sync: CloudKit needs attributes that are optional or have a default, \
      relationships that are optional, unordered and have an inverse, and no unique constraints. The schema in \
      CloudKit is not the matter.
      """,
    advice: [
      "Make attributes optional or give them defaults; make relationships optional and unordered, with inverses",
      "Remove unique constraints; a lightweight migration covers all of it",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let group = FailureGroup(failures: log.failures(.modelIncompatible))
    let observed = try log.store.observations(.modelIncompatible)
    let proofs = group.failures.flatMap(\.proofs) + observed.map(Proof.init)
    guard !proofs.isEmpty else { return [] }
    let rules = FailureGroup.distinct(observed.map(\.subject))
    let title = "Core Data model breaks \(Wording.counted(max(1, rules.count), "rule")) of CloudKit"
    return [
      try log.finding(
        info, title: title, occurrences: max(group.count, observed.count), proofs: proofs.inOrder)
    ]
  }
}
