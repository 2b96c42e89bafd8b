import Storage
import SyncModel

/// A request of the same client, zone and operation went out before the delay that was asked for had passed.
struct RetryAfterViolated: FailureCheck {
  let info = CheckInfo(
    id: "retry-after-violated", title: "A request was sent before the delay had passed", severity: .error,
    explanation: """
      The refusal said how long to wait, and the app did not: it started the same kind of work again before that time. \
      Each early request can begin a new and longer wait. Refusals by the device that count down to the same moment \
      are one throttle; only work that was started anew counts here.
      """,
    advice: [
      "Read CKErrorRetryAfterKey, or retryAfter and Retry-After of Web Services, and start nothing of the kind before",
      "Keep the moment of the earliest next try where all queues of the app see it, also after a restart",
      "Leave retries to CKSyncEngine and Core Data: they keep the delay by themselves",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let violations = try RetryWindows(log).violations(in: log)
    guard let worst = violations.max(by: { $0.earlyMs < $1.earlyMs }) else { return [] }
    let delay = Wording.duration(milliseconds: worst.window.delayMs)
    let isCut = violations.count >= RetryWindows.limit
    let count = isCut ? "More than \(Wording.number(RetryWindows.limit))" : Wording.number(violations.count)
    let title =
      violations.count == 1
      ? "Request sent \(Wording.duration(milliseconds: worst.earlyMs)) before the asked delay of \(delay) had passed"
      : "\(count) requests sent before the asked delay had passed, "
        + "the earliest \(Wording.duration(milliseconds: worst.earlyMs)) too early"
    return [
      try log.finding(
        info, title: title, occurrences: violations.count,
        proofs: [worst.window.proof, worst.proof]
          + violations.filter { $0.proof != worst.proof }.prefix(3).map(\.proof))
    ]
  }
}
