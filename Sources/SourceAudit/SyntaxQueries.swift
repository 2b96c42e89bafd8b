import SwiftSyntax

extension SyntaxProtocol {
  /// The nearest enclosing node of a kind, not the node itself.
  func nearest<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var current = parent
    while let node = current {
      if let found = node.as(kind) { return found }
      current = node.parent
    }
    return nil
  }

  /// The enclosing nodes from the inside to the outside, not the node itself.
  var ancestors: some Sequence<Syntax> { sequence(first: parent, next: { $0?.parent }).lazy.compactMap { $0 } }

  /// True when the other node lies inside this one or is it.
  func contains(_ other: some SyntaxProtocol) -> Bool {
    position <= other.position && other.endPosition <= endPosition
  }

  /// The body of the nearest enclosing function, initializer, accessor or of the file; closures are looked through.
  var functionBody: Syntax? {
    for node in ancestors {
      if let function = node.as(FunctionDeclSyntax.self) { return function.body.map { Syntax($0) } }
      if let initializer = node.as(InitializerDeclSyntax.self) { return initializer.body.map { Syntax($0) } }
      if node.is(AccessorDeclSyntax.self) || node.is(AccessorBlockSyntax.self) { return node }
      if node.is(SourceFileSyntax.self) { return node }
    }
    return nil
  }

  /// The nearest enclosing function.
  var function: FunctionDeclSyntax? { nearest(FunctionDeclSyntax.self) }

  /// The nearest enclosing class, struct, actor, enum or extension.
  var enclosingType: DeclSyntax? {
    for node in ancestors {
      switch node.kind {
      case .classDecl, .structDecl, .actorDecl, .enumDecl, .extensionDecl: return node.as(DeclSyntax.self)
      default: continue
      }
    }
    return nil
  }

  /// The statement that the node belongs to.
  var statement: CodeBlockItemSyntax? { nearest(CodeBlockItemSyntax.self) }

  /// The source text without surrounding blanks.
  var code: String { trimmedDescription }
}

extension FunctionCallExprSyntax {
  /// The last name of what is called: `save` for `db.save(record)`, `CKShare` for `CKShare(rootRecord: r)`.
  var name: String {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    if let reference = calledExpression.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    if let generic = calledExpression.as(GenericSpecializationExprSyntax.self) { return generic.expression.code }
    if let optional = calledExpression.as(OptionalChainingExprSyntax.self) {
      return optional.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? optional.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    }
    return ""
  }

  /// The token of the name, for the place of a finding.
  var nameToken: TokenSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
      ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
  }

  /// What stands before the last dot.
  var receiver: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }

  /// The labels of the arguments in parentheses, empty text for none.
  var labels: [String] { arguments.map { $0.label?.text ?? "" } }

  /// True for a call of the function by its bare name or on `self`, so that it is a recursion inside of it.
  func isCall(of function: FunctionDeclSyntax) -> Bool {
    guard name == function.name.text else { return false }
    guard let receiver else { return true }
    return ["self", "Self", "strongSelf", "weakSelf", "this"].contains(receiver.bare.code)
  }

  /// The argument with a label.
  func argument(_ label: String) -> ExprSyntax? { arguments.first { $0.label?.text == label }?.expression }

  /// The first argument when it has no label.
  var unlabelledArgument: ExprSyntax? {
    guard let first = arguments.first, first.label == nil else { return nil }
    return first.expression
  }

  /// The closures among the arguments and behind them.
  var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) } + (trailingClosure.map { [$0] } ?? [])
      + additionalTrailingClosures.map(\.closure)
  }

  /// True for `CKShare(…)`, `CloudKit.CKShare(…)` and `CKShare.init(…)`.
  func makes(_ type: String) -> Bool { calledExpression.path == type || calledExpression.path == "\(type).init" }
}

extension ExprSyntax {
  /// The names of `a.b?.c` joined with dots, without `self.`, `CloudKit.`, `?` and `!`; nil for anything else.
  var path: String? {
    guard let names = pathNames else { return nil }
    let dropped = names.count > 1 && (names[0] == "self" || names[0] == "CloudKit") ? Array(names.dropFirst()) : names
    return dropped.joined(separator: ".")
  }

  private var pathNames: [String]? {
    if let reference = self.as(DeclReferenceExprSyntax.self) { return [reference.baseName.text] }
    if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.pathNames }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.pathNames }
    if let type = self.as(TypeExprSyntax.self) { return type.code.split(separator: ".").map(String.init) }
    guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
    guard let base = member.base else { return [member.declName.baseName.text] }
    return base.pathNames.map { $0 + [member.declName.baseName.text] }
  }

  /// The last name of a path or of a member access on any expression.
  var lastName: String? {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    return path?.split(separator: ".").last.map(String.init)
  }

  /// The expression without parentheses, `try`, `await`, `?` and `!`.
  var bare: ExprSyntax {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.bare }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.bare }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.bare }
    if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.bare }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return only.expression.bare
    }
    return self
  }

  /// The text of a string literal without interpolations.
  var stringValue: String? {
    guard let literal = self.as(StringLiteralExprSyntax.self) else { return nil }
    return literal.representedLiteralValue
  }
}

extension ClosureExprSyntax {
  /// The names of the parameters, `_` for ignored ones; nil when the closure uses `$0`.
  var parameterNames: [String]? {
    guard let clause = signature?.parameterClause else { return nil }
    if let list = clause.as(ClosureShorthandParameterListSyntax.self) { return list.map(\.name.text) }
    return clause.as(ClosureParameterClauseSyntax.self)?.parameters.map { ($0.secondName ?? $0.firstName).text }
  }

  /// The name of a parameter, `$n` without a signature.
  func parameter(_ position: Int) -> String? {
    guard let names = parameterNames else { return "$\(position)" }
    return position < names.count ? names[position] : nil
  }
}

extension FunctionDeclSyntax {
  /// The inner names of the parameters.
  var parameterNames: [String] {
    signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).text }
  }

  /// The parameter with an inner name.
  func parameter(named name: String) -> FunctionParameterSyntax? {
    signature.parameterClause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
  }
}

extension DeclSyntax {
  /// The name of a type declaration or of the type that is extended.
  var typeName: String? {
    if let node = self.as(ClassDeclSyntax.self) { return node.name.text }
    if let node = self.as(StructDeclSyntax.self) { return node.name.text }
    if let node = self.as(ActorDeclSyntax.self) { return node.name.text }
    if let node = self.as(EnumDeclSyntax.self) { return node.name.text }
    return self.as(ExtensionDeclSyntax.self)?.extendedType.code
  }

  /// The types after the colon of a type declaration, as written.
  var inheritedTypes: [String] {
    guard let group = asProtocol((any DeclGroupSyntax).self), let clause = group.inheritanceClause else { return [] }
    return clause.inheritedTypes.map { $0.type.code }
  }

  /// The members of a type declaration.
  var members: MemberBlockItemListSyntax? { asProtocol((any DeclGroupSyntax).self)?.memberBlock.members }

  /// The functions declared directly in a type.
  var methods: [FunctionDeclSyntax] { members?.compactMap { $0.decl.as(FunctionDeclSyntax.self) } ?? [] }
}
