import CloudKitFacts
import SyncModel

extension ErrorReport {
  /// What people call the error: `serverRecordChanged (14/2004)`, `QUOTA_EXCEEDED`, `HTTP 503`.
  var label: String {
    if let serverCode { return serverCode }
    guard let code else { return httpStatus.map { "HTTP \($0)" } ?? domain }
    let number = underlying.map { "\(code)/\($0.code)" } ?? "\(code)"
    guard let name = ErrorNames.name(domain: domain, code: code) else { return "\(domain) \(number)" }
    return "\(name) (\(number))"
  }

  /// The name without numbers: `serverRecordChanged`, `QUOTA_EXCEEDED`; nil for what has none.
  var codeName: String? { serverCode ?? code.flatMap { ErrorNames.name(domain: domain, code: $0) } }

  /// True when CKSyncEngine, Core Data or SQLiteData did the work, which wait by themselves.
  var isOfAutomaticSync: Bool {
    let marks: [StaticString] = [
      "CKSyncEngine", "CoreData+CloudKit", "NSCloudKitMirroring", "SQLiteData", "RecordZoneChange",
    ]
    return marks.contains { text.holds($0) }
  }
}
