import Storage
import SyncModel

/// A partial failure whose item errors are absent, empty or redacted.
struct PartialFailureUnexplained: FailureCheck {
  let info = CheckInfo(
    id: "partial-failure-unexplained", title: "A partial failure does not tell which items failed", severity: .warning,
    explanation: """
      The print has no error of any item, so that the cause cannot be told from it. An explicitly empty list speaks \
      against a missing record type or field, which always name a record; look at account, storage, zone and \
      encryption. "<private>" means hidden, not empty.
      """,
    advice: [
      "Log CKPartialErrorsByItemIDKey of the error, item by item, not its localizedDescription",
      "Show private data: install the CloudKit logging profile, or set OSLogPreferences in the Info.plist",
      "Read the log of the device around this time",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let unexplained = log.partialFailures.unexplained()
    guard !unexplained.isEmpty else { return [] }
    let count = unexplained.reduce(0) { $0 + max(1, $1.count) }
    let how =
      unexplained.allSatisfy(\.itemsAreRedacted)
      ? "redacted item errors"
      : unexplained.contains { $0.items?.isEmpty ?? false } ? "an empty list of item errors" : "no item errors"
    return [
      try log.finding(
        info, title: "Partial failure with \(how) (\(Wording.times(count)))", occurrences: count,
        proofs: unexplained.map { Proof($0) })
    ]
  }
}
