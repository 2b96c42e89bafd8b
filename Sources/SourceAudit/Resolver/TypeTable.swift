/// The declarations of the audited sources over those of CloudKit's interface.
struct TypeTable: Sendable {
  /// What the audited sources declare.
  var sources = DeclarationTable()

  /// What CloudKit declares, read once.
  static let cloudKit = SourceFile.declarations(of: CloudKitInterface.text)
}

/// A member that was found, and the type that declares it.
struct FoundMember {
  var declaration: Declaration
  /// Full name of the declaring type.
  var owner: String
  /// True when the audited sources declare it, false when CloudKit does.
  var isOwn: Bool
}

extension TypeTable {
  /// True when the name is a type or alias of the audited sources or of CloudKit.
  func exists(_ name: String) -> Bool { sources.declares(type: name) || Self.cloudKit.declares(type: name) }

  /// True when the audited sources declare a type or alias of this full name.
  func isOwn(_ name: String) -> Bool { sources.declares(type: name) }

  /// Follows aliases of a full name; nil when it is no alias.
  private func aliasTarget(_ name: String, _ depth: Int) -> SwiftType? {
    let own = sources.aliases[name]
    guard let alias = own ?? (sources.declares(type: name) ? nil : Self.cloudKit.aliases[name]) else { return nil }
    return resolved(alias.target, from: alias.context, depth + 1)
  }

  /// The type that a written type means, with full names, seen from inside a type.
  func resolved(_ type: SwiftType, from context: String?, _ depth: Int = 0) -> SwiftType {
    guard depth < 12 else { return type }
    let next = depth + 1
    switch type {
    case .named(let name): return resolvedName(name, from: context, next)
    case .optional(let wrapped): return .optional(resolved(wrapped, from: context, next))
    case .array(let element): return .array(resolved(element, from: context, next))
    case .metatype(let instance): return .metatype(resolved(instance, from: context, next))
    case .result(let success): return .result(success: success.map { resolved($0, from: context, next) })
    case .dictionary(let key, let value):
      return .dictionary(key: resolved(key, from: context, next), value: resolved(value, from: context, next))
    case .tuple(let elements, let labels):
      return .tuple(elements.map { $0.map { resolved($0, from: context, next) } }, labels: labels)
    case .function(let parameters, let result):
      return .function(
        parameters: parameters.map { $0.map { resolved($0, from: context, next) } },
        result: result.map { resolved($0, from: context, next) })
    }
  }

  private func resolvedName(_ name: String, from context: String?, _ depth: Int) -> SwiftType {
    if name == "Self", let context { return .named(context) }
    var parts = name.split(separator: ".").map(String.init)[...]
    guard let first = parts.popFirst(), var current = outermost(first, from: context, depth) else {
      return .named(name)
    }
    while let part = parts.popFirst() {
      guard case .named(let outer) = current, let inner = nested(part, in: outer, depth) else { return .named(name) }
      current = inner
    }
    return current
  }

  /// What a simple type name means inside a type: a nested one of it or its outer types, a generic parameter, a global.
  func outermost(_ name: String, from context: String?, _ depth: Int) -> SwiftType? {
    var scope = context
    while let outer = scope {
      if let found = nested(name, in: outer, depth) { return found }
      scope = outer.lastIndex(of: ".").map { String(outer[..<$0]) }
    }
    if let target = aliasTarget(name, depth) { return target }
    return exists(name) ? .named(name) : nil
  }

  /// A type inside another, also one that the other inherits.
  private func nested(_ name: String, in outer: String, _ depth: Int) -> SwiftType? {
    guard depth < 12 else { return nil }
    for owner in lineage(of: outer) {
      let full = "\(owner).\(name)"
      if let target = aliasTarget(full, depth) { return target }
      if exists(full) { return .named(full) }
    }
    return nil
  }

  /// The type and everything that it inherits from or conforms to, nearest first.
  func lineage(of name: String) -> [String] {
    var line = [name]
    var next = 0
    while next < line.count, line.count < 64 {
      let current = line[next]
      next += 1
      for written in (sources.types[current]?.inherited ?? []) + (Self.cloudKit.types[current]?.inherited ?? []) {
        guard case .named(let parent) = written else { continue }
        // A parent is looked up without its own nested types, or the search would not end.
        let full: String
        if exists(parent) || !parent.contains(".") {
          if case .named(let target)? = aliasTarget(parent, 8) { full = target } else { full = parent }
        } else {
          full = parent
        }
        if !line.contains(full) { line.append(full) }
      }
    }
    return line
  }

  /// Types of the language and its libraries that declare no member with CloudKit's names.
  private static let commonTypes: Set<String> = [
    "Actor", "AnyObject", "CaseIterable", "CodingKey", "Codable", "Comparable", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Int", "LocalizedError", "ObservableObject",
    "OptionSet", "RawRepresentable", "Sendable", "String", "View", "XCTestCase",
  ]

  /// Names that some own types inherit from and that nothing known declares; Apple's own prefixes left out.
  func missingSupertypes(of names: Set<String>) -> Set<String> {
    var missing: Set<String> = []
    for name in names {
      guard let type = sources.types[name] else { continue }
      for case .named(let name) in type.inherited where !exists(name) && name.allSatisfy({ $0.isLetter || $0.isNumber })
      {
        if !["NS", "UI", "CK", "SK", "AV"].contains(where: name.hasPrefix), !Self.commonTypes.contains(name) {
          missing.insert(name)
        }
      }
    }
    return missing.subtracting(sources.typeNames)
  }

  /// The nearest member of a name, of the type or what it inherits; for functions the one whose labels fit best.
  func member(_ name: String, of type: String, labels: [String]? = nil) -> FoundMember? {
    for owner in lineage(of: type) {
      if let best = Self.best(sources.types[owner]?.members[name], labels) {
        return FoundMember(declaration: best, owner: owner, isOwn: true)
      }
      // The user's own type of the same name hides CloudKit's.
      guard sources.types[owner]?.isDeclared != true else { continue }
      if let best = Self.best(Self.cloudKit.types[owner]?.members[name], labels) {
        return FoundMember(declaration: best, owner: owner, isOwn: false)
      }
    }
    return nil
  }

  /// The overload whose labels fit a call; without labels, or when none fits, the first.
  static func best(_ overloads: [Declaration]?, _ labels: [String]?) -> Declaration? {
    guard let overloads, let first = overloads.first else { return nil }
    guard let labels, overloads.count > 1 else { return first }
    return overloads.first { $0.accepts(labels) } ?? first
  }
}

extension Declaration {
  /// True when a call with these labels can mean this function; `{}` stands for a trailing closure.
  func accepts(_ labels: [String]) -> Bool {
    guard kind != .property else { return true }
    var rest = parameters[...]
    for label in labels {
      if label == "{}" {
        while let parameter = rest.first, !(parameter.type?.isFunction ?? true) {
          guard parameter.hasDefault else { return false }
          rest = rest.dropFirst()
        }
        guard !rest.isEmpty else { return false }
        rest = rest.dropFirst()
        continue
      }
      while let parameter = rest.first, parameter.label != label {
        // The interface leaves default values out.
        guard parameter.hasDefault || context.map({ TypeTable.cloudKit.types[$0] != nil }) == true else { return false }
        rest = rest.dropFirst()
      }
      guard !rest.isEmpty else { return false }
      rest = rest.dropFirst()
    }
    return !rest.contains { !$0.hasDefault && !($0.type?.unwrapped.isFunction ?? false) }
  }
}

extension SwiftType {
  /// True for functions, also optional ones.
  var isFunction: Bool { if case .function = unwrapped { true } else { false } }
}
