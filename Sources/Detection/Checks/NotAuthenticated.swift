import SyncModel

/// 9, no account, 134400, AUTHENTICATION_REQUIRED and AUTHENTICATION_FAILED of a user's session.
struct NotAuthenticated: CauseCheck {
  let cause = Cause.notAuthenticated
  let info = CheckInfo(
    id: "not-authenticated", title: "No usable iCloud account", severity: .error,
    explanation: """
      Nobody is signed in to iCloud, iCloud is switched off for this app, or new terms wait to be accepted. A delay \
      that is printed with this error is no promise: nothing works until the account changes.
      """,
    advice: [
      "Stop sync, ask the user to sign in to iCloud and to allow it for the app",
      "Wait for CKAccountChanged instead of asking again and again",
      "Keep the local data and the changes that wait",
    ])

  func title(of group: FailureGroup) -> String {
    let reason =
      if group.mentions("user settings") {
        "iCloud is switched off for this app"
      } else if group.mentions("terms") || group.failures.contains(where: { $0.error.underlying?.code == 1004 }) {
        "The iCloud account must accept new terms"
      } else if group.mentions("restricted") {
        "The iCloud account is restricted"
      } else if group.failures.allSatisfy({ $0.error.serverCode != nil }) {
        "Requests without a signed-in user"
      } else {
        "No usable iCloud account"
      }
    return "\(reason): \(Wording.counted(group.requests, "request")) refused"
  }
}
