import Storage
import SyncModel

/// 5, 8, 10/2007 about the bundle id, the entitlement trap, and a daemon that the sandbox hides.
struct ContainerMisconfigured: FailureCheck {
  let info = CheckInfo(
    id: "container-misconfigured", title: "The app is not set up for its container", severity: .error,
    explanation: """
      The app may not use the container: it does not exist, it is not assigned to the App ID, the bundle id is not \
      allowed, or an entitlement is missing in the build. It is neither the network nor a missing permission of the \
      user, and no retry helps. A container that was just created needs some minutes.
      """,
    advice: [
      "Compare the container id in code, entitlements and the developer account letter by letter",
      "Tick the container for each App ID under Signing & Capabilities, and renew the provisioning profile",
      "Make no CKContainer in processes without the entitlement, such as unit-test hosts and command-line tools",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let group = FailureGroup(failures: log.failures(.containerMisconfigured))
    let observed = try log.store.observations(.missingEntitlement, .sandboxRestriction)
    let proofs = group.failures.flatMap(\.proofs) + observed.map(Proof.init)
    guard !proofs.isEmpty else { return [] }
    let count = group.requests + observed.filter { $0.kind == .missingEntitlement }.count
    return [
      try log.finding(info, title: title(group, observed), occurrences: count, proofs: proofs.inOrder)
    ]
  }

  private func title(_ group: FailureGroup, _ observed: [Observation]) -> String {
    let containers = group.distinct { $0.error.containerID?.trimmed }
    let whose = Wording.named(containers, "container") ?? "the container"
    if group.mentions("bundle id") { return "Bundle id is not allowed to use \(whose)" }
    let missing = observed.filter { $0.kind == .missingEntitlement }
    if !missing.isEmpty, missing.allSatisfy({ $0.subject == "application ID" }) {
      return "The process has no application ID and can make no CKContainer"
    }
    if !missing.isEmpty {
      return "The process lacks the iCloud entitlement and is killed when it makes a CKContainer"
    }
    if observed.contains(where: { $0.kind == .sandboxRestriction }) || group.failures.contains(where: \.isOfDaemon) {
      return "The sandbox keeps the app from the CloudKit daemon: an entitlement is missing"
    }
    return "\(whose) is unknown or not assigned to the App ID (\(Wording.counted(group.requests, "failure")))"
  }
}
