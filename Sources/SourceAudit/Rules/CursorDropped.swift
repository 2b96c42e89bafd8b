import SwiftSyntax
import SyncModel

/// A query whose cursor nobody looks at.
struct CursorDropped: AuditRule {
  let info = CheckInfo(
    id: "cursor-dropped", title: "The cursor of a query is discarded", severity: .error,
    explanation: """
      A query answers with one page, about 100 records, and a cursor for the rest. Without following the cursor the \
      remaining records are never read, and nothing tells so.
      """,
    advice: [
      "Loop with 'records(continuingMatchFrom:)' until the cursor is nil",
      "Start a 'CKQueryOperation(cursor:)' with the cursor that the last page gave",
      "Fetch record zone changes when all records are wanted",
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    guard index.hasAny(["matching", "CKQueryOperation", "withQuery", "queryResultBlock", "queryCompletionBlock"]) else {
      return []
    }
    return index.calls.compactMap { pageFinding($0, file) } + index.assignments.compactMap { blockFinding($0, file) }
      + index.calls.compactMap { operationFinding($0, file) }
  }

  // MARK: - async and completion handlers

  private func pageFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard file.index.cloudKitCall(call) == .query, call.labels.first == "matching" || call.name == "fetch",
      !isInOwnCloudKit(call, file),
      !isBounded(call.argument("resultsLimit"))
    else { return nil }
    let place: Syntax?
    if let closure = call.closures.last {
      let name = call.nameToken.map { Syntax($0) }
      place = droppedInSuccess(closure) ?? (readsMatchesOnly(closure, file.index) ? name : nil)
    } else {
      place = droppedInStatement(call, file.index)
    }
    guard let place, !wantsFirstOnly(call, file.index) else { return nil }
    return file.finding(info, at: place, "only the first page of the query is read", api: "CKDatabase.\(call.name)")
  }

  /// True inside the project's own type with the name of CloudKit's, whose functions are not CloudKit's either.
  private func isInOwnCloudKit(_ node: some SyntaxProtocol, _ file: SourceFile) -> Bool {
    guard let type = file.enclosingTypeName(of: node), type.hasPrefix("CK") else { return false }
    return file.project.types.isOwn(type)
  }

  /// True when the matches are asked for their first one, by `.first` or `[0]`, and nothing else reads them.
  private func wantsFirstOnly(_ call: FunctionCallExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let scope = call.closures.last.map({ Syntax($0.statements) }) ?? call.functionBody else { return false }
    if index.loops.contains(where: { $0.is(ForStmtSyntax.self) && scope.contains($0) }) { return false }
    let asksFirst = index.members.contains {
      scope.contains($0) && $0.declName.baseName.text == "first" && !$0.isCallee
    }
    let asksZero = index.subscripts.contains { scope.contains($0) && $0.arguments.trimmedDescription == "0" }
    return asksFirst || asksZero
  }

  private func droppedInStatement(_ call: FunctionCallExprSyntax, _ index: SyntaxIndex) -> Syntax? {
    guard let name = call.nameToken else { return nil }
    let outer = call.behindEffects
    if let member = outer.parent?.as(MemberAccessExprSyntax.self) ?? outer.memberOfParentheses {
      return ["matchResults", "0"].contains(member.declName.baseName.text) ? Syntax(name) : nil
    }
    // `if let page = try? …` binds as `let page = try …` does.
    let optional = outer.parent?.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
    guard let pattern = outer.parent?.parent?.as(PatternBindingSyntax.self)?.pattern ?? optional else { return nil }
    if let tuple = pattern.as(TuplePatternSyntax.self), tuple.elements.count == 2 {
      guard let last = tuple.elements.last?.pattern else { return nil }
      if last.is(WildcardPatternSyntax.self) { return Syntax(last) }
      guard let name = last.as(IdentifierPatternSyntax.self)?.identifier.text, let body = call.functionBody else {
        return nil
      }
      return index.uses(of: name, in: body, after: call.endPosition).isEmpty ? Syntax(last) : nil
    }
    guard let variable = pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let body = call.functionBody, !body.is(SourceFileSyntax.self)
    else { return nil }
    let uses = index.uses(of: variable, in: body, after: call.endPosition)
    return !uses.isEmpty && uses.allSatisfy { ["matchResults", "0"].contains($0) } ? Syntax(name) : nil
  }

  /// The `_` in `.success((let found, _))`.
  private func droppedInSuccess(_ closure: ClosureExprSyntax) -> Syntax? {
    let patterns = closure.tokens(viewMode: .sourceAccurate).filter { $0.text == "success" }
    for token in patterns {
      guard let call = token.nearest(FunctionCallExprSyntax.self), call.name == "success",
        let last = call.arguments.last?.expression
      else { continue }
      let text = last.code.filter { !$0.isWhitespace }
      guard text.hasSuffix(",_)"),
        let ignored = last.lastToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)
      else { continue }
      return Syntax(ignored)
    }
    return nil
  }

  /// True for `.success(let page)` of which only the matches are read.
  private func readsMatchesOnly(_ closure: ClosureExprSyntax, _ index: SyntaxIndex) -> Bool {
    for call in index.calls(in: closure.statements) where call.name == "success" && call.receiver == nil {
      guard let name = call.unlabelledArgument?.code.replacing("let ", with: ""), !name.contains("(") else { continue }
      let uses = index.uses(of: name, in: Syntax(closure.statements), after: call.endPosition)
      if !uses.isEmpty, uses.allSatisfy({ ["matchResults", "0"].contains($0) }) { return true }
    }
    return false
  }

  private func isBounded(_ limit: ExprSyntax?) -> Bool {
    guard let limit else { return false }
    if let literal = limit.as(IntegerLiteralExprSyntax.self) {
      return (Int(literal.literal.text.replacing("_", with: "")) ?? 100) < 100
    }
    return limit.lastName != "maximumResults"
  }

  // MARK: - Operations

  private func blockFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let name = assignment.target.lastName, name == "queryResultBlock" || name == "queryCompletionBlock",
      let closure = assignment.values.first?.bare.as(ClosureExprSyntax.self), isLimitless(assignment, file.index),
      !isInOwnCloudKit(assignment.node, file),
      let parameter = closure.parameter(0), !file.index.anyName(in: closure.statements, { $0.hasAnyWord(["cursor"]) })
    else { return nil }
    let uses = file.index.uses(of: parameter, in: Syntax(closure.statements))
    let isUnused = parameter == "_" || uses.isEmpty
    guard isUnused || (name == "queryResultBlock" && asksForFailureOnly(parameter, closure)) else { return nil }
    return file.finding(info, at: closure, "only the first page of the query is read", api: "CKQueryOperation.\(name)")
  }

  /// True when the result is asked for `.failure`, or for `.success` without its value.
  private func asksForFailureOnly(_ result: String, _ closure: ClosureExprSyntax) -> Bool {
    let text = closure.statements.code
    guard !text.contains(".get()"), !text.contains("with: \(result)"), !text.contains("(\(result))") else {
      return false
    }
    let bindsValue = ["success(let", "let .success(", "success(var"].contains { text.contains($0) }
    return text.contains(result) && !bindsValue
  }

  private func isLimitless(_ assignment: SyntaxIndex.Assignment, _ index: SyntaxIndex) -> Bool {
    guard let body = assignment.node.functionBody else { return true }
    let limit = index.assignments(in: body).first { $0.target.lastName == "resultsLimit" }
    return limit.map { !isBounded($0.values.first) } ?? true
  }

  private func operationFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    if call.makes("CKQueryOperation"), call.argument("cursor") != nil,
      call.parent?.is(LabeledExprSyntax.self) == true,
      ["add", "addOperation"].contains(call.nearest(FunctionCallExprSyntax.self)?.name ?? "")
    {
      return file.finding(info, at: call, "the operation for the next page has no blocks", api: "CKQueryOperation")
    }
    guard call.makes("CKQueryOperation"), let body = call.functionBody, !body.is(SourceFileSyntax.self),
      let name = call.behindEffects.parent?.parent?.as(PatternBindingSyntax.self)?.pattern.code,
      !file.index.anyName(
        in: body, { ["queryResultBlock", "queryCompletionBlock", "completionBlock", "resultsLimit"].contains($0) })
    else { return nil }
    let uses = file.index.calls(in: body).filter { $0.arguments.contains { $0.expression.path == name } }
    guard !uses.isEmpty, uses.allSatisfy({ $0.name == "add" || $0.name == "addOperation" }) else { return nil }
    return file.finding(info, at: call, "no block of this query receives its cursor", api: "CKQueryOperation")
  }
}

extension FunctionCallExprSyntax {
  /// The call with the `try` and `await` before it.
  var behindEffects: ExprSyntax {
    var node = ExprSyntax(self)
    while let outer = node.parent?.as(ExprSyntax.self), outer.is(TryExprSyntax.self) || outer.is(AwaitExprSyntax.self) {
      node = outer
    }
    return node
  }
}

extension ExprSyntax {
  /// The member access on `(self)`.
  var memberOfParentheses: MemberAccessExprSyntax? {
    let tuple = parent?.parent?.parent?.as(TupleExprSyntax.self)
    let chained = tuple?.parent?.as(OptionalChainingExprSyntax.self)?.parent ?? tuple?.parent
    return chained?.as(MemberAccessExprSyntax.self)
  }
}

extension SyntaxIndex {
  /// What follows the uses of a name: the member, or empty text for a use as a whole.
  ///
  /// `name?.member` is a use of the member, and the name that `if let name` unwraps is no use.
  func uses(of name: String, in body: Syntax, after position: AbsolutePosition? = nil) -> [String] {
    tokens(named: name, in: body).compactMap { token in
      guard token.position >= (position ?? body.position),
        token.previousToken(viewMode: .sourceAccurate)?.text != ".", !token.isUnwrappedName
      else { return nil }
      var next = token.nextToken(viewMode: .sourceAccurate)
      if let sign = next, sign.tokenKind == .postfixQuestionMark || sign.tokenKind == .exclamationMark {
        next = sign.nextToken(viewMode: .sourceAccurate)
      }
      guard let dot = next, dot.text == "." else { return "" }
      return dot.nextToken(viewMode: .sourceAccurate)?.text ?? ""
    }
  }
}

extension TokenSyntax {
  /// True for the name in `if let name`, which stands for itself on both sides.
  fileprivate var isUnwrappedName: Bool {
    parent?.parent?.as(OptionalBindingConditionSyntax.self).map { $0.initializer == nil } ?? false
  }
}
