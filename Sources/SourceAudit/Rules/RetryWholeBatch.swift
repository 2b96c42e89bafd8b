import SwiftSyntax
import SyncModel

/// A batch that is sent again as a whole although only single items failed.
struct RetryWholeBatch: AuditRule {
  let info = CheckInfo(
    id: "retry-whole-batch", title: "The whole batch is sent again on 'partialFailure'", severity: .error,
    explanation: """
      After a partial failure the items that failed by themselves fail again, and in an atomic zone all others with \
      them ('batchRequestFailed'), however often the batch is repeated. The cause is in the errors of the items.
      """,
    advice: [
      "Read 'partialErrorsByItemID', or the per-item results, and treat each cause",
      "Send again the repaired items and those that failed with 'batchRequestFailed' only",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func upload(_ records: [CKRecord]) {
        send(records) { error in
          guard let error = error as? CKError else { return }
          if error.code == .partialFailure { ↓self.upload(records) }
        }
      }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord], in database: CKDatabase) async throws {
        do { try await push(records) } catch let error as CKError {
          switch error.code {
          case .partialFailure, .networkFailure:
            try await Task.sleep(nanoseconds: 2_000_000_000)
            try await ↓upload(records, in: database)
          default: throw error
          }
        }
      }
      """,
      """
      import CloudKit
      func onError(_ error: CKError, _ records: [CKRecord], _ database: CKDatabase) {
        switch error.code {
        case .partialFailure:
          let again = ↓CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
          database.add(again)
        default: break
        }
      }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord]) {
        send(records) { error in
          guard let error = error as? CKError, error.code == .partialFailure else { return }
          print(error.partialErrorsByItemID ?? [:])
          ↓upload(records)
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func upload(_ records: [CKRecord]) {
        send(records) { error in
          guard let error = error as? CKError else { return }
          if error.code == .partialFailure {
            let failed = error.partialErrorsByItemID ?? [:]
            self.upload(records.filter { failed[$0.recordID] != nil })
          }
        }
      }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord]) {
        send(records) { error in
          if let error = error as? CKError, error.code == .networkFailure { self.upload(records) }
        }
      }
      """,
      """
      import CloudKit
      func onError(_ error: CKError, _ records: [CKRecord]) {
        if error.code == .partialFailure { resolve(error, records) }
      }
      """,
    ])

  private let itemWords: Set = ["partialErrorsByItemID", "CKPartialErrorsByItemIDKey", "perRecordSaveBlock"]

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    return index.errorBranches(on: ["partialFailure"]).compactMap { branch in
      guard !index.holds(in: branch.body, { readsItems($0, index) }), let around = branch.node.functionBody,
        !readsItems(around, index), let again = resend(in: branch, index)
      else { return nil }
      return file.finding(info, at: again, "all items are sent again, also those that cannot succeed")
    }
  }

  /// True when the errors of the items are read, not only written to the log.
  private func readsItems(_ node: Syntax, _ index: SyntaxIndex) -> Bool {
    let logs = index.calls(in: node).filter {
      $0.name.hasAnyWord(["print", "log"]) || ["debug", "info", "error"].contains($0.name)
    }
    return index.names(in: node).contains { name in
      itemWords.contains(name.text)
        && !logs.contains { $0.position.utf8Offset <= name.offset && name.offset < $0.endPosition.utf8Offset }
    }
  }

  /// The call that sends the same items: the enclosing function, an operation, or a save with an outer name.
  private func resend(in branch: ErrorBranch, _ index: SyntaxIndex) -> FunctionCallExprSyntax? {
    let own = branch.node.function
    return index.calls(in: branch.body).first { call in
      if let own, call.isCall(of: own) { return passesOwnParameters(call, of: own) }
      if call.makes("CKModifyRecordsOperation") { return isOuter(call.argument("recordsToSave"), of: branch, index) }
      if index.cloudKitCall(call) == .modify { return isOuter(call.argument("saving"), of: branch, index) }
      return call.name.soundsLikeRetry && call.arguments.allSatisfy { isOuter($0.expression, of: branch, index) }
    }
  }

  private func passesOwnParameters(_ call: FunctionCallExprSyntax, of function: FunctionDeclSyntax) -> Bool {
    let own = Set(function.parameterNames)
    return call.arguments.contains { $0.expression.path.map(own.contains) == true }
      && call.arguments.allSatisfy { argument in
        guard let parameter = argument.expression.path.flatMap({ function.parameter(named: $0) }) else {
          return !argument.expression.code.hasAnyWord(["filter", "failed"])
        }
        return !parameter.firstName.text.hasAnyWord(["failed"])
      }
  }

  /// True for a name that is declared outside of the branch: nothing was selected.
  private func isOuter(_ expression: ExprSyntax?, of branch: ErrorBranch, _ index: SyntaxIndex) -> Bool {
    guard let path = expression?.path, let first = path.split(separator: ".").first.map(String.init) else {
      return false
    }
    return !path.hasAnyWord(["failed", "error"]) && !index.isLocal(first, in: branch.body)
  }
}
