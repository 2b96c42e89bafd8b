import SwiftSyntax

extension Resolver {
  /// Looks a name up among a closure's captures and parameters, `$0` included.
  func parameter(_ name: String, of closure: ClosureExprSyntax, _ depth: Int) -> Local {
    if name.hasPrefix("$"), let index = Int(name.dropFirst()) {
      guard closure.signature?.parameterClause == nil else { return .none }
      return .found(implicitParameter(index, of: closure, depth))
    }
    for capture in closure.signature?.capture?.items ?? [] where capture.name.bareText == name && name != "self" {
      guard let value = capture.initializer?.value else { return .none }
      return .found(type(of: value, depth + 1))
    }
    let clause = closure.signature?.parameterClause
    if let list = clause?.as(ClosureShorthandParameterListSyntax.self) {
      let position = list.enumerated().first { $0.element.name.bareText == name }?.offset
      return position.map { .found(parameterType($0, of: list.count, in: closure, depth)) } ?? .none
    }
    guard let parameters = clause?.as(ClosureParameterClauseSyntax.self)?.parameters else { return .none }
    for (index, parameter) in parameters.enumerated()
    where (parameter.secondName ?? parameter.firstName).bareText == name {
      let annotation = parameter.type.flatMap { written($0, at: Syntax(closure)) }
      return .found(annotation ?? parameterType(index, of: parameters.count, in: closure, depth))
    }
    return .none
  }

  /// `$0` is the whole tuple when it is the only implicit parameter of a closure that takes one tuple.
  private func implicitParameter(_ index: Int, of closure: ClosureExprSyntax, _ depth: Int) -> SwiftType? {
    guard let types = parameterTypes(of: closure, depth + 1) else { return nil }
    if types.count == 1, index > 0, case .tuple(let elements, _) = types[0] {
      return elements.indices.contains(index) ? elements[index] : nil
    }
    return types.indices.contains(index) ? types[index] : nil
  }

  private func parameterType(
    _ index: Int, of count: Int, in closure: ClosureExprSyntax, _ depth: Int
  ) -> SwiftType? {
    guard let types = parameterTypes(of: closure, depth + 1) else { return nil }
    // `{ id, result in … }` for a function of one tuple takes it apart.
    if types.count == 1, count > 1, case .tuple(let elements, _) = types[0] {
      return elements.indices.contains(index) ? elements[index] : nil
    }
    return types.indices.contains(index) ? types[index] : nil
  }

  /// The types of a closure's parameters by what it is assigned or passed to.
  func parameterTypes(of closure: ClosureExprSyntax, _ depth: Int) -> [SwiftType?]? {
    var value = Syntax(closure)
    // Parentheses around the closure change nothing.
    while let element = value.parent?.as(LabeledExprSyntax.self),
      let tuple = element.parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1
    {
      value = Syntax(tuple)
    }
    guard let parent = value.parent else { return nil }
    if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id != value.as(ExprSyntax.self)?.id {
      return parameterTypes(of: call, trailing: nil, depth)
    }
    if let trailing = parent.as(MultipleTrailingClosureElementSyntax.self),
      let call = trailing.enclosing(FunctionCallExprSyntax.self)
    {
      return parameterTypes(of: call, trailing: trailing.label.bareText, depth)
    }
    if let argument = parent.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    {
      return parameterTypes(of: call, argument: argument, depth)
    }
    if let elements = parent.as(ExprListSyntax.self) { return assignedTypes(Array(elements), value, depth) }
    if let binding = parent.parent?.as(PatternBindingSyntax.self), let annotation = binding.typeAnnotation {
      return written(annotation.type, at: Syntax(binding))?.parameters
    }
    return nil
  }

  private func assignedTypes(_ elements: [ExprSyntax], _ value: Syntax, _ depth: Int) -> [SwiftType?]? {
    if let last = elements.last?.as(TypeExprSyntax.self), let cast = written(last.type, at: Syntax(last)) {
      if let parameters = cast.parameters { return parameters }
    }
    guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self) else { return nil }
    return type(of: elements[0], depth)?.parameters
  }

  // MARK: - Calls

  private func parameterTypes(of call: FunctionCallExprSyntax, trailing label: String?, _ depth: Int) -> [SwiftType?]? {
    if let known = collectionClosure(of: call, depth) { return known }
    guard let function = declaration(of: call, depth) else { return nil }
    let functions = function.parameters.filter { $0.type?.isFunction == true }
    // The first unlabelled trailing closure belongs to the last function parameter when it is the only one.
    let parameter = label.map { name in functions.first { $0.label == name } } ?? firstTrailing(functions, of: call)
    return parameter?.type.map { table.resolved($0, from: function.context) }?.parameters
  }

  private func firstTrailing(
    _ functions: [Declaration.Parameter], of call: FunctionCallExprSyntax
  ) -> Declaration.Parameter? {
    let given = Set(call.arguments.compactMap { $0.label?.bareText })
    let open = functions.filter { !given.contains($0.label) }
    return call.additionalTrailingClosures.isEmpty ? open.last : open.first
  }

  private func parameterTypes(
    of call: FunctionCallExprSyntax, argument: LabeledExprSyntax, _ depth: Int
  ) -> [SwiftType?]? {
    if let known = collectionClosure(of: call, depth) { return known }
    guard let function = declaration(of: call, depth) else { return nil }
    let label = argument.label?.bareText ?? ""
    let candidates = function.parameters.filter { $0.label == label }
    let parameter = candidates.count > 1 ? candidates.first { $0.type?.isFunction == true } : candidates.first
    return parameter?.type.map { table.resolved($0, from: function.context) }?.parameters
  }

  /// The function, initialiser or enum case that a call means.
  func declaration(of call: FunctionCallExprSyntax, _ depth: Int = 0) -> Declaration? {
    guard case .call(let callee, let labels) = Sketch(ExprSyntax(call)) else { return nil }
    let place = Place.node(Syntax(call))
    switch callee {
    case .name(let name):
      switch meaning(of: name, labels: labels, at: place, depth) {
      case .member(let found): return found.declaration
      case .global(let declaration, _): return declaration
      case .type(let type): return type.name.flatMap { table.member("init", of: $0, labels: labels)?.declaration }
      case .local(.function(let parameters, let result)?):
        return Declaration(
          name: name, kind: .function, type: result,
          parameters: parameters.map { .init(label: "", type: $0, hasDefault: false) })
      default: return nil
      }
    case .member(let base, let name):
      guard let receiver = type(of: base, at: place, depth + 1)?.unwrapped else { return nil }
      if case .metatype(let instance) = receiver {
        guard let owner = instance.name else { return nil }
        return table.member(name, of: owner, labels: labels)?.declaration
          ?? table.member("init", of: "\(owner).\(name)", labels: labels)?.declaration
      }
      return receiver.name.flatMap { table.member(name, of: $0, labels: labels)?.declaration }
    default: return nil
    }
  }

  /// The parameters of the closure that a collection's or optional's own function takes.
  private func collectionClosure(of call: FunctionCallExprSyntax, _ depth: Int) -> [SwiftType?]? {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base else { return nil }
    let name = access.declName.baseName.text
    let isElementWise = Self.elementFunctions.contains(name)
    guard isElementWise || ["sorted", "sort", "min", "max", "reduce", "mapValues", "compactMapValues"].contains(name)
    else { return nil }
    guard let receiver = type(of: base, depth + 1) else { return nil }
    if case .optional(let wrapped) = receiver, !Syntax(base).is(OptionalChainingExprSyntax.self) {
      return name == "map" || name == "flatMap" ? [wrapped] : nil
    }
    if case .result(let success) = receiver.unwrapped { return [success] }
    guard let element = receiver.element else { return nil }
    switch name {
    case "sorted", "sort", "min", "max": return [element, element]
    case "reduce": return [nil, element]
    case "mapValues", "compactMapValues":
      if case .dictionary(_, let value) = receiver.unwrapped { return [value] }
      return nil
    default: return [element]
    }
  }

  private static let elementFunctions: Set<String> = [
    "forEach", "map", "compactMap", "flatMap", "filter", "first", "last", "firstIndex", "lastIndex", "contains",
    "allSatisfy", "removeAll", "drop", "prefix", "partition", "concurrentMap", "asyncMap", "asyncForEach",
  ]
}

extension SwiftType {
  /// The parameters of a function type, also behind optionals.
  fileprivate var parameters: [SwiftType?]? {
    guard case .function(let parameters, _) = unwrapped else { return nil }
    return parameters
  }
}
