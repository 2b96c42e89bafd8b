import Storage
import SyncModel

/// 6, 7, THROTTLED, 429 and 503 with a delay, and what the device throttled without printing an error.
struct Throttled: FailureCheck {
  let info = CheckInfo(
    id: "throttled", title: "Requests are refused because of rate limits", severity: .warning,
    explanation: """
      CloudKit accepts only so many requests in a time, and says how long to wait. After a refusal by the server the \
      device refuses further requests by itself until that time has come, so many failures can be one throttle. A \
      silence of half a minute to an hour and a half afterwards is backoff, not a hang.
      """,
    advice: [
      "Wait for the time that the error asks for before anything is sent again",
      "Send fewer and larger requests: up to 400 items each, from one queue",
      "Leave retries to CKSyncEngine or Core Data where they sync, and force no sends",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let group = FailureGroup(failures: log.failures(.throttled))
    let delays = try log.store.observations(.retryAfter)
    let refused = group.requests + delays.count
    guard refused > 0 else { return [] }
    let proofs =
      group.failures.flatMap(\.proofs) + delays.map(Proof.init)
    let longest = (group.failures.compactMap(\.longestDelayMs) + delays.compactMap(\.value)).max()
    let wait = longest.map { "; longest wait \(Wording.duration(milliseconds: $0))" } ?? ""
    let title = "\(Wording.counted(refused, "request")) refused by rate limits\(wait)"
    let concentration = Concentration(log: log).sentence(of: group.failures, under: title)
    return [
      try log.finding(
        info, title: title, explanation: concentration.map { "\($0) \(info.explanation)" }, occurrences: refused,
        proofs: proofs.inOrder)
    ]
  }
}
