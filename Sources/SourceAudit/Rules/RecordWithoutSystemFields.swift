import SwiftSyntax
import SyncModel

/// A record that exists on the server and is sent as if it were new.
struct RecordWithoutSystemFields: AuditRule {
  let info = CheckInfo(
    id: "record-without-system-fields", title: "An existing record is rebuilt without its system fields",
    severity: .warning,
    explanation: """
      A CKRecord made from type and id has no change tag: for the server it is an insert. Saving it for a record that \
      exists fails with 'serverRecordChanged' (record to insert already exists) on every change after the first.
      """,
    advice: [
      "Keep the system fields of each saved record with 'encodeSystemFields(with:)'",
      "Rebuild the record with 'CKRecord(coder:)' and set the changed fields",
      "Fetch the record before changing it when nothing was kept",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func batch(_ changes: [CKSyncEngine.PendingRecordZoneChange]) async -> CKSyncEngine.RecordZoneChangeBatch? {
        await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
          let record = ↓CKRecord(recordType: "Note", recordID: id)
          fill(record)
          return record
        }
      }
      """,
      """
      import CloudKit
      func update(_ note: Note, in database: CKDatabase) async throws {
        let record = ↓CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: note.id))
        record["title"] = note.title
        _ = try await database.save(record)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func batch(_ changes: [CKSyncEngine.PendingRecordZoneChange]) async -> CKSyncEngine.RecordZoneChangeBatch? {
        await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
          let record = store.lastKnownRecord(id) ?? CKRecord(recordType: "Note", recordID: id)
          fill(record)
          return record
        }
      }
      """,
      """
      import CloudKit
      func create(_ note: Note, in database: CKDatabase) async throws {
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: note.id))
        _ = try await database.save(record)
      }
      """,
      """
      import CloudKit
      func update(_ note: Note, in database: CKDatabase) async throws {
        let record = try await database.record(for: CKRecord.ID(recordName: note.id))
        record["title"] = note.title
        _ = try await database.save(record)
      }
      """,
    ])

  private let memory = [
    "systemfield", "lastknown", "coder", "archive", "cached", "existing", "stored", "serverrecord",
    "encoded", "metadata", "fetch",
  ]

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.has("CKRecord"), !file.index.has("encodeSystemFields") else { return [] }
    return file.index.calls.compactMap { call in
      guard call.name == "CKRecord" || call.name == "init", call.makes("CKRecord"), let id = call.argument("recordID")
      else { return nil }
      return isInBatch(call, id, file.index) || isInUpdate(call, id, file.index)
        ? file.finding(info, at: call, "a record that exists is sent as a new one, without its change tag") : nil
    }
  }

  /// True for the record that a batch of the sync engine asks for by id.
  private func isInBatch(_ call: FunctionCallExprSyntax, _ id: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let closure = call.nearest(ClosureExprSyntax.self), let name = id.path, closure.parameter(0) == name,
      closure.owningCall?.name == "RecordZoneChangeBatch", !isAlternative(call)
    else { return false }
    return !index.anyName(in: closure) { $0.hasAnyWord(memory) }
  }

  /// True in a function named update… that saves the record without fetching it and without an overwriting policy.
  private func isInUpdate(_ call: FunctionCallExprSyntax, _ id: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let function = call.function, let body = function.body, !isAlternative(call),
      ["update", "edit"].contains(where: { function.name.text.lowercased().hasPrefix($0) }),
      !index.mentions(["savePolicy", "changedKeys", "allKeys"], in: body),
      !index.anyName(in: body, { $0.hasAnyWord(memory) })
    else { return false }
    let calls = index.calls(in: body)
    let makesNewName = id.code.contains("UUID()")
    return !makesNewName && calls.contains { index.cloudKitCall($0) == .save || index.cloudKitCall($0) == .modify }
      && !calls.contains { [.fetch, .query].contains(index.cloudKitCall($0)) }
  }

  /// True behind `??`, in an `else` and in a conditional branch, where another record was looked for first.
  private func isAlternative(_ call: FunctionCallExprSyntax) -> Bool {
    for outer in call.ancestors {
      if let sequence = outer.as(SequenceExprSyntax.self) {
        let symbols = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        if symbols.contains("??") || sequence.elements.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
          return true
        }
      }
      if outer.is(IfExprSyntax.self) || outer.is(GuardStmtSyntax.self) || outer.is(CatchClauseSyntax.self) {
        return true
      }
      if outer.is(ClosureExprSyntax.self) || outer.is(FunctionDeclSyntax.self) { return false }
    }
    return false
  }
}
