import SwiftSyntax

/// Finds the types of expressions in one file.
struct Resolver {
  let table: TypeTable
  let longBlocks = LongBlocks()

  /// Where names of a sketch are looked up.
  enum Place {
    /// At a node of the file: locals first.
    case node(Syntax)
    /// In a type's members, or globally for nil.
    case type(String?)
  }

  /// What a name means.
  enum Meaning {
    case local(SwiftType?)
    case member(FoundMember)
    case global(Declaration, isOwn: Bool)
    case type(SwiftType)
  }

  /// Nested evaluations after which a type counts as unknown: cyclic initial values end here.
  private static let depthLimit = 24

  /// The type of an expression of the file.
  func type(of expression: ExprSyntax, _ depth: Int = 0) -> SwiftType? {
    type(of: Sketch(expression), at: .node(Syntax(expression)), depth)
  }

  func type(of sketch: Sketch, at place: Place, _ depth: Int) -> SwiftType? {
    guard depth < Self.depthLimit else { return nil }
    let next = depth + 1
    switch sketch {
    case .name(let name): return type(ofName: name, labels: nil, at: place, next)
    case .member(let base, let name): return memberType(base, name, labels: nil, at: place, next)
    case .call(let callee, let labels): return callType(callee, labels, at: place, next)
    case .subscripted(let base): return subscriptType(type(of: base, at: place, next))
    case .unwrapped(let base): return type(of: base, at: place, next)?.unwrapped
    case .optionalTry(let base): return type(of: base, at: place, next).map { .optional($0.unwrapped) }
    case .typed(let written): return table.resolved(written, from: context(of: place))
    case .metatype(let written): return .metatype(table.resolved(written, from: context(of: place)))
    case .array(let element): return element.flatMap { type(of: $0, at: place, next) }.map(Self.arrayLiteral)
    case .dictionary(let key, let value): return dictionaryType(key, value, at: place, next)
    case .tuple(let elements, let labels):
      return .tuple(elements.map { type(of: $0, at: place, next) }, labels: labels)
    case .coalesced(let left, let right):
      return type(of: left, at: place, next)?.unwrapped ?? type(of: right, at: place, next)
    case .either(let choices): return choices.lazy.compactMap { type(of: $0, at: place, next) }.first
    case .implicitMember, .unknown: return nil
    }
  }

  /// `[T]` is an array's type when its element is a type.
  private static func arrayLiteral(_ element: SwiftType) -> SwiftType {
    if case .metatype(let instance) = element { .metatype(.array(instance)) } else { .array(element) }
  }

  private func dictionaryType(_ key: Sketch, _ value: Sketch, at place: Place, _ depth: Int) -> SwiftType? {
    guard let key = type(of: key, at: place, depth), let value = type(of: value, at: place, depth) else { return nil }
    if case .metatype(let keys) = key, case .metatype(let values) = value {
      return .metatype(.dictionary(key: keys, value: values))
    }
    return .dictionary(key: key, value: value)
  }

  private func subscriptType(_ base: SwiftType?) -> SwiftType? {
    switch base?.unwrapped {
    case .array(let element): element
    case .dictionary(_, let value): .optional(value)
    default: nil
    }
  }

  // MARK: - Names

  private func type(ofName name: String, labels: [String]?, at place: Place, _ depth: Int) -> SwiftType? {
    switch name {
    case "self", "Self": return context(of: place).map { name == "self" ? .named($0) : .metatype(.named($0)) }
    case "super":
      return context(of: place).flatMap { table.lineage(of: $0).dropFirst().first }.map { .named($0) }
    default: break
    }
    switch meaning(of: name, labels: labels, at: place, depth) {
    case .local(let type): return type
    case .member(let found): return type(of: found, depth)
    case .global(let declaration, _): return type(of: declaration, depth)
    case .type(let type): return .metatype(type)
    case nil: return nil
    }
  }

  /// What a bare name means at a place, or nil when nothing known has the name.
  func meaning(of name: String, labels: [String]? = nil, at place: Place, _ depth: Int = 0) -> Meaning? {
    if case .node(let node) = place {
      switch localMeaning(of: name, at: node, depth) {
      case .found(let type): return .local(type)
      case .none: break
      }
    }
    var scope = context(of: place)
    while let outer = scope {
      if let found = table.member(name, of: outer, labels: labels) { return .member(found) }
      scope = outer.lastIndex(of: ".").map { String(outer[..<$0]) }
    }
    if let declaration = TypeTable.best(table.sources.globals[name], labels) {
      return .global(declaration, isOwn: true)
    }
    if let type = table.outermost(name, from: context(of: place), 0) { return .type(type) }
    return nil
  }

  /// The type whose members a place sees without a receiver.
  func context(of place: Place) -> String? {
    switch place {
    case .node(let node): node.enclosingTypeName
    case .type(let name): name
    }
  }

  // MARK: - Members and calls

  /// The type of a property, the result of a function, the type of an enum case.
  func type(of found: FoundMember, _ depth: Int) -> SwiftType? { type(of: found.declaration, depth) }

  func type(of declaration: Declaration, _ depth: Int) -> SwiftType? {
    guard let written = declaration.type else {
      return declaration.value.flatMap { type(of: $0, at: .type(declaration.context), depth + 1) }
    }
    if case .named(let name) = written, let constraint = declaration.generics[name] {
      return constraint.map { table.resolved($0, from: declaration.context) }
    }
    return table.resolved(written, from: declaration.context)
  }

  private func memberType(
    _ base: Sketch, _ name: String, labels: [String]?, at place: Place, _ depth: Int
  ) -> SwiftType? {
    guard let receiver = type(of: base, at: place, depth) else { return moduleMember(base, name) }
    switch receiver.unwrapped {
    case .metatype(let instance):
      if name == "init" { return instance }
      guard let owner = instance.name else { return nil }
      if let found = table.member(name, of: owner, labels: labels) { return type(of: found, depth) }
      let nested = table.resolved(.named("\(owner).\(name)"), from: nil)
      return nested == .named("\(owner).\(name)") && !table.exists("\(owner).\(name)") ? nil : .metatype(nested)
    case .named(let owner):
      return table.member(name, of: owner, labels: labels).flatMap { type(of: $0, depth) }
    case .tuple(let elements, let names):
      let index = names.firstIndex(of: name) ?? Int(name)
      return index.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .array(let element): return Self.collectionMember(name, of: receiver.unwrapped, element: element)
    case .dictionary(let key, let value):
      switch name {
      case "values": return .array(value)
      case "keys": return .array(key)
      default:
        return Self.collectionMember(
          name, of: receiver.unwrapped, element: .tuple([key, value], labels: ["key", "value"]))
      }
    case .result(let success): return name == "get" ? success : nil
    default: return nil
    }
  }

  /// `CloudKit.CKRecord`: a module's name before a type's.
  private func moduleMember(_ base: Sketch, _ name: String) -> SwiftType? {
    guard case .name("CloudKit") = base, table.exists(name) else { return nil }
    return .metatype(table.resolved(.named(name), from: nil))
  }

  /// Members of collections that give back an element or the collection.
  private static func collectionMember(_ name: String, of collection: SwiftType, element: SwiftType) -> SwiftType? {
    switch name {
    case "first", "last", "randomElement", "popLast", "popFirst", "min", "max": .optional(element)
    case "removeFirst", "removeLast", "remove": element
    case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled", "lazy", "drop":
      .array(element)
    case "enumerated": .array(.tuple([.named("Int"), element], labels: ["offset", "element"]))
    case "count": .named("Int")
    case "isEmpty", "contains", "allSatisfy": .named("Bool")
    default: nil
    }
  }

  private func callType(_ callee: Sketch, _ labels: [String], at place: Place, _ depth: Int) -> SwiftType? {
    let called: SwiftType?
    switch callee {
    case .name(let name):
      // A member or global function's type is its result already.
      called = type(ofName: name, labels: labels, at: place, depth)
      if case .local(let type)? = meaning(of: name, labels: labels, at: place, depth) { return Self.result(of: type) }
    case .member(let base, let name): called = memberType(base, name, labels: labels, at: place, depth)
    default: called = type(of: callee, at: place, depth)
    }
    switch called {
    case .metatype(let instance): return instantiated(instance, labels)
    case .function(_, let result): return result
    default: return called
    }
  }

  private static func result(of type: SwiftType?) -> SwiftType? {
    guard case .function(_, let result) = type?.unwrapped else { return nil }
    return result
  }

  /// The value that an initialiser gives: optional when the initialiser with these labels may fail.
  private func instantiated(_ type: SwiftType, _ labels: [String]) -> SwiftType {
    guard let name = type.name, let found = table.member("init", of: name, labels: labels),
      case .optional = found.declaration.type
    else { return type }
    return .optional(type)
  }
}
