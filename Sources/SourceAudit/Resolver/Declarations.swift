/// A property, function, initialiser or enum case.
struct Declaration: Sendable {
  enum Kind: Sendable { case property, function, initializer, enumCase }

  /// A parameter, or an associated value of an enum case.
  struct Parameter: Sendable {
    /// "" for none.
    var label: String
    var type: SwiftType?
    var hasDefault: Bool
  }

  var name: String
  var kind: Kind
  var isStatic = false
  /// As written: the property's type, the function's result.
  var type: SwiftType?
  /// The initial value of a property without a written type.
  var value: Sketch?
  var parameters: [Parameter] = []
  /// Generic parameters with their constraint, when they have one.
  var generics: [String: SwiftType?] = [:]
  /// The full name of the type around it, from which names in `type` are looked up; nil for a global.
  var context: String?
}

/// A class, struct, enum, actor, protocol, or what extensions add to one.
struct TypeDeclaration: Sendable {
  /// False when only extensions of the type were seen.
  var isDeclared = false
  /// Superclass and protocols, as written, from declarations and extensions.
  var inherited: [SwiftType] = []
  var members: [String: [Declaration]] = [:]
  /// True for a generic parameter or associated type: it has only the members that its constraints give it.
  var isPlaceholder = false
}

/// What a set of sources declares.
struct DeclarationTable: Sendable {
  /// By full name: `CKRecord.ID`.
  var types: [String: TypeDeclaration] = [:]
  /// By full name, as written, with the type around it.
  var aliases: [String: (target: SwiftType, context: String?)] = [:]
  /// Functions and variables outside of types.
  var globals: [String: [Declaration]] = [:]
  /// Names of all members of all types.
  var memberNames: Set<String> = []
  /// Last names of all declared types and aliases.
  var typeNames: Set<String> = []

  /// Adds what another table holds.
  mutating func merge(_ other: DeclarationTable) {
    types.merge(other.types) { mine, theirs in
      TypeDeclaration(
        isDeclared: mine.isDeclared || theirs.isDeclared, inherited: mine.inherited + theirs.inherited,
        members: mine.members.merging(theirs.members) { $0 + $1 },
        isPlaceholder: mine.isPlaceholder || theirs.isPlaceholder)
    }
    aliases.merge(other.aliases) { first, _ in first }
    globals.merge(other.globals) { $0 + $1 }
    memberNames.formUnion(other.memberNames)
    typeNames.formUnion(other.typeNames)
  }

  /// True when a type or alias of the full name is declared, not only extended.
  func declares(type name: String) -> Bool { types[name]?.isDeclared == true || aliases[name] != nil }
}
