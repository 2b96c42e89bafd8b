import SyncModel

/// 10 / ACCESS_DENIED other than a container that is not set up.
struct PermissionDenied: CauseCheck {
  let cause = Cause.permissionDenied
  let info = CheckInfo(
    id: "permission-denied", title: "The user may not do this", severity: .error,
    explanation: """
      A security role of the schema lacks the permission, a participant of a share may only read, or the account is \
      managed. A server-to-server key is an ordinary user too and bound by the same roles.
      """,
    advice: [
      "Grant CREATE or WRITE for the record type to the role in the schema, and deploy it",
      "In a shared database offer no edits to participants with read-only permission",
    ])

  func subject(of failure: Failure) -> String { failure.error.message ?? "" }

  func title(of group: FailureGroup) -> String {
    let message = group.messages.count == 1 ? ": \(group.messages[0])" : ""
    return "Permission denied \(Wording.times(group.count))\(message)"
  }
}
