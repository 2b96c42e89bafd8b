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
    for batches in log.partialFailures.resent() {
      let items = batches[0].rootCount + batches[0].collateral
      let count = batches.reduce(0) { $0 + $1.rounds.count }
      findings.append(
        try log.finding(
          info,
          title: "Batch of \(Wording.counted(items, "item")) sent \(Wording.times(count)) with the same "
            + Wording.counted(batches[0].itemCount, "failing item"),
          occurrences: count,
          proofs: batches.flatMap(\.proofs)))
    }
    return findings
  }
}
