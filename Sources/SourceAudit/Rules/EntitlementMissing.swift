import SwiftSyntax
import SyncModel

/// Use of CloudKit or of pushes that no entitlements file of the audit allows.
struct EntitlementMissing: AuditRule {
  let info = CheckInfo(
    id: "entitlement-missing", title: "An entitlement is missing for what the code uses", severity: .error,
    explanation: """
      Without the CloudKit service in its entitlements a process that makes a CKContainer is ended by the system; a \
      container that is not listed answers every request with 'badContainer'; without the push entitlement \
      subscriptions are saved but no push ever arrives.
      """,
    advice: [
      "Add the iCloud capability with CloudKit and the container to the target",
      "Add the Push Notifications capability where subscriptions or CKSyncEngine are used",
    ])

  let examples = Examples(
    triggering: [
      Example(
        "import CloudKit\nlet container = ↓CKContainer.default()",
        with: ["App.entitlements": plist("<key>com.apple.security.app-sandbox</key><true/>")]),
      Example(
        "import CloudKit\nlet container = CKContainer(identifier: ↓\"iCloud.other\")",
        with: ["App.entitlements": plist(cloudKit)]),
      Example(
        "import CloudKit\nlet subscription = ↓CKDatabaseSubscription(subscriptionID: \"all\")",
        with: ["App.entitlements": plist(cloudKit)]),
    ],
    nonTriggering: [
      Example(
        "import CloudKit\nlet container = CKContainer(identifier: \"iCloud.notes\")",
        with: ["App.entitlements": plist(cloudKit), "Dev.entitlements": plist("")]),
      Example(
        "import CloudKit\nlet subscription = CKDatabaseSubscription(subscriptionID: \"all\")",
        with: ["App.entitlements": plist(cloudKit + "<key>aps-environment</key><string>development</string>")]),
      "import CloudKit\nlet container = CKContainer.default()",
    ])

  private static let cloudKit = """
    <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
    <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.notes</string></array>
    """

  private let services = "com.apple.developer.icloud-services"
  private let containers = "com.apple.developer.icloud-container-identifiers"
  private let pushKeys: Set = ["aps-environment", "com.apple.developer.aps-environment"]

  var isAboutProject: Bool { true }

  func findings(in file: SourceFile) -> [SourceFinding] {
    let files = file.project.entitlements
    guard !files.isEmpty else { return [] }
    let hasCloudKit = files.contains { list in
      list.strings[services]?.contains { $0.hasPrefix("CloudKit") || $0 == "*" } == true
    }
    if !hasCloudKit { return unentitled(file) }
    let hasPush = files.contains { !$0.keys.isDisjoint(with: pushKeys) }
    return unknownContainers(file, files) + (hasPush ? [] : pushless(file))
  }

  /// The first use of CloudKit in the file.
  private func unentitled(_ file: SourceFile) -> [SourceFinding] {
    let first = file.index.calls.first { call in
      ["CKContainer", "CKContainer.default", "NSPersistentCloudKitContainer"].contains(call.calledExpression.path ?? "")
    }
    return first.map {
      [file.finding(info, at: $0, "no entitlements file of the audit allows CloudKit", api: services)]
    } ?? []
  }

  private func unknownContainers(_ file: SourceFile, _ files: [PropertyListFile]) -> [SourceFinding] {
    let listed = Set(files.flatMap { $0.strings[containers] ?? [] })
    guard !listed.isEmpty, !listed.contains(where: { $0.contains("$(") }) else { return [] }
    return file.index.calls.compactMap { call in
      guard call.makes("CKContainer"), let value = call.argument("identifier"), let name = file.index.key(value),
        !listed.contains(name)
      else { return nil }
      return file.finding(
        info, at: value, "container '\(name)' is in no entitlements file of the audit", api: containers)
    }
  }

  private func pushless(_ file: SourceFile) -> [SourceFinding] {
    let kinds = ["CKDatabaseSubscription", "CKRecordZoneSubscription", "CKQuerySubscription", "CKSyncEngine"]
    let first = file.index.calls.first { call in kinds.contains(where: call.makes) }
    return first.map {
      [file.finding(info, at: $0, "no entitlements file of the audit allows pushes", api: "aps-environment")]
    }
      ?? []
  }
}
