import Storage
import SyncModel

/// 134410 and 134422.
struct StoreOpenedTwice: FailureCheck {
  let info = CheckInfo(
    id: "store-opened-twice", title: "Two containers sync one store", severity: .error,
    explanation: """
      A second NSPersistentCloudKitContainer was opened on a store that syncs already, in the same process or in an \
      extension of the app. Only the first syncs. The iCloud account is fine.
      """,
    advice: [
      "Make one NSPersistentCloudKitContainer per store and process, and keep it",
      "In extensions open the store with cloudKitContainerOptions = nil",
      "Release the old container before a new one is made",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let group = FailureGroup(failures: log.failures(.storeOpenedTwice))
    let observed = try log.store.observations(.storeOpenedTwice)
    let proofs = group.failures.flatMap(\.proofs) + observed.map(Proof.init)
    guard !proofs.isEmpty else { return [] }
    let count = max(group.count, observed.count)
    let title = "A store that syncs already was opened again \(Wording.times(count))"
    return [try log.finding(info, title: title, occurrences: count, proofs: proofs.inOrder)]
  }
}
