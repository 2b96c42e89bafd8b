import Storage
import SyncModel

/// 134417, 134419, 134407 and decisions of the system's scheduler.
struct ActivityDeferred: FailureCheck {
  let info = CheckInfo(
    id: "activity-deferred", title: "The system put sync work off", severity: .note,
    explanation: """
      The system decides when imports and exports run: it puts them off, replaces them by newer ones, or finds the \
      same request waiting already. Nothing failed and nothing is lost; the work runs later by itself. Only \
      ActivityRateLimitPolicy for hours tells that the app used up its budget.
      """,
    advice: [
      "Change nothing for single deferrals",
      "When it lasts for hours: save less often, and look at Low Power Mode and background refresh",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let failures = log.failures(.activityDeferred)
    let observed = try log.store.observations(.deferredBySystem)
    let activities = try log.store.activities().filter { $0.outcome == .deferred }
    var proofs = failures.flatMap(\.proofs) + observed.map(Proof.init)
    proofs += activities.map { Proof(origin: $0.origin, time: $0.end ?? $0.start, text: $0.text) }
    guard !proofs.isEmpty else { return [] }
    let lines = Set(proofs.map(\.origin)).count
    let isOverBudget = observed.contains { ($0.subject + $0.text).contains("ActivityRateLimitPolicy") }
    let title =
      isOverBudget
      ? "The system holds sync back because the app used up its budget (\(Wording.times(lines)))"
      : "The system put sync work off \(Wording.times(lines))"
    return [
      try log.finding(
        info, severity: isOverBudget ? .warning : nil, title: title, occurrences: lines, proofs: proofs.inOrder)
    ]
  }
}
