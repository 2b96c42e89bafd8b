import Storage
import SyncModel

/// The same batch is sent again unchanged after a partial failure.
struct PartialFailureResent: FailureCheck {
  let info = CheckInfo(
    id: "partial-failure-resent", title: "A batch is sent again unchanged after a partial failure", severity: .error,
    explanation: """
      The same items fail for the same reason in one request after the other: the batch is sent again as it was. It \
      can never go through, and everything in it waits for the few items that are at fault. Neither the size of the \
      batch nor a rate limit is the cause.
      """,
    advice: [
      "Resolve the items that failed for a reason of their own before anything of the batch is sent again",
      "Send the items with batchRequestFailed (22) without them: they go through by themselves",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    var rounds: [Key: [PartialFailures.Batch]] = [:]
    var order: [Key] = []
    for batch in PartialFailures.batches(in: log) {
      let roots = batch.roots.filter { !$0.cause.isHealedByWaiting && $0.error.item ?? $0.error.zone != nil }
      guard !roots.isEmpty else { continue }
      let key = Key(
        source: batch.error.origin.source,
        items: Set(roots.map { "\($0.error.item ?? "")|\($0.error.zone ?? "")|\($0.cause)" }))
      if rounds[key] == nil { order.append(key) }
      rounds[key, default: []].append(batch)
    }
    var findings: [Finding] = []
    for key in order {
      guard let batches = rounds[key], batches.count >= 2 else { continue }
      let items = batches[0].roots.count + batches[0].collateral
      findings.append(
        try log.finding(
          info,
          title: "Batch of \(Wording.counted(items, "item")) sent \(Wording.times(batches.count)) with the same "
            + Wording.counted(key.items.count, "failing item"),
          occurrences: batches.count,
          proofs: batches.map { Proof(origin: $0.error.origin, time: $0.error.time, text: $0.error.text) }))
    }
    return findings
  }

  /// The items at fault, which make two batches the same.
  private struct Key: Hashable {
    var source: Int32
    var items: Set<String>
  }
}
