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
    let explained = Set(try log.store.observations(.missingEntitlement).map(\.origin))
    let lines = try log.store.observations(.appCrash).filter { !explained.contains($0.origin) }
    guard !lines.isEmpty else { return [] }
    let count = lines.indices.count { !Self.isAnnouncement(at: $0, of: lines) }
    let reason =
      lines.lazy.compactMap { Self.reason($0.text) }.first ?? lines.lazy.compactMap { Self.assertion($0.text) }.first
    let title =
      reason.map { "App crashed \(Wording.times(count)): \($0)" } ?? "App crashed in CloudKit \(Wording.times(count))"
    return [try log.finding(info, title: title, occurrences: count, proofs: lines.map(Proof.init))]
  }

  /// True for a failed assertion whose exception stands within the next lines: both are one crash.
  private static func isAnnouncement(at index: Int, of lines: [Observation]) -> Bool {
    let line = lines[index]
    guard line.subject == "assertion", index + 1 < lines.count else { return false }
    let next = lines[index + 1]
    return next.subject != "assertion" && next.origin.source == line.origin.source
      && (0...5).contains(next.origin.line &- line.origin.line)
  }

  /// The method of "Assertion failure in -[CKRecord setShare:]".
  private static func assertion(_ text: String) -> String? {
    guard let found = text.firstRange(of: "Assertion failure in ") else { return nil }
    let method = text[found.upperBound...].prefix { $0 != "]" && $0 != "\n" }
    return "assertion in \(method)]"
  }

  /// The reason of "Terminating app due to uncaught exception", up to its first value.
  private static func reason(_ text: String) -> String? {
    guard let found = text.firstRange(of: "reason: '") else { return nil }
    let reason = text[found.upperBound...].prefix { !":<(\"'".contains($0) }
    return reason.isEmpty ? nil : String(reason)
  }
}
