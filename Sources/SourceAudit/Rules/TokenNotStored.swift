import SwiftSyntax
import SyncModel

/// A change fetch whose final token nobody takes.
struct TokenNotStored: AuditRule {
  let info = CheckInfo(
    id: "token-not-stored", title: "The final change token of a fetch is never stored", severity: .error,
    explanation: """
      The fetch starts from a stored token, but the token that it ends with is ignored. Every fetch therefore brings \
      the same changes again, and the work grows until the server throttles the app or the old token expires.
      """,
    advice: [
      "Store the token that the fetch result block or 'changeToken' gives, after the changes are applied"
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, _ token: CKServerChangeToken?, _ database: CKDatabase) async throws {
        let changes = try await database.↓recordZoneChanges(inZoneWith: zone, since: token)
        apply(changes.modificationResultsByID)
        remove(changes.deletions)
      }
      """,
      """
      import CloudKit
      func pull(_ token: CKServerChangeToken?, _ database: CKDatabase) {
        let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.fetchDatabaseChangesCompletionBlock = ↓{ _, moreComing, error in finish(moreComing, error) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func pull(_ operation: CKFetchRecordZoneChangesOperation) {
        let options = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
        options.previousServerChangeToken = defaults.token
        operation.recordZoneFetchResultBlock = ↓{ zone, result in
          if case .failure(let error) = result { show(zone, error) }
        }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, _ database: CKDatabase) {
        let options = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
        options.previousServerChangeToken = defaults.token
        let operation = ↓CKFetchRecordZoneChangesOperation(
          recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: options])
        operation.recordZoneChangeTokensUpdatedBlock = { _, token, _ in defaults.token = token }
        database.add(operation)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, _ database: CKDatabase) async throws {
        let changes = try await database.recordZoneChanges(inZoneWith: zone, since: store.token)
        apply(changes.modificationResultsByID)
        store.token = changes.changeToken
      }
      """,
      """
      import CloudKit
      func pullAll(_ zone: CKRecordZone.ID, _ database: CKDatabase) async throws {
        let changes = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
        apply(changes.modificationResultsByID)
      }
      """,
      """
      import CloudKit
      func pull(_ token: CKServerChangeToken?, _ database: CKDatabase) {
        let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.fetchDatabaseChangesCompletionBlock = { newToken, moreComing, error in store(newToken) }
        database.add(operation)
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let words: Set = ["recordZoneChanges", "databaseChanges", "previousServerChangeToken"]
    guard file.index.hasAny(words) else { return [] }
    return file.index.calls.compactMap { answerFinding($0, file) ?? operationFinding($0, file) }
      + file.index.assignments.compactMap { blockFinding($0, file) }
  }

  private func answerFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    let index = file.index
    guard index.cloudKitCall(call) == .changes, let since = call.argument("since"),
      !since.is(NilLiteralExprSyntax.self),
      let name = call.nameToken, let body = call.functionBody,
      let binding = call.behindEffects.parent?.parent?.as(PatternBindingSyntax.self)
    else { return nil }
    if let tuple = binding.pattern.as(TuplePatternSyntax.self) {
      let position = call.name == "databaseChanges" ? 2 : 2
      guard tuple.elements.count == 4,
        tuple.elements.dropFirst(position).first?.pattern.is(WildcardPatternSyntax.self) == true
      else { return nil }
    } else {
      guard let variable = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
      let uses = index.uses(of: variable, in: body, after: call.endPosition)
      guard !uses.isEmpty, !uses.contains(""), !uses.contains("changeToken"), !uses.contains("2") else { return nil }
    }
    return file.finding(info, at: name, "the change token of the answer is not read", api: "CKDatabase.\(call.name)")
  }

  /// An operation made, started from a token and run in one function that sets no final block.
  private func operationFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    let index = file.index
    guard call.makes("CKFetchRecordZoneChangesOperation"), let body = call.functionBody,
      !body.is(SourceFileSyntax.self),
      let name = call.nearest(PatternBindingSyntax.self)?.pattern.code,
      !index.anyName(in: body, { $0.hasPrefix("recordZoneFetch") }),
      index.assignments(in: body).contains(where: {
        $0.target.lastName == "previousServerChangeToken" && $0.values.first?.is(NilLiteralExprSyntax.self) == false
      })
    else { return nil }
    let uses = index.calls(in: body).filter { other in other.arguments.contains { $0.expression.path == name } }
    guard !uses.isEmpty, uses.allSatisfy({ $0.name == "add" || $0.name == "addOperation" }) else { return nil }
    return file.finding(
      info, at: call, "no block of this fetch receives its final change token", api: "CKFetchRecordZoneChangesOperation"
    )
  }

  /// The final blocks and the position of the token, nil where it is inside a result.
  private let blocks: [String: Int?] = [
    "recordZoneFetchResultBlock": nil, "recordZoneFetchCompletionBlock": 1, "fetchDatabaseChangesResultBlock": nil,
    "fetchDatabaseChangesCompletionBlock": 0,
  ]

  private func blockFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let name = assignment.target.lastName, let position = blocks[name],
      let closure = assignment.values.first?.bare.as(ClosureExprSyntax.self), startsFromToken(assignment, file.index)
    else { return nil }
    let isUnread: Bool
    if let position {
      let parameter = closure.parameter(position)
      isUnread =
        parameter == "_" || parameter.map { file.index.uses(of: $0, in: Syntax(closure.statements)).isEmpty } ?? false
    } else {
      isUnread = asksForFailureOnly(closure, resultAt: name.hasPrefix("fetchDatabase") ? 0 : 1, file.index)
    }
    guard isUnread else { return nil }
    return file.finding(info, at: closure, "the final change token is ignored here", api: name)
  }

  private func asksForFailureOnly(_ closure: ClosureExprSyntax, resultAt position: Int, _ index: SyntaxIndex) -> Bool {
    guard let result = closure.parameter(position) else { return false }
    if result == "_" { return true }
    let text = closure.statements.code
    return !index.anyName(in: closure.statements) { $0.hasAnyWord(["token"]) }
      && !text.contains("success(let") && !text.contains("let .success(") && !text.contains(".get()")
      && !text.contains("(\(result))") && !text.contains(": \(result)") && !text.contains(", \(result)")
  }

  private func startsFromToken(_ assignment: SyntaxIndex.Assignment, _ index: SyntaxIndex) -> Bool {
    guard let body = assignment.node.functionBody else { return false }
    let assigned = index.assignments(in: body).contains {
      $0.target.lastName == "previousServerChangeToken" && $0.values.first?.is(NilLiteralExprSyntax.self) == false
    }
    return assigned
      || index.calls(in: body).contains {
        $0.argument("previousServerChangeToken").map { !$0.is(NilLiteralExprSyntax.self) } ?? false
      }
  }
}
