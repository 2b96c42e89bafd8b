import Storage
import SyncModel

/// Web sessions and API tokens that the server refuses.
struct SessionRejected: FailureCheck {
  let info = CheckInfo(
    id: "session-rejected", title: "A web session or API token was refused", severity: .error,
    explanation: """
      The server did not accept the sign-in of a web client: the session expired, the account allows no access from \
      the web, or the token does not belong to this container and environment.
      """,
    advice: [
      "Let the user sign in again and use the new web auth token; each token is good for one request",
      "Check that the API token belongs to the container and the environment in the URL",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let failures = log.failures(.sessionRejected)
    let observed = try ObservedRefusals(.sessionFault, in: log)
    guard !failures.isEmpty || observed.proofs.count > 0 else { return [] }
    let known = Self.words.first { observed.subjects.contains($0.subject) }
    let count = observed.lines.union(log.lines(ofRefusals: .sessionRejected)).count
    let proofs = (observed.proofs.proofs + failures.flatMap(\.proofs)).inOrder
    return [
      try log.finding(
        info, title: "\(known?.title ?? "Web session refused"): \(Wording.counted(count, "request"))",
        advice: known.map { $0.advice } ?? info.advice, occurrences: count, proofs: proofs)
    ]
  }

  /// Subjects of observations, the more telling first.
  private static let words: [(subject: String, title: String, advice: [String])] = [
    (
      "advanced-data-protection", "Account does not allow access from the web (Advanced Data Protection)",
      [
        "Tell the user that Advanced Data Protection keeps other apps' data off the web",
        "Let the user allow access to iCloud data on the web in the settings, or use the app on a device",
      ]
    ),
    (
      "security-keys", "Session of an account with security keys refused",
      ["Sign in with a client that supports hardware security keys; passwords and codes are not accepted"]
    ),
    (
      "account-disabled", "Account has no access to its private database",
      ["Look at the account: iCloud not set up, locked, or closed to the web by Advanced Data Protection"]
    ),
    (
      "sign-in-failed", "Sign-in on the web failed",
      ["Look at the answer of the session service right before the error"]
    ),
    ("session-expired", "Web session expired", ["Sign in again; a session lives for weeks at most"]),
    (
      "api-token", "API token refused",
      [
        "Check that the API token belongs to the container and the environment in the URL, and is allowed for this origin"
      ]
    ),
    (
      "web-token", "Web auth token refused",
      ["Sign in again and send the newest web auth token: each is good for one request, and encoded once in the URL"]
    ),
  ]
}
