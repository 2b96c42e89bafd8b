import CloudKitFacts
import SwiftSyntax

extension RetiredAPI {
  /// True when a use with these argument labels can mean this API; `{}` is a trailing closure, nil no call.
  func accepts(_ given: [String]?) -> Bool {
    guard let labels else { return true }
    // A function that is named without being called is found by its labels in the name only.
    guard let given else { return false }
    if given == labels { return true }
    return given.last == "{}" && !labels.isEmpty && given.dropLast() == labels.dropLast()
  }
}

extension UseFinder {
  /// The argument labels with which an expression is called, or named: `perform(_:inZoneWith:completionHandler:)`.
  func callLabels(of callee: ExprSyntax) -> [String]? {
    let reference = callee.as(DeclReferenceExprSyntax.self) ?? callee.as(MemberAccessExprSyntax.self)?.declName
    if let names = reference?.argumentNames {
      return names.arguments.map { $0.name.text == "_" ? "" : $0.name.bareText }
    }
    guard let call = self.call(of: callee) else { return nil }
    var labels = call.arguments.map { $0.label?.bareText ?? "" }
    if call.trailingClosure != nil { labels.append("{}") }
    return labels + call.additionalTrailingClosures.map(\.label.bareText)
  }

  /// The call whose callee an expression is, also behind `.init` and `!`.
  private func call(of callee: ExprSyntax) -> FunctionCallExprSyntax? {
    guard let parent = callee.parent else { return nil }
    if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id { return call }
    if let access = parent.as(MemberAccessExprSyntax.self), access.declName.baseName.tokenKind == .keyword(.`init`) {
      return call(of: ExprSyntax(access))
    }
    if let optional = parent.as(OptionalChainingExprSyntax.self) { return call(of: ExprSyntax(optional)) }
    return nil
  }

  // MARK: - Initialisers

  /// A call of a retired initialiser at the name of its type.
  func initializerUse(
    of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], at callee: ExprSyntax, owner: String? = nil
  ) -> [APIUse] {
    let initializers = apis.filter { $0.kind == .initializer }
    guard !initializers.isEmpty, let call = call(of: callee), let labels = callLabels(of: call.calledExpression) else {
      return []
    }
    guard let type = owner ?? declaredName(of: word, at: Syntax(callee)) else { return [] }
    for api in initializers where api.owner == type {
      if api.labels == labels, let use = confirmed(api, call, token) { return [use] }
      if api.name == "init(recordZoneIDs:optionsByRecordZoneID:)", labels == ["recordZoneIDs"],
        let argument = call.arguments.first?.expression, !isOptional(argument)
      {
        return [APIUse(api: api, token: token, certainty: .dependsOnOverload)]
      }
    }
    return []
  }

  func confirmed(_ api: RetiredAPI, _ call: FunctionCallExprSyntax, _ token: TokenSyntax) -> APIUse? {
    if api.owner == "CKRecordZone.ID" {
      // The overload that takes an optional owner is the retired one.
      guard let argument = call.arguments.last?.expression, isOptional(argument) else { return nil }
      return APIUse(api: api, token: token, certainty: .dependsOnOverload)
    }
    let label = call.arguments.first { $0.label?.text == "optionsByRecordZoneID" }?.label
    return APIUse(api: api, token: label ?? token, certainty: .resolved)
  }

  private func isOptional(_ expression: ExprSyntax) -> Bool {
    if expression.is(NilLiteralExprSyntax.self) { return true }
    if case .optional = resolver.type(of: expression) { return true }
    return expression.trimmedDescription.contains("?.")
  }

  // MARK: - Results

  /// Leaves out uses that only a certain result type makes retired.
  func accepted(_ use: APIUse, at node: Syntax) -> [APIUse] {
    guard use.api.name == "records(matching:inZoneWith:)" else { return [use] }
    guard let call = node.parent?.as(FunctionCallExprSyntax.self), isUsedAsArray(call) else { return [] }
    return [use]
  }

  /// True when the result of a call is an array of records: the overload with a tuple is meant otherwise.
  private func isUsedAsArray(_ call: FunctionCallExprSyntax) -> Bool {
    var value = Syntax(call)
    while let parent = value.parent {
      if let access = parent.as(MemberAccessExprSyntax.self), access.base.map({ Syntax($0) }) == value {
        return !["matchResults", "queryCursor", "0", "1"].contains(access.declName.baseName.text)
      }
      if let loop = parent.as(ForStmtSyntax.self) { return Syntax(loop.sequence) == value }
      if let binding = parent.parent?.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation.map { isRecordArray($0.type) } ?? false
      }
      if parent.is(ReturnStmtSyntax.self) { return returnsRecords(parent) }
      guard isTransparent(parent) else { return false }
      value = parent
    }
    return false
  }

  /// `try`, `await` and parentheses hand a value through.
  private func isTransparent(_ node: Syntax) -> Bool {
    switch node.kind {
    case .tryExpr, .awaitExpr, .tupleExpr, .labeledExpr, .labeledExprList, .initializerClause: true
    default: false
    }
  }

  private func isRecordArray(_ type: TypeSyntax) -> Bool {
    if case .array(.named("CKRecord"))? = resolver.written(type, at: Syntax(type))?.unwrapped { true } else { false }
  }

  private func returnsRecords(_ node: Syntax) -> Bool {
    let function = node.enclosing(FunctionDeclSyntax.self)
    return function?.signature.returnClause.map { isRecordArray($0.type) } ?? false
  }

  // MARK: - Implicit members

  /// `.resultsTruncated`, `.userDiscoverability`: the type comes from the context.
  func implicitMemberUse(
    of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], in access: MemberAccessExprSyntax
  ) -> [APIUse] {
    let values = apis.filter { ($0.kind == .enumCase || $0.kind == .constant) && $0.owner != nil && $0.isDistinctive }
    guard let api = values.first else { return [] }
    let own = resolver.table.sources.types.filter { $0.value.members[word] != nil }.keys
    if !own.isEmpty {
      guard let context = contextualType(of: access), !own.contains(context) else { return [] }
    }
    let clause = access.enclosing(SwitchCaseItemSyntax.self)
    let isPattern = clause.map { $0.pattern.position <= access.position && access.position < $0.pattern.endPosition }
    let isForced = isPattern == true && access.enclosing(SwitchExprSyntax.self).map { !$0.hasPlainDefault } == true
    return [APIUse(api: api, token: token, certainty: .resolved, isForced: isForced)]
  }

  /// The type of what a pattern or comparison is held against.
  private func contextualType(of access: MemberAccessExprSyntax) -> String? {
    if access.enclosing(SwitchCaseItemSyntax.self) != nil,
      let subject = access.enclosing(SwitchExprSyntax.self)?.subject
    {
      return resolver.type(of: subject)?.name
    }
    guard let list = access.parent?.as(ExprListSyntax.self), let first = list.first else { return nil }
    return resolver.type(of: first)?.name
  }
}

extension SwitchExprSyntax {
  /// True when a `default` that is not `@unknown` makes naming further cases unnecessary.
  fileprivate var hasPlainDefault: Bool {
    cases.contains {
      guard let clause = $0.as(SwitchCaseSyntax.self) else { return false }
      return clause.label.is(SwitchDefaultLabelSyntax.self) && clause.attribute == nil
    }
  }
}
