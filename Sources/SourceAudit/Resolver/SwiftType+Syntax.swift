import SwiftSyntax

extension SwiftType {
  /// Reads a written type; nil for what the audit cannot use, such as a type that is not complete.
  init?(_ syntax: TypeSyntax) {
    guard let type = Self.nominal(syntax) ?? Self.structural(syntax) ?? Self.wrapped(syntax) else { return nil }
    self = type
  }

  private static func nominal(_ syntax: TypeSyntax) -> SwiftType? {
    if let type = syntax.as(IdentifierTypeSyntax.self) {
      let arguments = (type.genericArgumentClause?.arguments).map(types) ?? []
      return generic(type.name.bareText, arguments)
    }
    guard let type = syntax.as(MemberTypeSyntax.self) else { return nil }
    let name = type.name.bareText
    guard case .named(let base) = SwiftType(type.baseType) else { return nil }
    if name == "Type" || name == "Protocol" { return .metatype(.named(base)) }
    let arguments = (type.genericArgumentClause?.arguments).map(types) ?? []
    return modules.contains(base) ? generic(name, arguments) : .named("\(base).\(name)")
  }

  /// Modules whose name may stand before a type's.
  private static let modules: Set<String> = ["CloudKit", "CoreData", "Foundation", "Swift", "SwiftData", "UIKit"]

  private static func types(_ arguments: GenericArgumentListSyntax) -> [SwiftType?] {
    arguments.map { argument in
      if case .type(let type) = argument.argument { SwiftType(type) } else { nil }
    }
  }

  private static func generic(_ name: String, _ arguments: [SwiftType?]) -> SwiftType {
    switch (name, arguments.count) {
    case ("Optional", 1): arguments[0].map { .optional($0) } ?? .named(name)
    case ("Array", 1), ("Set", 1), ("ArraySlice", 1), ("ContiguousArray", 1):
      arguments[0].map { .array($0) } ?? .named(name)
    case ("Dictionary", 2):
      if let key = arguments[0], let value = arguments[1] { .dictionary(key: key, value: value) } else { .named(name) }
    case ("Result", 2): .result(success: arguments[0])
    default: .named(name)
    }
  }

  private static func structural(_ syntax: TypeSyntax) -> SwiftType? {
    if let type = syntax.as(ArrayTypeSyntax.self) { return SwiftType(type.element).map { .array($0) } }
    if let type = syntax.as(DictionaryTypeSyntax.self) {
      guard let key = SwiftType(type.key), let value = SwiftType(type.value) else { return nil }
      return .dictionary(key: key, value: value)
    }
    if let type = syntax.as(TupleTypeSyntax.self) {
      if type.elements.count == 1, let only = type.elements.first { return SwiftType(only.type) }
      return .tuple(
        type.elements.map { SwiftType($0.type) }, labels: type.elements.map { $0.firstName?.bareText ?? "" })
    }
    guard let type = syntax.as(FunctionTypeSyntax.self) else { return nil }
    return .function(
      parameters: type.parameters.map { SwiftType($0.type) }, result: SwiftType(type.returnClause.type))
  }

  private static func wrapped(_ syntax: TypeSyntax) -> SwiftType? {
    if let type = syntax.as(OptionalTypeSyntax.self) { return SwiftType(type.wrappedType).map { .optional($0) } }
    if let type = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return SwiftType(type.wrappedType).map { .optional($0) }
    }
    if let type = syntax.as(AttributedTypeSyntax.self) { return SwiftType(type.baseType) }
    if let type = syntax.as(SomeOrAnyTypeSyntax.self) { return SwiftType(type.constraint) }
    if let type = syntax.as(MetatypeTypeSyntax.self) { return SwiftType(type.baseType).map { .metatype($0) } }
    if let type = syntax.as(CompositionTypeSyntax.self) {
      // `CKOperation & Cancellable`: the class is what members are looked up on.
      let parts = type.elements.compactMap { SwiftType($0.type) }
      return parts.first { $0.name?.hasPrefix("CK") == true } ?? parts.first
    }
    return nil
  }
}
