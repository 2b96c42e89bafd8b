import Storage
import SyncModel

/// Operations whose 95th percentile is too long.
struct SlowRequests: FailureCheck {
  private(set) var thresholds = CheckThresholds()
  let info = CheckInfo(
    id: "slow-requests", title: "An operation is slow", severity: .warning,
    explanation: """
      Of one operation more than one request in twenty takes longer than the threshold (slowRequestMs in .ckdiag.json, \
      2000 unless set). A Console log counts the time on the server only; a device log counts the way there too.
      """,
    advice: [
      "Save fewer records in one request, and move large fields into assets",
      "Fetch only the fields that are needed (desiredKeys), page by page",
      "Compare databases, zones and platforms in the tables: a slow one names the place",
    ])

  func applying(_ thresholds: CheckThresholds) -> any Check {
    var copy = self
    copy.thresholds = thresholds
    return copy
  }

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let slow = OperationTally.all(in: log).filter { tally in
      let rank = (Double(tally.timed) * 0.95).rounded(.up)
      return Double(tally.timed) >= thresholds.minimumRequests && Double(tally.timed - tally.slow) < rank
    }
    guard let worst = slow.max(by: { $0.slowShare < $1.slowShare }) else { return [] }
    let rank = Int((Double(worst.timed) * 0.95).rounded(.up)) - 1
    let p95 = try log.store.duration(atRank: rank, ofClasses: worst.classes.sorted()) ?? 0
    let proofs = try log.store.slowestRequests(ofClasses: worst.classes.sorted(), limit: 3).compactMap { row in
      log.classes[row.requestClass].map {
        Proof(
          origin: row.origin, time: row.time,
          text: "\(FailureLog.text(of: $0, at: row.time)) \(Wording.number(Int(row.durationMs))) ms")
      }
    }
    let more = slow.count > 1 ? "; \(Wording.counted(slow.count - 1, "other operation")) slow too" : ""
    return [
      try log.finding(
        info,
        title: "\(worst.operation) is slow: 95 % within \(Wording.number(Int(p95))) ms, limit "
          + "\(Wording.number(Int(thresholds.slowRequestMs))) ms\(more)",
        occurrences: slow.reduce(0) { $0 + $1.slow }, proofs: proofs)
    ]
  }
}
