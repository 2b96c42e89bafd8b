import SwiftSyntax
import SyncModel

/// A save policy that ignores what other devices have saved.
struct OverwriteSavePolicy: AuditRule {
  let info = CheckInfo(
    id: "overwrite-save-policy", title: "The save policy overwrites changes of other devices", severity: .note,
    explanation: """
      'allKeys' writes every field whatever the server holds; 'changedKeys' writes the changed fields without a look \
      at the change tag. Neither ever ends in 'serverRecordChanged', so a conflict is lost unseen and a handler for it \
      is dead code. That is right for a first upload or a repair, and a silent loss everywhere else.
      """,
    advice: [
      "Use 'ifServerRecordUnchanged' and merge on 'serverRecordChanged'",
      "Keep the overwriting policy to first uploads and repairs",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func save(_ records: [CKRecord], db: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
        operation.savePolicy = ↓.allKeys
        db.add(operation)
      }
      """,
      """
      import CloudKit
      func save(_ records: [CKRecord], db: CKDatabase) async throws {
        let (saved, _) = try await db.modifyRecords(saving: records, deleting: [], savePolicy: ↓.allKeys)
        check(saved)
      }
      """,
      """
      import CloudKit
      func save(_ records: [CKRecord], db: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
        operation.savePolicy = ↓.changedKeys
        operation.perRecordSaveBlock = { id, result in
          if case .failure(let error as CKError) = result, error.code == .serverRecordChanged { merge(error) }
        }
        db.add(operation)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func save(_ records: [CKRecord], db: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
        operation.savePolicy = .ifServerRecordUnchanged
        db.add(operation)
      }
      """,
      """
      import CloudKit
      func save(_ records: [CKRecord], db: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
        operation.savePolicy = .changedKeys
        db.add(operation)
      }
      """,
      """
      struct Cache { var savePolicy: Policy }
      let keys = dictionary.allKeys
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.has("savePolicy") || file.index.has("RecordSavePolicy") else { return [] }
    return file.index.members.compactMap { member in
      let name = member.declName.baseName.text
      guard name == "allKeys" || name == "changedKeys", isPolicy(member) else { return nil }
      if name == "allKeys" {
        return file.finding(
          info, at: member, "'allKeys' overwrites every field on the server",
          api: "CKModifyRecordsOperation.RecordSavePolicy.allKeys")
      }
      guard let body = member.functionBody, !body.is(SourceFileSyntax.self),
        file.index.mentions(["serverRecordChanged"], in: body)
      else { return nil }
      return file.finding(
        info, at: member, "with 'changedKeys' the handler of 'serverRecordChanged' never runs",
        api: "CKModifyRecordsOperation.RecordSavePolicy.changedKeys")
    }
  }

  /// True where the value is assigned to or passed as a save policy.
  private func isPolicy(_ member: MemberAccessExprSyntax) -> Bool {
    if let base = member.base?.path { return base.hasSuffix("RecordSavePolicy") }
    guard member.base == nil else { return false }
    for node in member.ancestors {
      if let argument = node.as(LabeledExprSyntax.self) { return argument.label?.text == "savePolicy" }
      if let sequence = node.as(SequenceExprSyntax.self) {
        return sequence.elements.first?.lastName == "savePolicy"
      }
      if let binding = node.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.code.hasSuffix("RecordSavePolicy") == true
      }
      if let parameter = node.as(FunctionParameterSyntax.self) {
        return parameter.type.code.hasSuffix("RecordSavePolicy")
      }
      if node.is(CodeBlockItemSyntax.self) { return false }
    }
    return false
  }
}
