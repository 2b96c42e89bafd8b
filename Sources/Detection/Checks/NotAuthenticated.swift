import Storage
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

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let failures = try causeFindings(in: log)
    let states = try log.accountStates(["noAccount", "restricted"], unless: [cause, .accountTemporarilyUnavailable])
    guard failures.isEmpty, !states.isEmpty else { return failures }
    let title =
      states.contains { $0.subject == "restricted" }
      ? "The iCloud account is restricted" : "Nobody is signed in to iCloud on the device"
    return [try log.finding(info, title: title, occurrences: states.count, proofs: states.map(Proof.init))]
  }

  func subject(of failure: Failure) -> String {
    let error = failure.error
    let words = (error.message ?? error.text).lowercased()
    if words.contains("user settings") { return "iCloud is switched off for this app" }
    if words.contains("terms") || error.underlying?.code == 1004 { return "The iCloud account must accept new terms" }
    if words.contains("restricted") { return "The iCloud account is restricted" }
    if error.serverCode == "AUTHENTICATION_REQUIRED" { return "Nobody is signed in" }
    if error.serverCode != nil { return "Authentication was refused" }
    return "No usable iCloud account"
  }

  func title(of group: FailureGroup) -> String {
    let reasons = FailureGroup.distinct(group.failures.map(subject))
    let reason = reasons.count == 1 ? reasons[0] : info.title
    return "\(reason): \(Wording.counted(group.requests, "request")) refused"
  }

  func severity(of group: FailureGroup) -> Severity? { isBeforeSignIn(group) ? .note : nil }

  func advice(for group: FailureGroup) -> [String]? {
    guard isBeforeSignIn(group) else { return nil }
    return [
      "Send the user to the redirectURL of the answer, then repeat the request with the web auth token",
      "Send no request for the private database before somebody is signed in",
    ]
  }

  func explanation(of group: FailureGroup) -> String? {
    guard isBeforeSignIn(group) else { return nil }
    return "AUTHENTICATION_REQUIRED is the normal answer of CloudKit Web Services while nobody is signed in."
  }

  private func isBeforeSignIn(_ group: FailureGroup) -> Bool {
    group.failures.allSatisfy { $0.error.serverCode == "AUTHENTICATION_REQUIRED" && $0.requestClass == nil }
  }
}
