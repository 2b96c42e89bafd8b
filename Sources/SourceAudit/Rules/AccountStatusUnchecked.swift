import SwiftSyntax
import SyncModel

/// CloudKit work in sources that never look at the account.
struct AccountStatusUnchecked: AuditRule {
  let info = CheckInfo(
    id: "account-status-unchecked", title: "CloudKit is used without a look at the account", severity: .note,
    explanation: """
      Private and shared databases need an iCloud account that is signed in and allowed for the app. When that is \
      never asked, a user without one sees errors or nothing at all, and a change of the account goes unnoticed.
      """,
    advice: [
      "Ask 'accountStatus' before the first request, and tell the user what is missing",
      "Observe CKAccountChanged and ask again",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      final class Store {
        let container = ↓CKContainer.default()
        func save(_ record: CKRecord) async throws { _ = try await container.privateCloudDatabase.save(record) }
      }
      """
    ],
    nonTriggering: [
      """
      import CloudKit
      final class Store {
        let container = CKContainer.default()
        func isReady() async throws -> Bool { try await container.accountStatus() == .available }
        func save(_ record: CKRecord) async throws { _ = try await container.privateCloudDatabase.save(record) }
      }
      """,
      Example(
        """
        import CloudKit
        final class Store {
          let container = CKContainer.default()
          func save(_ record: CKRecord) async throws { _ = try await container.privateCloudDatabase.save(record) }
        }
        """,
        with: ["Account.swift": "import CloudKit\nlet changes = center.notifications(named: .CKAccountChanged)"]),
      """
      import CloudKit
      final class Catalogue {
        let database = CKContainer.default().publicCloudDatabase
        func read(_ id: CKRecord.ID) async throws -> CKRecord { try await database.record(for: id) }
      }
      """,
    ])

  private let answers: Set = ["accountStatus", "CKAccountChanged", "CKAccountStatus", "accountChange"]

  var isAboutProject: Bool { true }

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    guard index.has("CKContainer"), index.hasAny(["privateCloudDatabase", "sharedCloudDatabase"]),
      !index.hasAny(answers), !answers.contains(where: file.project.mentions),
      index.calls.contains(where: { index.cloudKitCall($0) != nil || $0.name.hasPrefix("CKModify") }),
      let container = index.calls.first(where: {
        $0.makes("CKContainer") || $0.calledExpression.path == "CKContainer.default"
      })
    else { return [] }
    return [
      file.finding(
        info, at: container, "no source of the audit asks for the account status", api: "CKContainer.accountStatus")
    ]
  }
}
