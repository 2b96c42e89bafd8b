import SwiftSyntax
import SyncModel

/// A per-record result whose failure is thrown away.
struct ItemFailureSwallowed: AuditRule {
  let info = CheckInfo(
    id: "item-failure-swallowed", title: "Failures of single records are thrown away", severity: .warning,
    explanation: """
      The call as a whole succeeds although single records failed; their errors are only in the per-item results. \
      When those are dropped, the records vanish without a trace, and a change token stored afterwards makes it final.
      """,
    advice: [
      "Switch over each result and keep the failures by record id",
      "Do not store a change token past records that failed",
    ])

  private let sources: Set = [
    "matchResults", "saveResults", "deleteResults", "modificationResultsByID", "recordMatchedBlock",
    "perRecordResultBlock", "perRecordSaveBlock", "perRecordDeleteBlock", "recordWasChangedBlock", "modifyRecords",
    "perRecordZoneSaveBlock", "perRecordZoneDeleteBlock", "perSubscriptionSaveBlock", "perSubscriptionDeleteBlock",
    "matching", "continuingMatchFrom",
  ]

  private let itemBlocks: Set = [
    "recordMatchedBlock", "perRecordResultBlock", "perRecordSaveBlock", "perRecordDeleteBlock", "recordWasChangedBlock",
    "perRecordZoneSaveBlock", "perRecordZoneDeleteBlock", "perSubscriptionSaveBlock", "perSubscriptionDeleteBlock",
  ]

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(sources.union(["records"])), file.usesCloudKit else { return [] }
    return file.index.tries.compactMap { getFinding($0, file) }
      + file.index.switches.compactMap { switchFinding($0, file) }
      + successFindings(file) + file.index.calls.compactMap { discardFinding($0, file) }
      + file.index.assignments.compactMap { emptyBlockFinding($0, file) }
  }

  /// True when the function around the node deals with results of single items.
  private func dealsWithItems(_ node: some SyntaxProtocol, _ index: SyntaxIndex) -> Bool {
    guard let function = node.function.map({ Syntax($0) }) ?? node.functionBody, !function.is(SourceFileSyntax.self)
    else {
      return false
    }
    return index.mentions(sources, in: function)
      || index.calls(in: function).contains { $0.name == "records" && $0.labels.first == "for" }
  }

  /// The finding for `try? result.get()`.
  private func getFinding(_ node: TryExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard node.questionOrExclamationMark?.text == "?", node.expression.code.contains("get()"),
      let get = file.index.calls(in: node).first(where: { $0.name == "get" && $0.arguments.isEmpty }),
      dealsWithItems(node, file.index), !handlesFailure(around: Syntax(node), file.index), !isGuarded(node)
    else { return nil }
    guard let root = get.receiver?.bare.chainRoot, isItemResult(root, at: Syntax(get), file.index) else { return nil }
    return file.finding(info, at: node, "the error of a record that failed is thrown away", api: "Result.get")
  }

  /// A closure parameter, `$0`, or a loop variable, not a result with a declared value.
  private func isItemResult(_ root: String, at node: Syntax, _ index: SyntaxIndex) -> Bool {
    root.hasPrefix("$") || index.initialValue(ofName: root, at: node) == nil
  }

  /// True when the closure or loop over the items, or another loop over the same items, has a branch for failures.
  private func handlesFailure(around node: Syntax, _ index: SyntaxIndex) -> Bool {
    func hasBranch(_ body: some SyntaxProtocol) -> Bool {
      body.code.contains(".failure(")
    }
    let scope = node.ancestors.first { outer in
      outer.is(ForStmtSyntax.self) || outer.as(ClosureExprSyntax.self).map(isOverItems) == true
    }
    if let scope, hasBranch(scope) { return true }
    let items = scope?.as(ClosureExprSyntax.self)?.owningCall?.receiver ?? scope?.as(ForStmtSyntax.self)?.sequence
    guard let name = items?.chainRoot, let body = node.functionBody else { return false }
    return index.loops.contains { loop in
      guard let other = loop.as(ForStmtSyntax.self), body.contains(loop), other.sequence.chainRoot == name else {
        return false
      }
      return hasBranch(other.body)
    }
  }

  /// True for the closure of a `map` and the like, or of a per-item block.
  private func isOverItems(_ closure: ClosureExprSyntax) -> Bool {
    if let call = closure.owningCall {
      return ["map", "compactMap", "compactMapValues", "mapValues", "forEach", "filter", "flatMap", "reduce"].contains(
        call.name)
    }
    return closure.nearest(SequenceExprSyntax.self)?.elements.first?.lastName.map(itemBlocks.contains) ?? false
  }

  /// True for `guard let record = try? result.get() else { … a call … }`, or an `if let` with an `else`.
  private func isGuarded(_ node: TryExprSyntax) -> Bool {
    // `(try? result.get()) == nil` asks for the failure.
    if let tuple = node.parent?.parent?.parent?.as(TupleExprSyntax.self) {
      return tuple.parent?.parent?.as(SequenceExprSyntax.self)?.elements.last?.is(NilLiteralExprSyntax.self) == true
        || tuple.parent?.parent?.as(SequenceExprSyntax.self)?.code.contains("nil") == true
    }
    guard let condition = node.parent?.parent?.as(OptionalBindingConditionSyntax.self) else { return false }
    if let statement = condition.nearest(GuardStmtSyntax.self), statement.conditions.contains(Syntax(condition)) {
      return statement.body.code.contains("(") || statement.body.code.contains("throw")
    }
    return condition.nearest(IfExprSyntax.self)?.elseBody != nil
  }

  /// The finding for `case .failure: continue`.
  private func switchFinding(_ node: SwitchExprSyntax, _ file: SourceFile) -> SourceFinding? {
    let failures = node.allCases.filter { $0.label.code.contains(".failure") }
    guard failures.count < 2, dealsWithItems(node, file.index) else { return nil }
    for element in node.cases {
      guard let branch = element.as(SwitchCaseSyntax.self),
        branch.statements.allSatisfy({ $0.leaves || ["return nil", "nil"].contains($0.item.trimmedDescription) })
      else { continue }
      let patterns = branch.label.as(SwitchCaseLabelSyntax.self)?.caseItems.map(\.pattern.code)
      guard patterns.map({ $0 == [".failure"] || $0 == [".failure(_)"] }) ?? (node.branch(named: "success") != nil),
        isInItemClosure(Syntax(node), file.index) || patterns != nil
      else { continue }
      return file.finding(info, at: branch, "the error of a record that failed is thrown away")
    }
    return nil
  }

  /// `if case .success(let record) = result` without `else`, and `for case (_, .success(let record)) in …`.
  private func successFindings(_ file: SourceFile) -> [SourceFinding] {
    file.index.calls.compactMap { call in
      guard call.name == "success", call.receiver == nil, dealsWithItems(call, file.index) else { return nil }
      if let condition = call.nearest(MatchingPatternConditionSyntax.self), condition.pattern.contains(call),
        let conditional = condition.parent?.parent?.parent?.as(IfExprSyntax.self), conditional.hasNoAnswerElse,
        isInItemClosure(Syntax(conditional), file.index), !handlesFailure(around: Syntax(conditional), file.index)
      {
        return file.finding(info, at: conditional, "a record that failed is passed over without a word")
      }
      if let statement = call.nearest(GuardStmtSyntax.self), statement.conditions.contains(call),
        statement.body.statements.allSatisfy({ $0.leaves || $0.item.trimmedDescription == "return nil" }),
        isInItemClosure(Syntax(statement), file.index), !handlesFailure(around: Syntax(statement), file.index)
      {
        return file.finding(info, at: statement, "a record that failed is passed over without a word")
      }
      if let loop = call.nearest(ForStmtSyntax.self), loop.pattern.contains(call),
        file.index.mentions(sources, in: loop.sequence), !handlesFailure(around: Syntax(loop), file.index)
      {
        return file.finding(info, at: loop, "records that failed are passed over without a word")
      }
      return nil
    }
  }

  /// True directly inside a per-item block, or a loop or map over per-item results.
  private func isInItemClosure(_ node: Syntax, _ index: SyntaxIndex) -> Bool {
    for outer in node.ancestors {
      if let loop = outer.as(ForStmtSyntax.self) { return isItems(loop.sequence, index) }
      if let closure = outer.as(ClosureExprSyntax.self) {
        if let receiver = closure.owningCall?.receiver, isOverItems(closure) { return isItems(receiver, index) }
        let assignment = closure.nearest(SequenceExprSyntax.self)
        return assignment?.elements.first?.lastName.map(itemBlocks.contains) ?? false
      }
      if outer.is(FunctionDeclSyntax.self) { return false }
    }
    return false
  }

  /// True for `page.matchResults`, and for a name that the results of a query or save are bound to.
  private func isItems(_ expression: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    if index.mentions(sources, in: expression) { return true }
    guard let name = expression.bare.chainRoot, let body = expression.functionBody else { return false }
    return index.bindings.contains { binding in
      guard body.contains(binding), let value = binding.initializer?.value, binding.position < expression.position
      else {
        return false
      }
      let names = binding.pattern.tokens(viewMode: .sourceAccurate).map(\.text)
      return names.contains(name) && index.mentions(sources, in: value)
    }
  }

  /// The finding for `_ = try await database.modifyRecords(…)`.
  private func discardFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard file.index.cloudKitCall(call) == .modify, call.closures.isEmpty, let name = call.nameToken,
      let sequence = call.behindEffects.parent?.parent?.as(SequenceExprSyntax.self),
      sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true
    else { return nil }
    return file.finding(
      info, at: name, "'\(call.name)' does not throw for single items: their results are discarded",
      api: "CKDatabase.\(call.name)")
  }

  private func emptyBlockFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let name = assignment.target.lastName, itemBlocks.contains(name),
      let closure = assignment.values.first?.bare.as(ClosureExprSyntax.self), closure.statements.isEmpty
    else { return nil }
    return file.finding(info, at: closure, "'\(name)' is empty: records that fail are not noticed", api: name)
  }
}

extension IfExprSyntax {
  /// True without an `else`, or with one that only leaves or gives nil.
  fileprivate var hasNoAnswerElse: Bool {
    guard let elseBody else { return true }
    guard let block = elseBody.as(CodeBlockSyntax.self) else { return false }
    return block.statements.allSatisfy { $0.leaves || ["return nil", "nil"].contains($0.item.trimmedDescription) }
  }
}

extension CodeBlockItemSyntax {
  /// True for `break`, `continue` and `return` without a value.
  var leaves: Bool {
    item.is(BreakStmtSyntax.self) || item.is(ContinueStmtSyntax.self)
      || item.as(ReturnStmtSyntax.self).map { $0.expression == nil } == true
  }
}

extension ExprSyntax {
  /// The first name of a chain of members: `$0` of `$0.value`.
  var chainRoot: String? {
    if let reference = self.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    return self.as(MemberAccessExprSyntax.self)?.base?.bare.chainRoot
  }
}
