import CloudKitFacts
import SyncModel

/// Uses of CloudKit API that a current SDK or compiler does not accept.
package struct RemovedAPI: AuditRule {
  private static let names = RetiredNames([.removed, .obsoleted])

  package let info = CheckInfo(
    id: "removed-api", title: "CloudKit API that no longer compiles", severity: .error,
    explanation: "A current SDK or compiler does not know the name: the file stops compiling with the next Xcode.",
    advice: ["Move to the replacement that the finding names"])

  package let looksIntoTests = true

  package init() {}

  package func findings(in file: SourceFile) -> [SourceFinding] {
    let finder = UseFinder(file, names: Self.names)
    return finder.uses().map { finder.finding($0, of: info) }
  }
}

extension RemovedAPI {
  package var examples: Examples {
    Examples(
      triggering: [
        "let id: ↓CKRecordID = ↓CKRecordID(recordName: name, zoneID: zone)",
        "let operation = ↓CKMarkNotificationsReadOperation(notificationIDsToMarkRead: [])",
        "let subscription = ↓CKSubscription(zoneID: zone, options: 0)",
        "func f(_ s: CKSubscription) { print(s.↓recordType) }",
        "let names = [↓CKShareTitleKey: \"Trip\"]",
        "#if os(iOS)\nlet cursor: ↓CKQueryCursor? = nil\n#endif",
      ],
      nonTriggering: [
        "typealias CKRecordID = CKRecord.ID\nlet id: CKRecordID = other",
        "let info = [\"CKRecordZoneID\": zoneID]",
        "//  CKRecordID+Tools.swift",
        "func f(_ s: CKQuerySubscription) { print(s.recordType) }",
        "#if swift(>=4.2)\nlet id: CKRecord.ID\n#else\nlet id: CKRecordID\n#endif",
      ])
  }
}
