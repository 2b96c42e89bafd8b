import CloudKitFacts
import SwiftSyntax

/// A place that compares an error with a `CKError.Code`, and what the program does there.
struct ErrorBranch: Sendable {
  /// How the code is asked for.
  enum Style: Sendable { case switchCase, condition, catchClause, loopFilter }

  /// The code, such as `serverRecordChanged`.
  var code: String
  /// All codes that share the branch, this one among them.
  var codes: [String]
  var style: Style
  /// The code where it stands, with its base.
  var place: MemberAccessExprSyntax
  /// What runs when the error has the code.
  var body: Syntax
  /// The statement, case or clause as a whole.
  var node: Syntax
}

/// Names of the public `CKError.Code` cases.
enum ErrorCodeNames {
  static let all = Set(CloudKitErrorCode.all.map(\.name))

  /// Codes that time heals, with `retryAfterSeconds` as the server's word.
  static let transient: Set<String> = [
    "networkUnavailable", "networkFailure", "serviceUnavailable", "requestRateLimited", "zoneBusy",
    "serverResponseLost",
  ]
}

extension SyntaxIndex {
  /// The branches on a `CKError.Code`, in source order; own enums with the same case names are left out.
  func errorBranches(on codes: Set<String>) -> [ErrorBranch] {
    guard hasAny(codes), has("CKError") || has("CloudKit") else { return [] }
    return members.compactMap { member in
      codes.contains(member.declName.baseName.text) ? branch(of: member) : nil
    }
  }

  private func branch(of member: MemberAccessExprSyntax) -> ErrorBranch? {
    let base = member.base?.path
    if let base, !["CKError", "CKError.Code", "CKErrorCode"].contains(base) { return nil }
    let code = member.declName.baseName.text
    var isNegated = false
    var isCertain = base != nil
    var codes = [code]
    for node in member.ancestors {
      if let sequence = node.as(SequenceExprSyntax.self) {
        if let comparison = comparisons.first(where: { $0.node.id == sequence.id && $0.touches(member) }) {
          if comparison.symbol.hasPrefix("!") { isNegated.toggle() }
          isCertain = isCertain || comparison.asksForCode
        }
        if let ternary = sequence.thenBranch(of: member) {
          return make(code, codes, isCertain, .condition, member, isNegated ? ternary.otherwise : ternary.then, node)
        }
      } else if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
        isNegated.toggle()
      } else if let array = node.as(ArrayExprSyntax.self) {
        guard let call = array.parent?.parent?.as(FunctionCallExprSyntax.self), call.name == "contains" else {
          return nil
        }
        codes = array.elements.compactMap { $0.expression.lastName }
        isCertain = isCertain || call.arguments.contains { $0.expression.isErrorCode }
      } else if let condition = node.as(MatchingPatternConditionSyntax.self) {
        isCertain = isCertain || condition.initializer.value.isErrorCode
      } else if let item = node.as(SwitchCaseItemSyntax.self) {
        return switchBranch(code, codes, isCertain, member, item)
      } else if let item = node.as(CatchItemSyntax.self) {
        guard let clause = item.nearest(CatchClauseSyntax.self) else { return nil }
        let body = isNegated ? nil : Syntax(clause.body)
        return make(code, codes, isCertain, .catchClause, member, body, Syntax(clause))
      } else if let list = node.as(ConditionElementListSyntax.self) {
        codes = list.codes(orderedAfter: codes, in: self)
        return conditionBranch(code, codes, isCertain, isNegated, member, list)
      } else if let loop = node.as(ForStmtSyntax.self), loop.whereClause?.contains(member) == true {
        return make(code, codes, isCertain, .loopFilter, member, Syntax(loop.body), node)
      } else if node.is(CodeBlockItemSyntax.self) || node.is(ClosureExprSyntax.self) {
        return nil
      }
    }
    return nil
  }

  private func make(
    _ code: String, _ codes: [String], _ isCertain: Bool, _ style: ErrorBranch.Style,
    _ place: MemberAccessExprSyntax, _ body: Syntax?, _ node: Syntax
  ) -> ErrorBranch? {
    guard let body, isCertain else { return nil }
    return ErrorBranch(code: code, codes: codes, style: style, place: place, body: body, node: node)
  }

  private func switchBranch(
    _ code: String, _ codes: [String], _ isCertain: Bool, _ member: MemberAccessExprSyntax, _ item: SwitchCaseItemSyntax
  ) -> ErrorBranch? {
    guard let label = item.nearest(SwitchCaseLabelSyntax.self), let switchCase = item.nearest(SwitchCaseSyntax.self),
      let whole = item.nearest(SwitchExprSyntax.self)
    else { return nil }
    var all = codes
    var certain = isCertain || whole.subject.isErrorCode
    if item.pattern.contains(member) {
      let members = label.caseItems.compactMap { $0.pattern.as(ExpressionPatternSyntax.self)?.expression }
      all = members.flatMap { names(in: $0).map(\.text).filter(ErrorCodeNames.all.contains) }
      certain = certain || whole.code.contains("case CKError.")
    }
    return make(code, all, certain, .switchCase, member, Syntax(switchCase.statements), Syntax(switchCase))
  }

  private func conditionBranch(
    _ code: String, _ codes: [String], _ isCertain: Bool, _ isNegated: Bool, _ member: MemberAccessExprSyntax,
    _ list: ConditionElementListSyntax
  ) -> ErrorBranch? {
    guard let owner = list.parent else { return nil }
    if let conditional = owner.as(IfExprSyntax.self) {
      let body = isNegated ? conditional.elseBody.map { Syntax($0) } : Syntax(conditional.body)
      return make(code, codes, isCertain, .condition, member, body, owner)
    }
    if let statement = owner.as(GuardStmtSyntax.self) {
      let body = isNegated ? Syntax(statement.body) : statement.rest
      return make(code, codes, isCertain, .condition, member, body, owner)
    }
    return nil
  }
}

extension SyntaxIndex.Comparison {
  fileprivate func touches(_ member: MemberAccessExprSyntax) -> Bool {
    left.contains(member) || right.contains(member)
  }

  fileprivate var asksForCode: Bool { left.isErrorCode || right.isErrorCode }
}

extension ExprSyntax {
  /// True for what is evidently the code of a CloudKit error: `error.code`, `errorCode`, `CKError.Code(rawValue: n)`.
  fileprivate var isErrorCode: Bool {
    if let name = bare.lastName, name == "code" || name.hasSuffix("Code") || name == "errorCode" { return true }
    return code.contains("CKError")
  }
}

extension SequenceExprSyntax {
  /// The two branches of `condition ? then : otherwise` when the node stands in the condition.
  fileprivate func thenBranch(of node: some SyntaxProtocol) -> (then: Syntax, otherwise: Syntax?)? {
    let list = Array(elements)
    guard let mark = list.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = list[mark].as(UnresolvedTernaryExprSyntax.self), node.position < ternary.position
    else { return nil }
    let otherwise = mark + 1 < list.count ? Syntax(list[mark + 1]) : nil
    return (Syntax(ternary.thenExpression), otherwise)
  }
}

extension ConditionElementListSyntax {
  /// The codes of an `a == .x || a == .y` condition.
  fileprivate func codes(orderedAfter codes: [String], in index: SyntaxIndex) -> [String] {
    let all = index.names(in: self).map(\.text).filter(ErrorCodeNames.all.contains)
    return all.count > codes.count ? all : codes
  }
}

extension Syntax {
  /// True when a `continue` in the node starts another attempt: the loop counts or waits, it has no items.
  var retriesByContinue: Bool { continueOfAttempts != nil }

  /// The `continue` of a `while`, `repeat` or `for` over a range that stands in the node.
  var continueOfAttempts: ContinueStmtSyntax? {
    for token in tokens(viewMode: .sourceAccurate) where token.tokenKind == .keyword(.continue) {
      guard let statement = token.parent?.as(ContinueStmtSyntax.self) else { continue }
      for outer in statement.ancestors {
        if outer.is(WhileStmtSyntax.self) || outer.is(RepeatStmtSyntax.self) { return statement }
        if let loop = outer.as(ForStmtSyntax.self) {
          let text = loop.sequence.code
          if text.contains("..<") || text.contains("...") { return statement }
          break
        }
        if outer.is(FunctionDeclSyntax.self) || outer.is(ClosureExprSyntax.self) { break }
      }
    }
    return nil
  }
}

extension GuardStmtSyntax {
  /// The statements behind the guard, where they are a node: behind a guard that begins its block, or a single one.
  var rest: Syntax? {
    guard let item = parent?.as(CodeBlockItemSyntax.self) ?? parent?.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    if list.first?.id == item.id { return Syntax(list) }
    let behind = Array(list).filter { $0.position > item.position }
    return behind.count == 1 ? behind.first.map { Syntax($0) } : nil
  }
}
