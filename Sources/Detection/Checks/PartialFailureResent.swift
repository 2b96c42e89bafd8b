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
    var findings: [Finding] = []
    for batches in PartialFailures.resent(in: log) {
      let items = batches[0].roots.count + batches[0].collateral
      let failing = Set(batches[0].roots.map { $0.error.item ?? $0.error.zone ?? "" }).count
      findings.append(
        try log.finding(
          info,
          title: "Batch of \(Wording.counted(items, "item")) sent \(Wording.times(batches.count)) with the same "
            + Wording.counted(failing, "failing item"),
          occurrences: batches.count,
          proofs: batches.map { Proof(origin: $0.error.origin, time: $0.error.time, text: $0.error.text) }))
    }
    return findings
  }
}
