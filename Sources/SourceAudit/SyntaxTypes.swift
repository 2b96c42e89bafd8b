import SwiftSyntax

extension SyntaxIndex {
  /// The type of a name or simple expression as it is written, without `?`, `!` and `CloudKit.`; nil when unknown.
  func type(of expression: ExprSyntax, depth: Int = 4) -> String? {
    guard depth > 0 else { return nil }
    let bare = expression.bare
    if let call = bare.as(FunctionCallExprSyntax.self) { return madeType(by: call) }
    if let reference = bare.as(DeclReferenceExprSyntax.self) {
      return type(ofName: reference.baseName.text, at: Syntax(reference), depth: depth - 1)
    }
    if let member = bare.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      let types = Set(properties(named: name).compactMap { type(of: $0, depth: depth - 1) })
      return types.count == 1 ? types.first : nil
    }
    if let sequence = bare.as(SequenceExprSyntax.self), let last = sequence.elements.last,
      let type = last.as(TypeExprSyntax.self)
    {
      return type.type.plainName
    }
    return nil
  }

  /// The type of a name that is visible at a node: local, condition, parameter, property of this file.
  func type(ofName name: String, at node: Syntax, depth: Int = 4) -> String? {
    guard depth > 0 else { return nil }
    if let declaration = declaration(of: name, at: node, depth) { return declaration.type }
    let types = Set(properties(named: name).compactMap { type(of: $0, depth: depth - 1) })
    return types.count == 1 ? types.first : nil
  }

  /// The value that a local constant or a property of this file with the name is initialised with.
  func initialValue(ofName name: String, at node: Syntax) -> ExprSyntax? {
    if let declaration = declaration(of: name, at: node, 1) { return declaration.value }
    let all = properties(named: name)
    return all.count == 1 ? all.first?.initializer?.value : nil
  }

  /// True for a name that is declared inside the function, closures included.
  func isLocal(_ name: String, in body: Syntax) -> Bool {
    bindings.contains {
      body.contains($0) && $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        && $0.nearest(VariableDeclSyntax.self)?.parent?.is(CodeBlockItemSyntax.self) == true
    }
  }

  private func madeType(by call: FunctionCallExprSyntax) -> String? {
    guard var names = call.calledExpression.path?.split(separator: ".").map(String.init) else { return nil }
    if let last = names.last, last == "init" || last == "default" { names.removeLast() }
    guard let last = names.last, last.first?.isUppercase == true else { return nil }
    return names.joined(separator: ".")
  }

  private func type(of binding: PatternBindingSyntax, depth: Int) -> String? {
    if let annotation = binding.typeAnnotation { return annotation.type.plainName }
    return binding.initializer.flatMap { type(of: $0.value, depth: depth) }
  }

  /// A declaration that was found: its written or evident type, and its value.
  private typealias Declaration = (type: String?, value: ExprSyntax?)

  private func declaration(of name: String, at node: Syntax, _ depth: Int) -> Declaration? {
    var inner = node
    for outer in node.ancestors {
      if let found = declaration(of: name, in: outer, before: inner, depth) { return found }
      inner = outer
    }
    return nil
  }

  private func declaration(of name: String, in scope: Syntax, before inner: Syntax, _ depth: Int) -> Declaration? {
    if let items = scope.as(CodeBlockItemListSyntax.self) {
      return declaration(of: name, among: items, before: inner, depth)
    }
    if let conditional = scope.as(IfExprSyntax.self),
      conditional.body.contains(inner) || conditional.conditions.contains(inner)
    {
      return declaration(of: name, among: conditional.conditions, depth)
    }
    if let loop = scope.as(WhileStmtSyntax.self) { return declaration(of: name, among: loop.conditions, depth) }
    if let closure = scope.as(ClosureExprSyntax.self) {
      guard let names = closure.parameterNames, names.contains(name) else { return nil }
      guard case .parameterClause(let clause) = closure.signature?.parameterClause else { return (nil, nil) }
      let parameter = clause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
      return (parameter?.type?.plainName, nil)
    }
    if let function = scope.as(FunctionDeclSyntax.self) {
      return function.parameter(named: name).map { ($0.type.plainName, nil) }
    }
    if let initializer = scope.as(InitializerDeclSyntax.self) {
      let parameters = initializer.signature.parameterClause.parameters
      return parameters.first { ($0.secondName ?? $0.firstName).text == name }.map { ($0.type.plainName, nil) }
    }
    if let loop = scope.as(ForStmtSyntax.self),
      loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name, loop.body.contains(inner)
    {
      return (nil, nil)
    }
    return nil
  }

  private func declaration(
    of name: String, among items: CodeBlockItemListSyntax, before inner: Syntax, _ depth: Int
  ) -> Declaration? {
    if let statements = longBlocks.statements(binding: name, in: items) {
      return declaration(of: name, among: statements, before: inner.position, depth)
    }
    return declaration(of: name, among: items.reversed(), before: inner.position, depth)
  }

  /// Goes through statements, the last first.
  private func declaration(
    of name: String, among items: some Sequence<CodeBlockItemSyntax>, before end: AbsolutePosition, _ depth: Int
  ) -> Declaration? {
    for item in items where item.position < end {
      if let variable = item.item.as(VariableDeclSyntax.self) {
        for binding in variable.bindings
        where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
          return (type(of: binding, depth: depth - 1), binding.initializer?.value)
        }
      }
      if let statement = item.item.as(GuardStmtSyntax.self),
        let found = declaration(of: name, among: statement.conditions, depth)
      {
        return found
      }
    }
    return nil
  }

  private func declaration(
    of name: String, among conditions: ConditionElementListSyntax, _ depth: Int
  ) -> Declaration? {
    for condition in conditions {
      guard let binding = condition.condition.as(OptionalBindingConditionSyntax.self),
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      else { continue }
      let written = binding.typeAnnotation?.type.plainName
      // `if let x` without a value repeats an outer name, whose type is looked up outside of the condition.
      guard let value = binding.initializer?.value else { return nil }
      let isItself = value.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      return (
        written ?? (isItself ? outerType(of: name, beyond: binding, depth - 1) : type(of: value, depth: depth - 1)),
        value
      )
    }
    return nil
  }

  private func outerType(of name: String, beyond binding: OptionalBindingConditionSyntax, _ depth: Int) -> String? {
    guard let statement = binding.statement else { return nil }
    return type(ofName: name, at: Syntax(statement), depth: depth)
  }
}

extension TypeSyntax {
  /// The type as written without optional marks, `any`, `some` and `CloudKit.`.
  var plainName: String {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.plainName }
    if let forced = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return forced.wrappedType.plainName }
    if let constrained = self.as(SomeOrAnyTypeSyntax.self) { return constrained.constraint.plainName }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.plainName }
    let text = code
    return text.hasPrefix("CloudKit.") ? String(text.dropFirst(9)) : text
  }
}
