import SwiftSyntax
import SyncModel

/// A branch on `serverRecordChanged` that sends again without a look at the server's record.
struct ConflictUnmerged: AuditRule {
  let info = CheckInfo(
    id: "conflict-unmerged", title: "'serverRecordChanged' is handled without the server record", severity: .error,
    explanation: """
      The error carries the record as it is on the server. Sending the own record again without it either conflicts \
      again, for ever, because the change tag is still the old one, or overwrites what another device has saved.
      """,
    advice: [
      "Read 'serverRecord' of the error and apply the own changes to it",
      "Save the merged server record, which has the current change tag",
      "Look into 'partialErrorsByItemID' for conflicts of single records of a batch",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func save(_ record: CKRecord, db: CKDatabase) async throws {
        do { _ = try await db.save(record) } catch let error as CKError where error.code == .serverRecordChanged {
          try await ↓save(record, db: db)
        }
      }
      """,
      """
      import CloudKit
      func resend(_ failed: [CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave], engine: CKSyncEngine) {
        for save in failed {
          switch save.error.code {
          case .serverRecordChanged:
            ↓engine.state.add(pendingRecordZoneChanges: [.saveRecord(save.record.recordID)])
          default: break
          }
        }
      }
      """,
      """
      import CloudKit
      func push(_ record: CKRecord, db: CKDatabase) {
        db.save(record) { _, error in
          if let error = error as? CKError {
            switch error.code {
            case .networkFailure, .zoneBusy, .serverRecordChanged:
              ↓DispatchQueue.main.asyncAfter(deadline: .now() + 2) { push(record, db: db) }
            default: report(error)
            }
          }
        }
      }
      """,
      """
      import CloudKit
      func store(_ record: CKRecord, db: CKDatabase) {
        db.save(record) { _, error in
          guard let error = error as? CKError else { return }
          switch error.code {
          case ↓.serverRecordChanged: break
          default: report(error)
          }
        }
      }
      """,
      """
      import CloudKit
      func save(_ operation: CKModifyRecordsOperation, database: CKDatabase) {
        operation.modifyRecordsCompletionBlock = { _, _, error in
          guard let error = error as? CKError, error.code == .serverRecordChanged else { return }
          let forced = copy(operation)
          forced.savePolicy = .allKeys
          ↓database.add(forced)
        }
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, db: CKDatabase) async throws {
        for _ in 0..<3 {
          do { _ = try await db.save(record) } catch let error as CKError where error.code == .serverRecordChanged {
            ↓continue
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func rename(_ id: CKRecord.ID, db: CKDatabase) async throws {
        while true {
          let record = try await db.record(for: id)
          record["name"] = "x"
          do { _ = try await db.save(record); return } catch CKError.serverRecordChanged { continue }
        }
      }
      """,
      """
      import CloudKit
      func save(_ records: [CKRecord], db: CKDatabase) async throws {
        for record in records {
          do { _ = try await db.save(record) } catch CKError.serverRecordChanged { conflicts.append(record); continue }
        }
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, db: CKDatabase) async throws {
        do { _ = try await db.save(record) } catch let error as CKError where error.code == .serverRecordChanged {
          guard let server = error.serverRecord else { throw error }
          server["title"] = record["title"]
          try await save(server, db: db)
        }
      }
      """,
      """
      import CloudKit
      func onError(_ error: CKError, _ record: CKRecord) {
        if error.code == .serverRecordChanged { resolveConflict(error, record) }
      }
      """,
      """
      import CloudKit
      func text(_ error: CKError) -> String {
        switch error.code {
        case .serverRecordChanged: return "changed elsewhere"
        default: return "failed"
        }
      }
      """,
      """
      enum Failure { case serverRecordChanged }
      func retry(_ failure: Failure, record: CKRecord) {
        switch failure { case .serverRecordChanged: retry(failure, record: record) }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    return index.errorBranches(on: ["serverRecordChanged"]).compactMap { branch in
      guard !readsServerRecord(branch, index) else { return nil }
      if let resend = index.resend(in: branch.body, by: branch.node.function),
        !passesErrorOn(branch, index, except: resend)
      {
        return file.finding(info, at: resend, "conflict is sent again without the server's record")
      }
      if let again = branch.body.continueOfAttempts, savesAround(branch, index), !fetchesAround(again, index) {
        return file.finding(info, at: again, "conflict is sent again without the server's record")
      }
      guard branch.style == .switchCase, branch.codes.count == 1, isEmpty(branch.body), savesAround(branch, index)
      else {
        return nil
      }
      return file.finding(info, at: branch.place, "conflict is dropped: neither merged nor sent again")
    }
  }

  private func readsServerRecord(_ branch: ErrorBranch, _ index: SyntaxIndex) -> Bool {
    let words = [
      "serverrecord", "merge", "resolve", "conflict", "server", "remote", "fetch", "refresh", "pull", "latest",
    ]
    func isReading(_ node: Syntax) -> Bool {
      index.anyName(in: node) { $0 != "serverRecordChanged" && $0.hasAnyWord(words) }
        || index.calls(in: node).contains { index.cloudKitCall($0) == .fetch }
    }
    if index.holds(in: branch.body, isReading) { return true }
    let conditions =
      branch.node.as(IfExprSyntax.self).map { Syntax($0.conditions) }
      ?? branch.node.as(GuardStmtSyntax.self).map { Syntax($0.conditions) }
    return conditions.map(isReading) ?? false
  }

  /// True when the error goes to a function that may merge.
  private func passesErrorOn(
    _ branch: ErrorBranch, _ index: SyntaxIndex, except resend: FunctionCallExprSyntax
  ) -> Bool {
    index.calls(in: branch.body).contains { call in
      call.id != resend.id && !["print", "log", "debug", "info", "error", "os_log", "NSLog"].contains(call.name)
        && call.arguments.contains { ["error", "ckError", "err"].contains($0.expression.path ?? "") }
    }
  }

  private func isEmpty(_ body: Syntax) -> Bool {
    guard let items = body.as(CodeBlockItemListSyntax.self) else { return false }
    return items.allSatisfy { $0.item.is(BreakStmtSyntax.self) }
  }

  /// True when each attempt reads the record anew.
  private func fetchesAround(_ statement: ContinueStmtSyntax, _ index: SyntaxIndex) -> Bool {
    let loop = statement.ancestors.first {
      $0.is(WhileStmtSyntax.self) || $0.is(RepeatStmtSyntax.self) || $0.is(ForStmtSyntax.self)
    }
    guard let loop else { return false }
    return index.anyName(in: loop) { $0.hasAnyWord(["fetch", "load", "reload", "latest"]) }
      || index.calls(in: loop).contains { index.cloudKitCall($0) == .fetch }
  }

  private func savesAround(_ branch: ErrorBranch, _ index: SyntaxIndex) -> Bool {
    guard let body = branch.node.functionBody, !body.is(SourceFileSyntax.self) else { return false }
    return index.calls(in: body).contains { index.cloudKitCall($0) == .save || index.cloudKitCall($0) == .modify }
  }
}
