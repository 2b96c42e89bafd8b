import CloudKitFacts
import SyncModel

/// Uses of CloudKit API that the compiler warns about.
package struct DeprecatedAPI: AuditRule {
  private static let names = RetiredNames([.deprecated])

  package let info = CheckInfo(
    id: "deprecated-api", title: "Deprecated CloudKit API", severity: .warning,
    explanation:
      "Deprecated API keeps working for now, but it hides errors of single items that its successor reports.",
    advice: ["Move to the replacement that the finding names"])

  package let looksIntoTests = true

  package init() {}

  package func findings(in file: SourceFile) -> [SourceFinding] {
    let finder = UseFinder(file, names: Self.names)
    return finder.uses().map { finder.finding($0, of: info) }
  }
}

extension DeprecatedAPI {
  package var examples: Examples {
    Examples(
      triggering: [
        """
        func load(_ op: CKQueryOperation, db: CKDatabase) {
          op.↓recordFetchedBlock = { record in print(record) }
          op.↓queryCompletionBlock=({ _, _ in })
          db.↓perform(query, inZoneWith: nil) { _, _ in }
        }
        """,
        """
        func run(_ operation: Operation) {
          if let modify = operation as? CKModifyRecordsOperation { modify.↓modifyRecordsCompletionBlock = nil }
          (operation as? CKOperation)?.↓isLongLived = true
        }
        """,
        """
        final class Sync {
          func run() { fetch?.↓perRecordCompletionBlock = nil }
          var fetch: CKFetchRecordsOperation?
        }
        """,
        """
        let changes = CKFetchRecordZoneChangesOperation(recordZoneIDs: ids,
          ↓optionsByRecordZoneID: options)
        """,
        "operation.perShareResultBlock = { metadata, _ in use(metadata.↓rootRecordID) }",
        "extension CKContainer { func ask() { ↓status(forApplicationPermission: p, completionHandler: done) } }",
        "func role(of p: CKShare.Participant) -> CKShare.Participant.↓Role? { p.↓type == .owner ? nil : p.role }",
        "let old: [CKRecord] = try await database.↓records(matching: query, inZoneWith: zone)",
        """
        switch error.code {
        case .networkFailure, .↓resultsTruncated: retry()
        default: break
        }
        """,
      ],
      nonTriggering: [
        "sessionConfiguration.timeoutIntervalForRequest = 30",
        """
        func configure(_ op: CKQueryOperation) {
          op.configuration.isLongLived = true
          let configuration = CKOperation.Configuration()
          configuration.timeoutIntervalForRequest = 10
        }
        """,
        """
        class PullJob: Operation { var recordChangedBlock: ((CKRecord) -> Void)? }
        func run(_ job: PullJob) { job.recordChangedBlock = nil }
        """,
        """
        func query(queryCompletionBlock: @escaping () -> Void) {
          queryCompletionBlock()
          let recordFetchedBlock = { print("recordFetchedBlock") }
          recordFetchedBlock()
        }
        """,
        """
        protocol AnyCloudOperation { var container: CKContainer? { get set } }
        func set(_ op: AnyCloudOperation) { op.container = nil }
        """,
        "let (found, _) = try await database.records(matching: query, inZoneWith: zone)",
        """
        @available(*, deprecated)
        func old(_ op: CKQueryOperation) { op.queryCompletionBlock = nil }
        """,
        "func note(_ info: CKSubscription.NotificationInfo) { info.alertBody = \"Hello\" }",
        "context.perform { save() }",
      ])
  }
}
