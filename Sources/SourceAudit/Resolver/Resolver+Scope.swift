import SwiftSyntax

extension Resolver {
  /// Whether a local binding of a name is visible, and its type.
  enum Local {
    case found(SwiftType?)
    case none
  }

  /// Looks a name up in the bodies around a node, innermost first, up to the members of the enclosing type.
  func localMeaning(of name: String, at node: Syntax, _ depth: Int) -> Local {
    guard depth < 24 else { return .none }
    var inner = node
    while let outer = inner.parent {
      if case .found(let type) = binding(of: name, in: outer, from: inner, depth) { return .found(type) }
      inner = outer
    }
    return .none
  }

  private func binding(of name: String, in scope: Syntax, from inner: Syntax, _ depth: Int) -> Local {
    switch scope.kind {
    case .codeBlockItemList:
      guard let items = scope.as(CodeBlockItemListSyntax.self), !isTopLevel(items) else { return .none }
      return binding(of: name, among: items, before: inner, depth)
    case .closureExpr:
      return scope.as(ClosureExprSyntax.self).map { parameter(name, of: $0, depth) } ?? .none
    case .functionDecl, .initializerDecl, .subscriptDecl: return parameter(name, of: scope)
    case .accessorDecl: return scope.as(AccessorDeclSyntax.self).map { accessorValue(name, of: $0, depth) } ?? .none
    case .ifExpr, .whileStmt, .guardStmt: return conditionBinding(of: name, in: scope, from: inner, depth)
    case .forStmt, .switchCase, .catchClause: return patternBinding(of: name, in: scope, from: inner, depth)
    default: return .none
    }
  }

  /// Declarations at the top level of a file are globals, which the table holds.
  private func isTopLevel(_ items: CodeBlockItemListSyntax) -> Bool { items.parent?.is(SourceFileSyntax.self) == true }

  // MARK: - Statements

  private func binding(
    of name: String, among items: CodeBlockItemListSyntax, before inner: Syntax, _ depth: Int
  ) -> Local {
    let end = inner.position
    if let statements = longBlocks.statements(binding: name, in: items) {
      return binding(of: name, among: statements, before: end, depth)
    }
    return binding(of: name, among: items.reversed(), before: end, depth)
  }

  /// Goes through statements, the last first.
  private func binding(
    of name: String, among items: some Sequence<CodeBlockItemSyntax>, before end: AbsolutePosition, _ depth: Int
  ) -> Local {
    for item in items {
      let isBefore = item.position < end
      if isBefore, case .found(let type) = binding(of: name, by: item, depth) { return .found(type) }
      if let function = item.item.as(FunctionDeclSyntax.self), function.name.bareText == name {
        let result = function.signature.returnClause.flatMap { written($0.type, at: Syntax(function)) }
        let parameters = function.signature.parameterClause.parameters.map { written($0.type, at: Syntax(function)) }
        return .found(.function(parameters: parameters, result: result))
      }
    }
    return .none
  }

  private func binding(of name: String, by item: CodeBlockItemSyntax, _ depth: Int) -> Local {
    if let variable = item.item.as(VariableDeclSyntax.self) { return binding(of: name, by: variable, depth) }
    if let statement = item.item.as(GuardStmtSyntax.self) {
      return binding(of: name, among: Array(statement.conditions), depth)
    }
    if let conditional = item.item.as(IfConfigDeclSyntax.self) {
      for clause in conditional.clauses where clause.canBeActive {
        guard case .statements(let items) = clause.elements else { continue }
        for inner in items.reversed() {
          if case .found(let type) = binding(of: name, by: inner, depth) { return .found(type) }
        }
      }
    }
    return .none
  }

  private func binding(of name: String, by variable: VariableDeclSyntax, _ depth: Int) -> Local {
    for binding in variable.bindings {
      let annotation = binding.typeAnnotation.flatMap { written($0.type, at: Syntax(binding)) }
      let local = match(name, binding.pattern) {
        annotation ?? binding.initializer.flatMap { type(of: $0.value, depth + 1) }
      }
      if case .found(let type) = local { return .found(type) }
    }
    return .none
  }

  // MARK: - Conditions

  private func conditionBinding(of name: String, in scope: Syntax, from inner: Syntax, _ depth: Int) -> Local {
    let conditions: ConditionElementListSyntax
    if let node = scope.as(IfExprSyntax.self) {
      if node.elseBody.map({ Syntax($0) }) == inner { return .none }
      conditions = node.conditions
    } else if let node = scope.as(WhileStmtSyntax.self) {
      conditions = node.conditions
    } else if let node = scope.as(GuardStmtSyntax.self), inner == Syntax(node.conditions) {
      conditions = node.conditions
    } else {
      return .none
    }
    return binding(of: name, among: Array(conditions), depth)
  }

  /// Looks in conditions; one that lies around the place itself is left out by its position in `conditionList`.
  private func binding(of name: String, among conditions: [ConditionElementSyntax], _ depth: Int) -> Local {
    for condition in conditions.reversed() {
      if let node = condition.condition.as(OptionalBindingConditionSyntax.self) {
        let annotation = node.typeAnnotation.flatMap { written($0.type, at: Syntax(node)) }
        let local = match(name, node.pattern) {
          annotation ?? boundValue(node, name, depth)?.unwrapped
        }
        if case .found(let type) = local { return .found(type) }
      } else if let node = condition.condition.as(MatchingPatternConditionSyntax.self) {
        let local = match(name, node.pattern) { type(of: node.initializer.value, depth + 1) }
        if case .found(let type) = local { return .found(type) }
      }
    }
    return .none
  }

  private func boundValue(_ node: OptionalBindingConditionSyntax, _ name: String, _ depth: Int) -> SwiftType? {
    guard let statement = statement(around: node) else { return nil }
    // `if let x` and `if let x = x` mean the outer x, which is looked up from outside of the statement.
    let value = node.initializer?.value
    let isItself = value == nil || value?.as(DeclReferenceExprSyntax.self)?.baseName.bareText == name
    if isItself { return type(of: .name(name), at: .node(statement), depth + 1) }
    guard let value else { return nil }
    let mentionsItself = node.pattern.trimmedDescription == value.rootName
    return type(of: Sketch(value), at: .node(mentionsItself ? statement : Syntax(value)), depth + 1)
  }

  private func statement(around node: OptionalBindingConditionSyntax) -> Syntax? {
    var current = node.parent
    while let outer = current {
      if outer.is(IfExprSyntax.self) || outer.is(WhileStmtSyntax.self) || outer.is(GuardStmtSyntax.self) {
        return outer
      }
      current = outer.parent
    }
    return nil
  }

  // MARK: - Loops, cases, catches

  private func patternBinding(of name: String, in scope: Syntax, from inner: Syntax, _ depth: Int) -> Local {
    if let loop = scope.as(ForStmtSyntax.self) {
      guard inner != Syntax(loop.sequence) else { return .none }
      let annotation = loop.typeAnnotation.flatMap { written($0.type, at: Syntax(loop)) }
      return match(name, loop.pattern) { annotation ?? type(of: loop.sequence, depth + 1)?.element }
    }
    if let clause = scope.as(SwitchCaseSyntax.self), let label = clause.label.as(SwitchCaseLabelSyntax.self) {
      let subject = scope.enclosing(SwitchExprSyntax.self)?.subject
      for item in label.caseItems {
        let local = match(name, item.pattern) { subject.flatMap { type(of: $0, depth + 1) } }
        if case .found(let type) = local { return .found(type) }
      }
      return .none
    }
    guard let clause = scope.as(CatchClauseSyntax.self) else { return .none }
    for item in clause.catchItems {
      guard let pattern = item.pattern else { continue }
      if case .found(let type) = match(name, pattern, value: { .named("Error") }) { return .found(type) }
    }
    return name == "error" ? .found(.named("Error")) : .none
  }

  // MARK: - Parameters

  private func parameter(_ name: String, of function: Syntax) -> Local {
    let clause =
      function.as(FunctionDeclSyntax.self)?.signature.parameterClause
      ?? function.as(InitializerDeclSyntax.self)?.signature.parameterClause
      ?? function.as(SubscriptDeclSyntax.self)?.parameterClause
    for parameter in clause?.parameters ?? [] where (parameter.secondName ?? parameter.firstName).bareText == name {
      let type = written(parameter.type, at: function)
      return .found(parameter.ellipsis == nil ? type : type.map { .array($0) })
    }
    return .none
  }

  private func accessorValue(_ name: String, of accessor: AccessorDeclSyntax, _ depth: Int) -> Local {
    let implicit: String
    switch accessor.accessorSpecifier.tokenKind {
    case .keyword(.set), .keyword(.willSet): implicit = "newValue"
    case .keyword(.didSet): implicit = "oldValue"
    default: return .none
    }
    guard name == accessor.parameters?.name.bareText ?? implicit else { return .none }
    let binding = Syntax(accessor).enclosing(PatternBindingSyntax.self)
    return .found(binding?.typeAnnotation.flatMap { written($0.type, at: Syntax(accessor)) })
  }

  /// A written type as seen from a node: generic parameters of the functions around it stand for their constraints.
  func written(_ syntax: TypeSyntax, at node: Syntax) -> SwiftType? {
    guard let type = SwiftType(syntax) else { return nil }
    if let name = type.name, !name.contains(".") {
      var current: Syntax? = node
      while let outer = current {
        if let function = outer.as(FunctionDeclSyntax.self),
          let generic = function.genericConstraints.first(where: { $0.name == name })
        {
          // A parameter without a constraint has no members, as the empty tuple has none.
          return generic.constraint.map { table.resolved($0, from: node.enclosingTypeName) } ?? .tuple([], labels: [])
        }
        current = outer.parent
      }
    }
    return table.resolved(type, from: node.enclosingTypeName)
  }
}

extension ExprSyntax {
  /// The first name of a chain: `op` of `op?.configuration` and of `op as? CKQueryOperation`.
  fileprivate var rootName: String? {
    firstToken(viewMode: .sourceAccurate)?.bareText
  }
}

extension Syntax {
  /// The full name of the class, struct, enum, actor, protocol or extended type around the node.
  var enclosingTypeName: String? {
    var names: [String] = []
    var current = parent
    while let node = current {
      if let group = node.asProtocol((any DeclGroupSyntax).self), let name = group.fullName {
        names.insert(name, at: 0)
        if node.is(ExtensionDeclSyntax.self) { break }
      }
      current = node.parent
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}
