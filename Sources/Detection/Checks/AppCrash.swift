import Storage
import SyncModel

/// An uncaught exception or trap that CloudKit raised.
struct AppCrash: FailureCheck {
  let info = CheckInfo(
    id: "app-crash", title: "The app crashed in CloudKit", severity: .error,
    explanation: """
      CloudKit raised an exception that Swift code cannot catch, and the app ended. The reason in the line names a \
      mistake in the call: a predicate, a record name, a key or type of a field, an operation used twice.
      """,
    advice: ["Correct the call that the reason names; it crashes for every user who gets there"])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let crashes = try log.store.observations(.appCrash)
    guard let first = crashes.first else { return [] }
    let title =
      Self.reason(first.text).map { "App crashed \(Wording.times(crashes.count)): \($0)" }
      ?? "App crashed in CloudKit \(Wording.times(crashes.count))"
    return [try log.finding(info, title: title, occurrences: crashes.count, proofs: crashes.map(Proof.init))]
  }

  /// The reason of "Terminating app due to uncaught exception", up to its first value.
  private static func reason(_ text: String) -> String? {
    guard let found = text.firstRange(of: "reason: '") else { return nil }
    let reason = text[found.upperBound...].prefix { !":<(\"'".contains($0) }
    return reason.isEmpty ? nil : String(reason)
  }
}
