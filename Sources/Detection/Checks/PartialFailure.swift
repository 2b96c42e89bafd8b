import Storage
import SyncModel

/// Some items of a batch failed: the root causes, with the others counted apart.
struct PartialFailure: FailureCheck {
  let info = CheckInfo(
    id: "partial-failure", title: "Some items of a batch failed", severity: .error,
    explanation: """
      A partial failure is never a cause by itself. In an atomic batch one bad item spoils all: the others get \
      batchRequestFailed, were not tried, and go through by themselves once the bad one is fixed or left out.
      """,
    advice: [
      "Read the error of each item (CKPartialErrorsByItemIDKey) and act on those that failed for a reason of their own",
      "Fix or leave out these items, then send the others again",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let batches = log.partialFailures.batches.filter(\.isWorthTelling)
    guard !batches.isEmpty else { return [] }
    let roots = batches.flatMap(\.roots)
    let names = FailureGroup.distinct(roots.map { $0.error.item ?? $0.error.zone ?? "" })
    let count = batches.reduce(0) { $0 + $1.rounds.count }
    let collateral = batches.reduce(0) { $0 + $1.collateral * $1.rounds.count }
    let others = collateral > 0 ? "; \(Wording.counted(collateral, "other")) not tried" : ""
    let because = names.isEmpty ? "" : " because of \(Wording.counted(names.count, "item"))\(Self.reasons(roots))"
    let title = "\(Wording.counted(count, "batch", "batches")) failed in part\(because)\(others)"
    return [
      try log.finding(
        info, title: title, explanation: info.explanation + " " + Self.listing(roots), occurrences: count,
        proofs: batches.flatMap { batch in
          [batch.proof] + batch.roots.prefix(2).flatMap(\.proofs) + batch.proofs.dropFirst()
        })
    ]
  }

  /// " (serverRecordChanged)", " (quotaExceeded, zoneNotFound)"; nothing when there are more.
  private static func reasons(_ roots: [Failure]) -> String {
    let names = FailureGroup.distinct(roots.compactMap(\.error.codeName))
    return names.isEmpty || names.count > 2 ? "" : " (\(names.joined(separator: ", ")))"
  }

  /// "Root causes: 'a': serverRecordChanged (14/2004), …".
  private static func listing(_ roots: [Failure]) -> String {
    let lines = FailureGroup.distinct(
      roots.map { "\(Wording.quoted($0.error.item ?? $0.error.zone ?? "an item")): \($0.error.label)" })
    let more = lines.count > 5 ? " and \(lines.count - 5) more" : ""
    return "Root causes: \(lines.prefix(5).joined(separator: ", "))\(more)."
  }
}
