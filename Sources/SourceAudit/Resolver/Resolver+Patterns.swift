import SwiftSyntax

extension Resolver {
  /// Finds a name in a pattern and the part of the matched value's type that it is bound to.
  func match(_ name: String, _ pattern: PatternSyntax, value: () -> SwiftType?) -> Local {
    guard pattern.binds(name) else { return .none }
    return .found(bound(name, pattern, value()))
  }

  private func bound(_ name: String, _ pattern: PatternSyntax, _ type: SwiftType?) -> SwiftType? {
    if pattern.is(IdentifierPatternSyntax.self) { return type }
    if let node = pattern.as(ValueBindingPatternSyntax.self) { return bound(name, node.pattern, type) }
    if let node = pattern.as(TuplePatternSyntax.self) {
      for (index, element) in node.elements.enumerated() where element.pattern.binds(name) {
        let part = node.elements.count == 1 ? type : Self.part(index, element.label?.bareText, of: type)
        return bound(name, element.pattern, part)
      }
      return nil
    }
    return pattern.as(ExpressionPatternSyntax.self).flatMap { bound(name, $0.expression, type) }
  }

  /// Patterns inside an expression: `.success(let record)`, `(let id, let result)`, `let op as CKQueryOperation`.
  private func bound(_ name: String, _ expression: ExprSyntax, _ type: SwiftType?) -> SwiftType? {
    if let node = expression.as(PatternExprSyntax.self) { return bound(name, node.pattern, type) }
    if let node = expression.as(OptionalChainingExprSyntax.self) {
      return bound(name, node.expression, type?.unwrapped)
    }
    if let node = expression.as(TupleExprSyntax.self) {
      for (index, element) in node.elements.enumerated() where Syntax(element.expression).bindsName(name) {
        let part = node.elements.count == 1 ? type : Self.part(index, element.label?.bareText, of: type)
        return bound(name, element.expression, part)
      }
      return nil
    }
    if let node = expression.as(SequenceExprSyntax.self), let last = node.elements.last?.as(TypeExprSyntax.self) {
      return written(last.type, at: Syntax(node))
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self)
    else { return nil }
    for (index, argument) in call.arguments.enumerated() where Syntax(argument.expression).bindsName(name) {
      return bound(
        name, argument.expression,
        associatedValue(index, of: access.declName.baseName.bareText, in: type?.unwrapped, of: call.arguments.count))
    }
    return nil
  }

  private func associatedValue(_ index: Int, of name: String, in type: SwiftType?, of count: Int) -> SwiftType? {
    switch type {
    case .result(let success):
      return name == "success" ? success : .named("Error")
    case .optional(let wrapped)?: return name == "some" ? wrapped : nil
    case .named(let owner)?:
      guard let found = table.member(name, of: owner), found.declaration.kind == .enumCase else { return nil }
      let values = found.declaration.parameters
      let types = values.map { $0.type.map { table.resolved($0, from: found.declaration.context) } }
      // `case .pair(let both)` binds all values at once.
      if count == 1, values.count > 1 { return .tuple(types, labels: values.map(\.label)) }
      return types.indices.contains(index) ? types[index] : nil
    default: return nil
    }
  }

  private static func part(_ index: Int, _ label: String?, of type: SwiftType?) -> SwiftType? {
    guard case .tuple(let elements, let labels) = type?.unwrapped else { return nil }
    let position = label.flatMap { labels.firstIndex(of: $0) } ?? index
    return elements.indices.contains(position) ? elements[position] : nil
  }
}

extension PatternSyntax {
  /// True when the pattern binds the name.
  func binds(_ name: String) -> Bool {
    if let node = self.as(IdentifierPatternSyntax.self) { return node.identifier.bareText == name }
    return Syntax(self).bindsName(name)
  }
}

extension Syntax {
  /// True when a pattern inside the node binds the name.
  fileprivate func bindsName(_ name: String) -> Bool {
    if let node = self.as(IdentifierPatternSyntax.self) { return node.identifier.bareText == name }
    // Closures and calls in a `where` or value part bind nothing outside of themselves.
    if self.is(ClosureExprSyntax.self) || self.is(TokenSyntax.self) { return false }
    return children(viewMode: .sourceAccurate).contains { $0.bindsName(name) }
  }
}
