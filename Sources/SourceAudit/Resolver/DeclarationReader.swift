import SwiftSyntax

extension DeclarationTable {
  /// Reads what a source declares at its top level and inside types; bodies of functions are left out.
  init(_ tree: SourceFileSyntax) {
    self.init()
    read(tree.statements)
  }

  private mutating func read(_ items: CodeBlockItemListSyntax) {
    for item in items {
      if let declaration = item.item.as(DeclSyntax.self) { read(declaration, in: nil) }
    }
  }

  private mutating func read(_ declaration: DeclSyntax, in context: String?) {
    if let conditional = declaration.as(IfConfigDeclSyntax.self) {
      for clause in conditional.clauses where clause.canBeActive {
        switch clause.elements {
        case .statements(let items): for case .decl(let inner) in items.map(\.item) { read(inner, in: context) }
        case .decls(let items): for item in items { read(item.decl, in: context) }
        default: break
        }
      }
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      for property in Declaration.properties(of: variable, in: context) { add(property, to: context) }
    } else if let function = declaration.as(FunctionDeclSyntax.self) {
      add(Declaration(function, in: context), to: context)
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      add(Declaration(initializer, in: context), to: context)
    } else if let cases = declaration.as(EnumCaseDeclSyntax.self) {
      for element in cases.elements { add(Declaration(element, in: context), to: context) }
    } else if let associated = declaration.as(AssociatedTypeDeclSyntax.self), let context {
      let constraint = associated.inheritanceClause?.inheritedTypes.first.flatMap { SwiftType($0.type) }
      addPlaceholder("\(context).\(associated.name.bareText)", constraint)
    } else if let alias = declaration.as(TypeAliasDeclSyntax.self) {
      guard let target = SwiftType(alias.initializer.value) else { return }
      let name = alias.name.bareText
      aliases[context.map { "\($0).\(name)" } ?? name] = (target, context)
      typeNames.insert(name)
    } else {
      readType(declaration, in: context)
    }
  }

  private mutating func readType(_ declaration: DeclSyntax, in context: String?) {
    guard let group = declaration.asProtocol((any DeclGroupSyntax).self), let written = group.fullName else { return }
    let isExtension = declaration.is(ExtensionDeclSyntax.self)
    let name = isExtension ? written : context.map { "\($0).\(written)" } ?? written
    var type = types[name] ?? TypeDeclaration()
    type.isDeclared = type.isDeclared || !isExtension
    type.inherited += group.inheritanceClause?.inheritedTypes.compactMap { SwiftType($0.type) } ?? []
    // `extension P where Self: CKOperation` gives the members of the class to the protocol's extension.
    type.inherited += group.genericConstraints.filter { $0.name == "Self" }.compactMap(\.constraint)
    types[name] = type
    for (parameter, constraint) in group.genericConstraints where parameter != "Self" && !parameter.contains(".") {
      addPlaceholder("\(name).\(parameter)", constraint)
    }
    if !isExtension { typeNames.insert(written) }
    for member in group.memberBlock.members { read(member.decl, in: name) }
  }

  /// A generic parameter or associated type is a type of its own inside the generic one.
  private mutating func addPlaceholder(_ name: String, _ constraint: SwiftType?) {
    types[name, default: TypeDeclaration()].isDeclared = true
    types[name]?.isPlaceholder = true
    if let constraint { types[name]?.inherited.append(constraint) }
  }

  private mutating func add(_ declaration: Declaration, to context: String?) {
    guard let context else {
      globals[declaration.name, default: []].append(declaration)
      return
    }
    types[context, default: TypeDeclaration()].members[declaration.name, default: []].append(declaration)
    memberNames.insert(declaration.name)
  }
}

extension Declaration {
  fileprivate static func properties(of variable: VariableDeclSyntax, in context: String?) -> [Declaration] {
    let isStatic = variable.modifiers.isStatic
    return variable.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText else { return nil }
      var property = Declaration(name: name, kind: .property, isStatic: isStatic, context: context)
      property.type = binding.typeAnnotation.flatMap { SwiftType($0.type) }
      if property.type == nil { property.value = binding.initializer.map { Sketch($0.value) } }
      return property
    }
  }

  fileprivate init(_ function: FunctionDeclSyntax, in context: String?) {
    self.init(
      name: function.name.bareText, kind: .function, isStatic: function.modifiers.isStatic,
      type: function.signature.returnClause.flatMap { SwiftType($0.type) },
      parameters: function.signature.parameterClause.parameters.map { Parameter($0) },
      generics: Dictionary(
        function.genericConstraints.map { ($0.name, $0.constraint) }, uniquingKeysWith: { $0 ?? $1 }),
      context: context)
    if type == nil { type = .tuple([], labels: []) }
  }

  fileprivate init(_ initializer: InitializerDeclSyntax, in context: String?) {
    self.init(
      name: "init", kind: .initializer, isStatic: true, type: context.map { .named($0) },
      parameters: initializer.signature.parameterClause.parameters.map { Parameter($0) }, context: context)
    if initializer.optionalMark != nil { type = type.map { .optional($0) } }
  }

  fileprivate init(_ element: EnumCaseElementSyntax, in context: String?) {
    let values = element.parameterClause?.parameters.map {
      Parameter(label: $0.firstName?.bareText ?? "", type: SwiftType($0.type), hasDefault: false)
    }
    self.init(
      name: element.name.bareText, kind: .enumCase, isStatic: true, type: context.map { .named($0) },
      parameters: values ?? [], context: context)
  }
}

extension Declaration.Parameter {
  fileprivate init(_ parameter: FunctionParameterSyntax) {
    let label = parameter.firstName.bareText
    let type = SwiftType(parameter.type)
    self.init(
      label: label == "_" ? "" : label, type: parameter.ellipsis == nil ? type : type.map { .array($0) },
      hasDefault: parameter.defaultValue != nil)
  }
}

extension DeclModifierListSyntax {
  /// True for `static` and `class` members.
  fileprivate var isStatic: Bool {
    contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }
}

/// A generic parameter and the type it must conform to or inherit from.
typealias GenericConstraint = (name: String, constraint: SwiftType?)

extension DeclGroupSyntax {
  /// The name of the declared or extended type, dotted when it is written so.
  var fullName: String? {
    if let named = asProtocol((any NamedDeclSyntax).self) { return named.name.bareText }
    guard let extended = self.as(ExtensionDeclSyntax.self)?.extendedType else { return nil }
    switch SwiftType(extended) {
    case .named(let name): return name
    case .array: return "Array"
    case .dictionary: return "Dictionary"
    case .optional: return "Optional"
    case .result: return "Result"
    default: return nil
    }
  }

  /// Generic parameters of the declaration and the constraints of its `where` clause.
  var genericConstraints: [GenericConstraint] {
    let parameters = asProtocol((any WithGenericParametersSyntax).self)
    let clause =
      self.as(ExtensionDeclSyntax.self)?.genericWhereClause ?? self.as(ProtocolDeclSyntax.self)?.genericWhereClause
      ?? parameters?.genericWhereClause
    return constraints(of: parameters?.genericParameterClause, clause)
  }
}

extension FunctionDeclSyntax {
  /// Generic parameters of the function and the constraints of its `where` clause.
  var genericConstraints: [GenericConstraint] { constraints(of: genericParameterClause, genericWhereClause) }
}

private func constraints(
  of parameters: GenericParameterClauseSyntax?, _ clause: GenericWhereClauseSyntax?
) -> [GenericConstraint] {
  var found: [GenericConstraint] = []
  for parameter in parameters?.parameters ?? [] {
    // `T: Operation & Cancellable` constrains twice.
    let types = parameter.inheritedType?.as(CompositionTypeSyntax.self)?.elements.map(\.type)
    for type in types ?? [] { found.append((parameter.name.bareText, SwiftType(type))) }
    if types == nil { found.append((parameter.name.bareText, parameter.inheritedType.flatMap { SwiftType($0) })) }
  }
  for requirement in clause?.requirements ?? [] {
    guard let conformance = requirement.requirement.as(ConformanceRequirementSyntax.self),
      case .named(let name) = SwiftType(conformance.leftType)
    else { continue }
    let constraint = SwiftType(conformance.rightType)
    if let index = found.firstIndex(where: { $0.name == name && $0.constraint == nil }) {
      found[index].constraint = constraint
    } else {
      found.append((name, constraint))
    }
  }
  return found
}
