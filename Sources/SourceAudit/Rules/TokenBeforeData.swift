import SwiftSyntax
import SyncModel

/// A change token that is stored while the changes it stands for are still to be applied.
struct TokenBeforeData: AuditRule {
  let info = CheckInfo(
    id: "token-before-data", title: "The change token is stored before the changes are applied", severity: .warning,
    explanation: """
      The token says that everything up to it is known. When the app is ended, or applying fails, between the two, the \
      next fetch starts behind changes that were never applied, and they are lost on this device.
      """,
    advice: [
      "Apply and persist the changes first, then the token, best in one transaction"
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, in database: CKDatabase) async throws {
        let changes = try await database.recordZoneChanges(inZoneWith: zone, since: store.token)
        ↓store.token = changes.changeToken
        apply(changes.modificationResultsByID, changes.deletions)
      }
      """,
      """
      import CloudKit
      func pull(_ operation: CKFetchRecordZoneChangesOperation, in database: CKDatabase) {
        var records: [CKRecord] = []
        operation.recordWasChangedBlock = { _, result in
          if let record = try? result.get() { records.append(record) }
        }
        operation.recordZoneChangeTokensUpdatedBlock = { zone, token, _ in
          ↓self.store.save(token, for: zone)
        }
        operation.fetchRecordZoneChangesResultBlock = { _ in self.apply(records) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, in database: CKDatabase) async throws {
        let changes = try await database.recordZoneChanges(inZoneWith: zone, since: token)
        let data = try NSKeyedArchiver.archivedData(withRootObject: changes.changeToken, requiringSecureCoding: true)
        ↓UserDefaults.standard.set(data, forKey: "token")
        for deletion in changes.deletions { remove(deletion) }
      }
      """,
    ] + ZoneFailurePassedOver.triggering,
    nonTriggering: [
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, in database: CKDatabase) async throws {
        let changes = try await database.recordZoneChanges(inZoneWith: zone, since: store.token)
        apply(changes.modificationResultsByID, changes.deletions)
        store.token = changes.changeToken
      }
      """,
      """
      import CloudKit
      func pull(_ zone: CKRecordZone.ID, in database: CKDatabase) async throws -> [CKRecord.ID] {
        let changes = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
        let token = changes.changeToken
        let ids = Array(changes.modificationResultsByID.keys)
        commit(ids, token)
        return ids
      }
      """,
      """
      import CloudKit
      func pull(_ operation: CKFetchRecordZoneChangesOperation, in database: CKDatabase) {
        var records: [CKRecord] = []
        operation.recordWasChangedBlock = { _, result in
          if let record = try? result.get() { records.append(record) }
        }
        operation.recordZoneChangeTokensUpdatedBlock = { zone, token, _ in
          self.apply(records)
          self.store.save(token, for: zone)
          records = []
        }
        database.add(operation)
      }
      """,
    ] + ZoneFailurePassedOver.nonTriggering)

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(["recordZoneChanges", "databaseChanges", "CKFetchRecordZoneChangesOperation"]) else {
      return []
    }
    return file.index.bindings.compactMap { answerFinding($0, file) }
      + file.index.assignments.compactMap { blockFinding($0, file) }
      + ZoneFailurePassedOver(file: file).places.map {
        file.finding(
          info, at: $0, "the database's change token is stored although the changes of a zone may have failed to arrive"
        )
      }
  }

  // MARK: - async

  private func answerFinding(_ binding: PatternBindingSyntax, _ file: SourceFile) -> SourceFinding? {
    let index = file.index
    guard let call = binding.initializer?.value.bare.as(FunctionCallExprSyntax.self),
      index.cloudKitCall(call) == .changes, let item = binding.statement,
      let block = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    var answer = Answer(binding.pattern)
    let later = Array(block).filter { $0.position > item.position }
    var data = answer.data
    var stored: (item: CodeBlockItemSyntax, isCall: Bool)?
    for statement in later {
      answer.learnTokenNames(from: statement, index)
      if let found = stored {
        let reads = uses(data, of: answer, in: Syntax(statement), index)
        let storesAgain = !found.isCall && stores(answer, in: statement, index) == true
        if storesAgain { stored = (statement, true) }
        guard reads, !statement.item.is(ReturnStmtSyntax.self) else { continue }
        if isApplied(statement, data, answer, index) {
          return file.finding(
            info, at: (stored ?? found).item, "the change token is stored before the changes that it stands for")
        }
        data.formUnion(statement.boundNames)
      } else if let isCall = stores(answer, in: statement, index) {
        guard !uses(data, of: answer, in: Syntax(statement), index) else { return nil }
        stored = (statement, isCall)
      } else if uses(data, of: answer, in: Syntax(statement), index) {
        // Applied before the token, or only collected under another name.
        guard !statement.boundNames.isEmpty else { return nil }
        data.formUnion(statement.boundNames)
      }
    }
    return nil
  }

  /// nil = the statement stores no token; true = by a call, false = by an assignment.
  private func stores(_ answer: Answer, in statement: CodeBlockItemSyntax, _ index: SyntaxIndex) -> Bool? {
    guard !statement.item.is(VariableDeclSyntax.self), !statement.item.is(ReturnStmtSyntax.self),
      !statement.item.is(ExpressionStmtSyntax.self), answer.isTokenUsed(in: statement, index)
    else { return nil }
    if let assignment = index.assignments(in: statement).first {
      guard assignment.node.position == statement.position else { return nil }
      let body = statement.functionBody ?? Syntax(statement)
      let isLocal = assignment.target.path.map { !$0.contains(".") && index.isLocal($0, in: body) } ?? false
      return isLocal ? nil : false
    }
    let calls = index.calls(in: statement)
    return calls.contains { !["print", "debugPrint", "log", "info", "debug"].contains($0.name) } ? true : nil
  }

  private func uses(_ data: Set<String>, of answer: Answer, in node: Syntax, _ index: SyntaxIndex) -> Bool {
    index.mentions(data, in: node)
  }

  /// True when a statement hands the changes on, rather than naming a part of them.
  private func isApplied(_ statement: CodeBlockItemSyntax, _ data: Set<String>, _ answer: Answer, _ index: SyntaxIndex)
    -> Bool
  {
    statement.boundNames.isEmpty
  }

  // MARK: - Blocks

  private func blockFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    let index = file.index
    let blocks = ["recordZoneChangeTokensUpdatedBlock", "recordZoneFetchResultBlock", "recordZoneFetchCompletionBlock"]
    guard let name = assignment.target.lastName, blocks.contains(name),
      let closure = assignment.values.first?.bare.as(ClosureExprSyntax.self), let body = assignment.node.functionBody
    else { return nil }
    let buffers = collected(in: body, index)
    guard !buffers.isEmpty, !index.mentions(buffers, in: closure), appliesLater(buffers, body, index) else {
      return nil
    }
    let tokens = index.names(in: closure.statements).map(\.text).filter { $0.hasAnyWord(["token"]) }
    var names = Set(tokens + (name == "recordZoneFetchResultBlock" ? [] : [closure.parameter(1) ?? ""]))
    for statement in closure.statements where index.mentions(names, in: statement) {
      names.formUnion(statement.boundNames)
    }
    let assigned = index.assignments(in: closure).first { assignment in
      let isLocal = assignment.target.path.map { index.isLocal($0, in: body) } ?? false
      return !isLocal && assignment.values.contains { index.mentions(names, in: $0) }
    }
    let called = index.calls(in: closure).first { call in
      isStore(call) && !isCommittedLater(call, closure, index)
        && call.arguments.contains { argument in
          !argument.expression.is(ClosureExprSyntax.self) && index.mentions(names, in: argument.expression)
        }
    }
    let store = assigned.map { Syntax($0.node) } ?? called.map { Syntax($0) }
    return store.map {
      file.finding(info, at: $0, "the change token is stored while the changes are still only collected")
    }
  }

  /// True when the same receiver has a commit of its own, so that this call only prepares.
  private func isCommittedLater(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ index: SyntaxIndex
  ) -> Bool {
    guard let receiver = call.receiver?.code else { return false }
    let commits = index.calls.filter { $0.name.hasPrefix("commit") && $0.receiver?.code == receiver }
    return !commits.isEmpty && !commits.contains { closure.contains($0) }
  }

  /// False for logging, patterns and archiving.
  private func isStore(_ call: FunctionCallExprSyntax) -> Bool {
    let receiver = call.receiver?.lastName ?? ""
    return !call.name.hasAnyWord(["print", "log", "success", "archive"]) && !receiver.hasAnyWord(["log"])
  }

  /// The collections to which the record blocks append.
  private func collected(in body: Syntax, _ index: SyntaxIndex) -> Set<String> {
    let closures = index.assignments(in: body).filter {
      ["recordWasChangedBlock", "recordChangedBlock"].contains($0.target.lastName ?? "")
    }
    let names = closures.flatMap { block in
      index.calls(in: block.node).filter { ["append", "insert"].contains($0.name) }.compactMap { $0.receiver?.lastName }
    }
    return Set(names)
  }

  private func appliesLater(_ buffers: Set<String>, _ body: Syntax, _ index: SyntaxIndex) -> Bool {
    let last = ["fetchRecordZoneChangesResultBlock", "fetchRecordZoneChangesCompletionBlock", "completionBlock"]
    let inBlock = index.assignments(in: body).contains {
      last.contains($0.target.lastName ?? "") && index.mentions(buffers, in: $0.node)
    }
    guard let block = body.as(CodeBlockSyntax.self), let statement = block.statements.last else { return inBlock }
    return inBlock || (statement.item.is(ReturnStmtSyntax.self) && index.mentions(buffers, in: statement))
  }
}

/// The answer of a change fetch under the names that a source gives to it and its parts.
private struct Answer {
  var data: Set<String> = ["modificationResultsByID", "modifications", "deletions"]
  private var tokenNames: Set<String> = ["changeToken"]

  /// Follows `let data = try archive(changes.changeToken)`.
  mutating func learnTokenNames(from statement: CodeBlockItemSyntax, _ index: SyntaxIndex) {
    guard isTokenUsed(in: statement, index) else { return }
    tokenNames.formUnion(statement.boundNames)
  }

  init(_ pattern: PatternSyntax) {
    guard let tuple = pattern.as(TuplePatternSyntax.self), tuple.elements.count == 4 else { return }
    let names = tuple.elements.map(\.pattern.code)
    data = [names[0], names[1]]
    tokenNames = [names[2]]
  }

  func isTokenUsed(in statement: CodeBlockItemSyntax, _ index: SyntaxIndex) -> Bool {
    index.mentions(tokenNames, in: statement)
  }
}

extension CodeBlockItemSyntax {
  /// The names that a `let` or `var` statement declares.
  var boundNames: Set<String> {
    guard let variable = item.as(VariableDeclSyntax.self) else { return [] }
    return Set(variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text })
  }
}
