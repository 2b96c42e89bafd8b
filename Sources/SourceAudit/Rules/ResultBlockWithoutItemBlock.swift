import SwiftSyntax
import SyncModel

/// An operation with a result block for the whole and no block for its items.
struct ResultBlockWithoutItemBlock: AuditRule {
  let info = CheckInfo(
    id: "result-block-without-item-block", title: "A result block is set without the block for single items",
    severity: .warning,
    explanation: """
      'partialFailure' is delivered to the old completion blocks only. A result block succeeds even when items \
      failed; their errors go to the per-item blocks. Without one of those the errors are lost, which is the main \
      hazard of a mechanical migration from completion blocks.
      """,
    advice: ["Set the per-item block of the operation and handle each failure there"])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func save(_ records: [CKRecord], _ database: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records)
        operation.↓modifyRecordsResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func pull(_ zones: [CKRecordZone.ID], _ database: CKDatabase) {
        let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: zones, configurationsByRecordZoneID: [:])
        operation.recordWithIDWasDeletedBlock = { id, type in remove(id) }
        operation.↓fetchRecordZoneChangesResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func save(_ records: [CKRecord], _ database: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records)
        operation.perRecordSaveBlock = { id, result in note(id, result) }
        operation.modifyRecordsResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func pull(_ token: CKServerChangeToken?, _ database: CKDatabase) {
        let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.fetchDatabaseChangesResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func save(_ records: [CKRecord], _ database: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records)
        setItemBlocks(of: operation)
        operation.modifyRecordsResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func finish(_ operation: CKModifyRecordsOperation) {
        operation.modifyRecordsResultBlock = { result in done(result) }
      }
      """,
    ])

  /// The per-item blocks by result block; one of them is enough, old ones count.
  private let itemBlocks: [String: Set<String>] = [
    "modifyRecordsResultBlock": ["perRecordSaveBlock", "perRecordDeleteBlock", "perRecordCompletionBlock"],
    "fetchRecordsResultBlock": ["perRecordResultBlock", "perRecordCompletionBlock"],
    "queryResultBlock": ["recordMatchedBlock", "recordFetchedBlock"],
    "fetchRecordZonesResultBlock": ["perRecordZoneResultBlock"],
    "modifyRecordZonesResultBlock": ["perRecordZoneSaveBlock", "perRecordZoneDeleteBlock"],
    "fetchSubscriptionsResultBlock": ["perSubscriptionResultBlock"],
    "modifySubscriptionsResultBlock": ["perSubscriptionSaveBlock", "perSubscriptionDeleteBlock"],
    "fetchRecordZoneChangesResultBlock": ["recordZoneFetchResultBlock", "recordZoneFetchCompletionBlock"],
    "acceptSharesResultBlock": ["perShareResultBlock", "perShareCompletionBlock"],
    "fetchShareMetadataResultBlock": ["perShareMetadataResultBlock", "perShareMetadataBlock"],
    "fetchShareParticipantsResultBlock": ["perShareParticipantResultBlock", "shareParticipantFetchedBlock"],
  ]

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(Set(itemBlocks.keys)) else { return [] }
    return file.index.assignments.compactMap { assignment in
      guard let member = assignment.target.as(MemberAccessExprSyntax.self),
        let wanted = itemBlocks[member.declName.baseName.text], let operation = member.base?.path,
        let body = assignment.node.functionBody, !file.index.mentions(wanted, in: body),
        let maker = maker(of: operation, in: body, at: Syntax(assignment.node), file.index)
      else { return nil }
      let list = wanted.filter { !$0.hasSuffix("CompletionBlock") && !$0.hasSuffix("FetchedBlock") }.sorted()
      let unused = unusedParts(of: operation, maker, in: body, file.index)
      let useful = list.filter { name in !unused.contains { name.hasSuffix($0) } }
      let names = (useful.isEmpty ? list : useful).map { "'\($0)'" }.joined(separator: " or ")
      return file.finding(
        info, at: member.declName, "errors of single items arrive in \(names), which is not set",
        api: member.declName.baseName.text)
    }
  }

  /// The call that makes the operation here, when it is handed to nobody but a database or queue.
  private func maker(
    of name: String, in body: Syntax, at node: Syntax, _ index: SyntaxIndex
  ) -> FunctionCallExprSyntax? {
    guard let value = index.initialValue(ofName: name, at: node)?.bare.as(FunctionCallExprSyntax.self),
      value.name.hasPrefix("CK"), value.name.hasSuffix("Operation")
    else { return nil }
    let isKept = index.calls(in: body).allSatisfy { call in
      ["add", "addOperation", "append"].contains(call.name) || !call.arguments.contains { $0.expression.path == name }
    }
    return isKept ? value : nil
  }

  /// The ends of the names of blocks that a change without such items never calls.
  private func unusedParts(
    of name: String, _ maker: FunctionCallExprSyntax, in body: Syntax, _ index: SyntaxIndex
  ) -> [String] {
    guard maker.name.hasPrefix("CKModify"), !maker.arguments.isEmpty else { return [] }
    return [("ToSave", "SaveBlock"), ("ToDelete", "DeleteBlock")].compactMap { items, block in
      let given = maker.arguments.first { $0.label?.text.hasSuffix(items) == true }?.expression.bare
      let isEmpty = given.map { $0.is(NilLiteralExprSyntax.self) || $0.trimmedDescription == "[]" } ?? true
      let isSetLater = index.assignments(in: body).contains {
        $0.target.lastName?.hasSuffix(items) == true && $0.target.as(MemberAccessExprSyntax.self)?.base?.path == name
      }
      return isEmpty && !isSetLater ? block : nil
    }
  }
}
