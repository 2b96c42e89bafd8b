import SwiftSyntax
import SyncModel

/// A request with any number of items, in sources that never split one.
struct LimitNotSplit: AuditRule {
  let info = CheckInfo(
    id: "limit-not-split", title: "More than 400 items can reach one request and nothing splits it", severity: .warning,
    explanation: """
      A request takes at most 400 items and about 2 MB. More of them fail with 'limitExceeded' before anything is \
      sent, and the same list fails again on each retry: a user with much data never syncs.
      """,
    advice: [
      "Cut the lists of saves and deletes into parts of at most 400",
      "On 'limitExceeded' halve the request and send both parts at once",
      "Stop splitting at one record: that record is too large by itself",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func upload(_ records: [CKRecord], to database: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: ↓records, recordIDsToDelete: nil)
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func upload(_ notes: [Note], to database: CKDatabase) async throws {
        let result = try await database.modifyRecords(saving: ↓notes.map(\\.record), deleting: [])
        check(result)
      }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord], _ error: CKError) {
        if error.code == .limitExceeded { ↓self.upload(records, error) }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func make(_ records: [CKRecord]) -> CKModifyRecordsOperation { CKModifyRecordsOperation(recordsToSave: records) }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord], to database: CKDatabase) {
        for start in stride(from: 0, to: records.count, by: 400) {
          let part = Array(records[start..<min(start + 400, records.count)])
          database.add(CKModifyRecordsOperation(recordsToSave: part, recordIDsToDelete: nil))
        }
      }
      """,
      """
      import CloudKit
      func share(_ root: CKRecord, _ share: CKShare, in database: CKDatabase) {
        database.add(CKModifyRecordsOperation(recordsToSave: [root, share], recordIDsToDelete: nil))
      }
      """,
      """
      import CloudKit
      func save(_ records: [CKRecord], to database: CKDatabase) {
        database.add(CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil))
      }
      func saveOne(_ record: CKRecord, to database: CKDatabase) { save([record], to: database) }
      """,
      Example(
        """
        import CloudKit
        func upload(_ records: [CKRecord], to database: CKDatabase) {
          database.add(CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil))
        }
        """,
        with: ["Errors.swift": "import CloudKit\nfunc isTooMuch(_ e: CKError) -> Bool { e.code == .limitExceeded }"]),
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(["CKModifyRecordsOperation", "modifyRecords", "CKFetchRecordsOperation", "limitExceeded"])
    else {
      return []
    }
    return unsplitRetries(file) + (knowsLimit(file) ? [] : unbounded(file))
  }

  private func knowsLimit(_ file: SourceFile) -> Bool {
    let words = ["chunk", "batch", "stride", "split", "slice", "limitexceeded", "window", "prefix"]
    return file.project.mentions("limitExceeded") || file.index.distinctNames.contains { $0.hasAnyWord(words) }
  }

  // MARK: - Unbounded requests

  private func unbounded(_ file: SourceFile) -> [SourceFinding] {
    let assigned = file.index.assignments.compactMap { assignment -> SourceFinding? in
      guard ["recordsToSave", "recordIDsToDelete"].contains(assignment.target.lastName ?? ""),
        let operation = assignment.target.as(MemberAccessExprSyntax.self)?.base, operation.path != "self",
        file.type(of: operation)?.name ?? "CKModifyRecordsOperation" == "CKModifyRecordsOperation",
        let list = assignment.values.first, assignment.values.count == 1, isUnbounded(list, file.index)
      else { return nil }
      return file.finding(
        info, at: list, "any number of items can reach this request, which takes 400", api: "CKModifyRecordsOperation")
    }
    return file.index.calls.compactMap { unboundedFinding($0, file) } + assigned
  }

  private func unboundedFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    let isModify = call.makes("CKModifyRecordsOperation") || call.name == "modifyRecords"
    guard isModify || call.makes("CKFetchRecordsOperation") else { return nil }
    // A factory leaves the limit to whoever runs the operation.
    guard !call.name.hasSuffix("Operation") || !isReturned(call) else { return nil }
    let labels = ["recordsToSave", "recordIDsToDelete", "saving", "deleting", "recordIDs"]
    let list = labels.lazy.compactMap { call.argument($0) }.first { isUnbounded($0, file.index) }
    return list.map {
      file.finding(
        info, at: $0, "any number of items can reach this request, which takes 400", api: "CKModifyRecordsOperation")
    }
  }

  private func isReturned(_ call: FunctionCallExprSyntax) -> Bool {
    if call.parent?.is(ReturnStmtSyntax.self) == true { return true }
    guard let statement = call.parent?.as(CodeBlockItemSyntax.self), let block = statement.parent else { return false }
    return block.as(CodeBlockItemListSyntax.self)?.count == 1 && call.function?.signature.returnClause != nil
  }

  /// True for an array parameter that some caller may fill, or one record for each element of something.
  private func isUnbounded(_ list: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    if let call = list.as(FunctionCallExprSyntax.self) {
      guard ["map", "compactMap"].contains(call.name), let source = call.receiver else { return false }
      return !source.is(ArrayExprSyntax.self)
    }
    guard let name = list.as(DeclReferenceExprSyntax.self)?.baseName.text, let function = list.function,
      let parameter = function.parameter(named: name), parameter.type.plainName.hasPrefix("[")
    else { return false }
    return !callersAreBounded(function, parameter, index)
  }

  /// True when all callers in the file pass array literals.
  private func callersAreBounded(
    _ function: FunctionDeclSyntax, _ parameter: FunctionParameterSyntax, _ index: SyntaxIndex
  ) -> Bool {
    let values = index.calls.filter { $0.name == function.name.text }.compactMap { call -> ExprSyntax? in
      let label = parameter.firstName.text
      return label == "_" ? call.arguments.first { $0.label == nil }?.expression : call.argument(label)
    }
    return !values.isEmpty && values.allSatisfy { $0.is(ArrayExprSyntax.self) || $0.is(NilLiteralExprSyntax.self) }
  }

  // MARK: - Retries

  /// `limitExceeded` answered with the same call.
  private func unsplitRetries(_ file: SourceFile) -> [SourceFinding] {
    file.index.errorBranches(on: ["limitExceeded"]).compactMap { branch in
      guard let function = branch.node.function else { return nil }
      let own = Set(function.parameterNames)
      let again = file.index.calls(in: branch.body).first { call in
        call.isCall(of: function) && !call.arguments.isEmpty
          && call.arguments.allSatisfy { $0.expression.path.map(own.contains) == true }
      }
      return again.map { file.finding(info, at: $0, "the same items are sent again: split them instead") }
    }
  }
}
