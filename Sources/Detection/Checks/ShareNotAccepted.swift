import Storage
import SyncModel

/// 29, 33, 37 and share links that do not reach the app.
struct ShareNotAccepted: FailureCheck {
  let info = CheckInfo(
    id: "share-not-accepted", title: "An invitation to a share was not accepted", severity: .warning,
    explanation: """
      A participant could not join: the invitation must be verified, was given before, the share is full, or its link \
      opened a web page because the app is not known for the container.
      """,
    advice: [
      "Set CKSharingSupported in the Info.plist, and open the link on a device that has the app",
      "Publish the app, or give the container a fallback address in CloudKit Console",
      "Let participants who must be verified open the share's address themselves",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let group = FailureGroup(failures: log.failures(.shareNotAccepted))
    let observed = try log.store.observations(.shareNotAccepted)
    let proofs = group.failures.flatMap(\.proofs) + observed.map(Proof.init)
    guard !proofs.isEmpty else { return [] }
    let isLink = !observed.isEmpty || group.mentions("applicationidentifier")
    let title =
      isLink
      ? "Share link does not open the app: no app is known for the container"
      : "\(Wording.counted(group.count, "invitation")) to a share not accepted"
    return [
      try log.finding(info, title: title, occurrences: group.count + observed.count, proofs: proofs.inOrder)
    ]
  }
}
