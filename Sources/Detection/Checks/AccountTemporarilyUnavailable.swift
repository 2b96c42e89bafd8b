import Storage
import SyncModel

/// 36, 1029 and 134400 with that state in its text.
struct AccountTemporarilyUnavailable: CauseCheck {
  let cause = Cause.accountTemporarilyUnavailable
  let info = CheckInfo(
    id: "account-temporarily-unavailable", title: "The iCloud account must be verified again", severity: .warning,
    explanation: """
      An account is there, but it cannot be used until the user signs in again, usually because its authentication \
      token is bad or missing. The user is not signed out: data must stay, and no other account took over.
      """,
    advice: [
      "Ask the user to open Settings and to confirm the iCloud password",
      "Keep local data and queued changes, and wait for CKAccountChanged",
      "On a simulator sign in again: its tokens last a day",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let failures = try causeFindings(in: log)
    let states = try log.accountStates(["temporarilyUnavailable"], unless: [cause, .notAuthenticated])
    guard failures.isEmpty, !states.isEmpty else { return failures }
    return [
      try log.finding(
        info, title: "iCloud account temporarily unavailable", occurrences: states.count,
        proofs: states.map(Proof.init))
    ]
  }

  func title(of group: FailureGroup) -> String {
    "iCloud account temporarily unavailable (\(Wording.counted(group.requests, "request")) refused)"
  }
}
