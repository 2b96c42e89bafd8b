import SyncModel

/// 3, 4, 34, NSURLErrorDomain and a daemon that cannot be reached.
struct NetworkFailure: CauseCheck {
  let cause = Cause.networkFailure
  let info = CheckInfo(
    id: "network-failure", title: "The network was in the way", severity: .note,
    explanation: """
      The request did not get through, or its answer was lost. It says nothing about the data; CKSyncEngine and Core \
      Data try again by themselves.
      """,
    advice: [
      "Retry with a growing delay when the network is back",
      "If one device never gets through: look at mobile data, Low Data Mode, VPN and firewall",
      "After a lost answer fetch first, then send what is missing",
    ])

  func title(of group: FailureGroup) -> String {
    group.failures.allSatisfy { $0.error.code == 4099 || $0.error.underlying?.code == 4099 }
      ? "CloudKit daemon could not be reached \(Wording.times(group.requests))"
      : "\(Wording.counted(group.requests, "request")) failed on the network"
  }
}
