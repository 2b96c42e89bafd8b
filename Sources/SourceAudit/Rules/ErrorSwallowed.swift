import SwiftSyntax
import SyncModel

/// A CloudKit call whose error nobody sees.
struct ErrorSwallowed: AuditRule {
  let info = CheckInfo(
    id: "error-swallowed", title: "The error of a CloudKit call is swallowed", severity: .warning,
    explanation: """
      Every request can fail: no network, no account, a conflict, a full iCloud. When the error is ignored or shown as \
      an empty result, data is lost or pushes never come, and neither the user nor the developer learns why.
      """,
    advice: [
      "Handle the error, or pass it on to who can",
      "Tell an empty answer from a failed one",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func save(_ operation: CKModifyRecordsOperation, _ database: CKDatabase) {
        operation.modifyRecordsCompletionBlock = ↓{ _, _, _ in }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func subscribe(_ subscription: CKSubscription, _ database: CKDatabase) async {
        ↓try? await database.save(subscription)
      }
      """,
      """
      import CloudKit
      func remove(_ id: CKRecord.ID, _ database: CKDatabase) {
        database.delete(withRecordID: id) ↓{ _, _ in }
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, _ database: CKDatabase) {
        database.save(record) ↓{ saved, _ in show(saved) }
      }
      """,
      """
      import CloudKit
      func all(_ query: CKQuery, _ database: CKDatabase) async -> [Item] {
        do {
          let page = try await database.records(matching: query)
          return items(page)
        } ↓catch { return [] }
      }
      """,
      """
      import CloudKit
      func all(_ query: CKQuery, _ database: CKDatabase, done: @escaping ([CKRecord]) -> Void) {
        database.perform(query, inZoneWith: nil) { records, error in print(records, error) }
        database.fetch(withRecordID: id) { record, error in
          if error != nil { ↓done([]) } else { done([record]) }
        }
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, _ database: CKDatabase, done: @escaping () -> Void) {
        database.save(record) ↓{ saved, error in done() }
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, _ database: CKDatabase) {
        let operation = ↓CKModifyRecordsOperation(recordsToSave: [record], recordIDsToDelete: nil)
        operation.qualityOfService = .utility
        database.add(operation)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func save(_ operation: CKModifyRecordsOperation, _ database: CKDatabase) {
        operation.modifyRecordsCompletionBlock = { _, _, error in if let error { show(error) } }
        operation.completionBlock = { }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, _ database: CKDatabase) async -> Bool {
        guard let saved = try? await database.save(record) else { return false }
        return saved.recordID == record.recordID
      }
      """,
      """
      import CloudKit
      func all(_ query: CKQuery, _ database: CKDatabase) async -> [Item] {
        do { return items(try await database.records(matching: query)) } catch CKError.unknownItem { return [] } catch {
          show(error)
          return []
        }
      }
      """,
      """
      import CloudKit
      func save(_ context: NSManagedObjectContext) { try? context.save() }
      func touch(_ file: Document) { file.save(to: url) { _, _ in } }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, _ database: CKDatabase) {
        let operation = CKModifyRecordsOperation(recordsToSave: [record], recordIDsToDelete: nil)
        watch(operation)
        database.add(operation)
      }
      """,
    ])

  /// Blocks whose last parameter is an error or a result.
  private let blocks: Set = [
    "modifyRecordsCompletionBlock", "modifyRecordsResultBlock", "modifySubscriptionsCompletionBlock",
    "modifySubscriptionsResultBlock", "modifyRecordZonesCompletionBlock", "modifyRecordZonesResultBlock",
    "fetchRecordsCompletionBlock", "fetchRecordsResultBlock", "queryCompletionBlock", "queryResultBlock",
    "fetchRecordZoneChangesCompletionBlock", "fetchRecordZoneChangesResultBlock",
    "fetchDatabaseChangesCompletionBlock", "fetchDatabaseChangesResultBlock", "acceptSharesCompletionBlock",
    "acceptSharesResultBlock", "fetchRecordZonesCompletionBlock", "fetchRecordZonesResultBlock",
  ]

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.usesCloudKit else { return [] }
    return file.index.assignments.compactMap { blockFinding($0, file) }
      + file.index.calls.compactMap { callFinding($0, file) ?? operationFinding($0, file) }
      + file.index.tries.compactMap { tryFinding($0, file) } + file.index.catches.compactMap { catchFinding($0, file) }
  }

  private func blockFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let name = assignment.target.lastName, blocks.contains(name),
      let closure = assignment.values.first?.bare.as(ClosureExprSyntax.self)
    else { return nil }
    if let empty = emptyAnswer(closure, file.index) {
      return file.finding(info, at: empty, "a failed request looks like an empty answer")
    }
    guard ignoresError(closure, file.index, least: 1) else { return nil }
    return file.finding(info, at: closure, "'\(name)' does not look at the error", api: name)
  }

  private func callFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard let closure = call.closures.last, let kind = file.index.cloudKitCall(call), kind != .changes,
      !call.labels.contains("preparationHandler")
    else { return nil }
    if let empty = emptyAnswer(closure, file.index) {
      return file.finding(info, at: empty, "a failed request looks like an empty answer")
    }
    // Whether a single item exists is often asked by its presence alone.
    guard kind != .fetch || closure.statements.isEmpty, ignoresError(closure, file.index, least: 2) else { return nil }
    return file.finding(
      info, at: closure, "the error of '\(call.name)' is not looked at", api: "CKDatabase.\(call.name)")
  }

  /// True for an empty closure, or one whose last parameter, the error, is `_` or never read.
  private func ignoresError(_ closure: ClosureExprSyntax, _ index: SyntaxIndex, least: Int) -> Bool {
    guard let names = closure.parameterNames, let last = names.last else { return closure.statements.isEmpty }
    if closure.statements.isEmpty { return true }
    guard names.count >= least else { return false }
    return last == "_" || ((last.hasAnyWord(["err"]) || last == "e") && !index.mentions([last], in: closure.statements))
  }

  /// The `completion([])` that runs when there is an error.
  private func emptyAnswer(_ closure: ClosureExprSyntax, _ index: SyntaxIndex) -> FunctionCallExprSyntax? {
    guard let error = closure.parameterNames?.last, error.hasAnyWord(["err"]) || error == "e" else { return nil }
    return index.calls(in: closure.statements).first { call in
      guard call.arguments.count == 1, let answer = call.unlabelledArgument?.code.filter({ !$0.isWhitespace }),
        ["[]", "[:]", "nil"].contains(answer), let block = call.nearest(CodeBlockSyntax.self), let owner = block.parent,
        !index.mentions([error], in: block),
        !index.calls(in: block).contains(where: { $0.name.hasAnyWord(["log", "print", "report"]) })
      else { return false }
      if let conditional = owner.as(IfExprSyntax.self) {
        let text = conditional.conditions.code
        return conditional.body.id == block.id && (text.contains("\(error) != nil") || text.contains("let \(error)"))
      }
      return owner.as(GuardStmtSyntax.self).map { $0.conditions.code.contains("\(error) == nil") } ?? false
    }
  }

  /// A change that is handed to a database with no block that could tell how it ended.
  private func operationFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    let kinds = ["CKModifyRecordsOperation", "CKModifySubscriptionsOperation", "CKModifyRecordZonesOperation"]
    guard kinds.contains(where: call.makes), let body = call.functionBody, !body.is(SourceFileSyntax.self) else {
      return nil
    }
    if call.parent?.is(LabeledExprSyntax.self) == true {
      guard let taker = call.nearest(FunctionCallExprSyntax.self), ["add", "addOperation"].contains(taker.name) else {
        return nil
      }
      return file.finding(info, at: call, "no block tells how this operation ends", api: call.name)
    }
    guard let name = call.parent?.parent?.as(PatternBindingSyntax.self)?.pattern.code else { return nil }
    let uses = file.index.uses(of: name, in: body, after: call.endPosition)
    let takers = self.takers(of: name, in: body, file.index)
    guard !takers.isEmpty, takers.count == uses.filter({ $0.isEmpty }).count,
      takers.allSatisfy({ ["add", "addOperation"].contains($0.name) }),
      !file.index.namesBlock(in: body)
    else { return nil }
    return file.finding(info, at: call, "no block tells how this operation ends", api: call.name)
  }

  /// The calls in a body that have the name for an argument.
  private func takers(of name: String, in body: Syntax, _ index: SyntaxIndex) -> [FunctionCallExprSyntax] {
    var takers: [FunctionCallExprSyntax] = []
    for token in index.tokens(named: name, in: body) {
      let argument = token.parent.flatMap { $0.as(LabeledExprSyntax.self) ?? $0.nearest(LabeledExprSyntax.self) }
      guard let argument, argument.expression.path == name,
        let taker = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        !takers.contains(where: { $0.id == taker.id })
      else { continue }
      takers.append(taker)
    }
    return takers
  }

  private func tryFinding(_ node: TryExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard node.questionOrExclamationMark?.text == "?",
      let call = node.expression.bare.as(FunctionCallExprSyntax.self), let kind = file.index.cloudKitCall(call),
      [.save, .delete, .modify].contains(kind), !isTested(node)
    else { return nil }
    return file.finding(
      info, at: node, "the error of '\(call.name)' is dropped by 'try?'", api: "CKDatabase.\(call.name)")
  }

  /// True when the nil is looked at: a condition, a comparison, a named value.
  private func isTested(_ node: TryExprSyntax) -> Bool {
    for outer in node.ancestors {
      if outer.is(ConditionElementSyntax.self) || outer.is(PatternBindingSyntax.self) || outer.is(ReturnStmtSyntax.self)
      {
        return true
      }
      if outer.is(TupleExprSyntax.self) || outer.is(LabeledExprSyntax.self) { return true }
      if outer.is(CodeBlockItemSyntax.self) { return false }
    }
    return false
  }

  private func catchFinding(_ clause: CatchClauseSyntax, _ file: SourceFile) -> SourceFinding? {
    guard clause.catchItems.isEmpty, let statement = clause.nearest(DoStmtSyntax.self),
      statement.catchClauses.count == 1, hidesError(clause.body.statements)
    else { return nil }
    let calls = file.index.calls(in: statement.body).compactMap { call in
      call.nearest(DoStmtSyntax.self)?.id == statement.id ? file.index.cloudKitCall(call) : nil
    }
    guard !calls.isEmpty, !calls.allSatisfy({ $0 == .fetch }) else { return nil }
    return file.finding(info, at: clause, "a failed request looks like an empty answer")
  }

  /// True when nothing happens but, perhaps after a line in the log, the return of an empty value.
  private func hidesError(_ statements: CodeBlockItemListSyntax) -> Bool {
    guard let last = statements.last else { return true }
    guard let expression = last.item.as(ReturnStmtSyntax.self)?.expression else { return false }
    let answer = expression.code.filter { !$0.isWhitespace }
    let isEmpty = answer == "[]" || answer == "[:]"
    if statements.count == 1 { return isEmpty || answer == "nil" }
    return isEmpty
      && statements.dropLast().allSatisfy { statement in
        guard let call = statement.item.as(FunctionCallExprSyntax.self) else { return false }
        return call.name.hasAnyWord(["print", "log"]) || (call.receiver?.lastName ?? "").hasAnyWord(["log"])
      }
  }
}
