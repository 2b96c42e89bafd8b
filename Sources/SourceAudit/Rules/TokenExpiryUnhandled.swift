import SwiftSyntax
import SyncModel

/// A change fetch in sources that never speak of an expired token.
struct TokenExpiryUnhandled: AuditRule {
  let info = CheckInfo(
    id: "token-expiry-unhandled", title: "An expired change token is not handled", severity: .warning,
    explanation: """
      A change token can expire: after a long pause, when the zone was reset, after a change of account. The fetch \
      then fails with 'changeTokenExpired' each time it is tried with the old token, and this device never syncs again.
      """,
    advice: [
      "On 'changeTokenExpired' forget the token of that zone or database and fetch from the beginning",
      "Keep the local records: the full fetch brings what is missing",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, _ token: CKServerChangeToken?, _ database: CKDatabase) async throws {
        apply(try await database.↓recordZoneChanges(inZoneWith: zone, since: token))
      }
      """,
      """
      import CloudKit
      func pull(_ token: CKServerChangeToken?, _ database: CKDatabase) {
        let operation = ↓CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.fetchDatabaseChangesResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, _ token: CKServerChangeToken?, _ database: CKDatabase) async throws {
        do {
          apply(try await database.recordZoneChanges(inZoneWith: zone, since: token))
        } catch CKError.changeTokenExpired {
          apply(try await database.recordZoneChanges(inZoneWith: zone, since: nil))
        }
      }
      """,
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, _ database: CKDatabase) async throws {
        apply(try await database.recordZoneChanges(inZoneWith: zone, since: nil))
      }
      """,
      """
      import CloudKit
      func pullAll(_ zone: CKRecordZone.ID, _ database: CKDatabase) async throws {
        var token: CKServerChangeToken? = nil
        repeat {
          let changes = try await database.recordZoneChanges(inZoneWith: zone, since: token)
          token = apply(changes)
        } while token != nil
      }
      """,
      Example(
        """
        import CloudKit
        func pull(_ token: CKServerChangeToken?, _ database: CKDatabase) {
          let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
          operation.fetchDatabaseChangesResultBlock = { result in errors.handle(result) }
          database.add(operation)
        }
        """,
        with: [
          "Errors.swift": "import CloudKit\nfunc isExpired(_ e: CKError) -> Bool { e.code == .changeTokenExpired }"
        ]),
    ])

  var isAboutProject: Bool { true }

  func findings(in file: SourceFile) -> [SourceFinding] {
    let words: Set = [
      "recordZoneChanges", "databaseChanges", "CKFetchDatabaseChangesOperation", "CKFetchRecordZoneChangesOperation",
    ]
    guard file.index.hasAny(words), !file.index.has("changeTokenExpired"),
      !file.project.mayHandleExpiry(forFetchIn: file.path)
    else { return [] }
    var kinds: Set<String> = []
    return file.index.calls.compactMap { call in
      guard let kind = fetch(call, file.index), kinds.insert(kind).inserted, let name = call.nameToken else {
        return nil
      }
      return file.finding(
        info, at: name, "'changeTokenExpired' is handled nowhere: the fetch would fail for ever", api: kind)
    }
  }

  /// True for a local that starts as nil: its tokens are never older than the loop.
  private func startsEmpty(_ since: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let name = since.bare.as(DeclReferenceExprSyntax.self)?.baseName.text, let body = since.functionBody,
      index.isLocal(name, in: body)
    else { return false }
    let binding = index.bindings.first { body.contains($0) && $0.pattern.code == name }
    return binding?.initializer.map { $0.value.is(NilLiteralExprSyntax.self) } ?? (binding?.accessorBlock == nil)
  }

  /// The API when the call fetches changes since a token.
  private func fetch(_ call: FunctionCallExprSyntax, _ index: SyntaxIndex) -> String? {
    if index.cloudKitCall(call) == .changes {
      guard let since = call.argument("since"), !since.is(NilLiteralExprSyntax.self), !startsEmpty(since, index) else {
        return nil
      }
      return "CKDatabase.\(call.name)"
    }
    if call.makes("CKFetchDatabaseChangesOperation"), let token = call.argument("previousServerChangeToken") {
      return token.is(NilLiteralExprSyntax.self) ? nil : "CKFetchDatabaseChangesOperation"
    }
    guard call.makes("CKFetchRecordZoneChangesOperation") else { return nil }
    let asksSince = index.assignments.contains {
      $0.target.lastName == "previousServerChangeToken" && $0.values.first?.is(NilLiteralExprSyntax.self) == false
    }
    return asksSince ? "CKFetchRecordZoneChangesOperation" : nil
  }
}
