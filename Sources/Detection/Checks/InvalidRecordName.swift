import Storage
import SyncModel

/// Record names that are not ASCII or longer than 255 characters.
struct InvalidRecordName: FailureCheck {
  let info = CheckInfo(
    id: "invalid-record-name", title: "A record name is not allowed", severity: .error,
    explanation: """
      A record name is 1 to 255 ASCII characters and does not begin with an underscore. Names made from titles, \
      addresses or file names break that sooner or later, and the save never succeeds.
      """,
    advice: ["Use a UUID or a digest as record name, and keep the text in a field"])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let group = FailureGroup(failures: log.failures(.invalidRecordName))
    let observed = try log.store.observations(.invalidRecordName)
    let proofs = group.failures.flatMap(\.proofs) + observed.map(Proof.init)
    guard !proofs.isEmpty else { return [] }
    let names = FailureGroup.distinct(group.items + observed.map(\.subject))
    let title = "\(Wording.named(names, "record name") ?? "Record name") refused by CloudKit"
    return [
      try log.finding(info, title: title, occurrences: group.count + observed.count, proofs: proofs.inOrder)
    ]
  }
}
