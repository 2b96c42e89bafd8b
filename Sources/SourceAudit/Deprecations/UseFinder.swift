import CloudKitFacts
import SwiftSyntax

/// Finds the uses of retired APIs in a file.
struct UseFinder {
  let file: SourceFile
  let names: RetiredNames
  let resolver: Resolver

  init(_ file: SourceFile, names: RetiredNames) {
    self.file = file
    self.names = names
    resolver = file.resolver
  }

  /// All uses in the order of the source, without those that the compiler is silent about.
  func uses() -> [APIUse] {
    var uses: [APIUse] = []
    for name in file.index.names {
      // Most names are those of blanked code.
      guard let token = name.token else { continue }
      let word = name.text.hasPrefix("`") ? String(name.text.dropFirst().dropLast()) : name.text
      let apis = names[word]
      guard !apis.isEmpty else { continue }
      for use in self.uses(of: token, word, apis) where !isSilenced(use) { uses.append(use) }
    }
    let others = initializerUses(names.initializers).filter { !isSilenced($0) }
    return others.isEmpty ? uses : (uses + others).sorted { $0.token.position < $1.token.position }
  }

  private func uses(of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI]) -> [APIUse] {
    guard let parent = token.parent else { return [] }
    if let type = parent.as(IdentifierTypeSyntax.self), type.name == token {
      return typeUse(of: token, word, apis, at: parent)
    }
    if let type = parent.as(MemberTypeSyntax.self), type.name == token {
      return nestedTypeUse(of: token, word, apis, in: type)
    }
    guard let reference = parent.as(DeclReferenceExprSyntax.self), reference.baseName == token,
      let outer = reference.parent
    else { return [] }
    if let access = outer.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
      return memberUse(of: token, word, apis, in: access)
    }
    if outer.is(KeyPathPropertyComponentSyntax.self) { return keyPathUse(of: token, word, apis, in: outer) }
    return bareUse(of: token, word, apis, in: reference)
  }

  // MARK: - Types

  private func typeUse(of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], at node: Syntax) -> [APIUse] {
    let types = apis.filter { $0.kind == .type }
    guard !types.isEmpty, let name = declaredName(of: word, at: node),
      let api = types.first(where: { $0.id == name })
    else { return [] }
    return [APIUse(api: api, token: token, certainty: .resolved)]
  }

  private func nestedTypeUse(
    of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], in type: MemberTypeSyntax
  ) -> [APIUse] {
    if type.baseType.trimmedDescription == "CloudKit" {
      return apis.filter { $0.kind == .type && $0.owner == nil }.prefix(1).map {
        APIUse(api: $0, token: token, certainty: .resolved)
      }
    }
    guard let outer = resolver.written(type.baseType, at: Syntax(type))?.name else { return [] }
    return nestedType(word, of: outer, apis).map { [APIUse(api: $0, token: token, certainty: .resolved)] } ?? []
  }

  /// The retired nested type that a name means behind a type's name.
  private func nestedType(_ word: String, of outer: String, _ apis: [RetiredAPI]) -> RetiredAPI? {
    for owner in resolver.table.lineage(of: outer) {
      if resolver.table.isOwn("\(owner).\(word)") { return nil }
      if let api = apis.first(where: { $0.kind == .type && $0.id == "\(owner).\(word)" }) { return api }
    }
    return nil
  }

  /// The full name of CloudKit's type that a simple name means; nil when it is the user's own or no type.
  func declaredName(of word: String, at node: Syntax) -> String? {
    var scope = node.enclosingTypeName
    while let outer = scope {
      for owner in resolver.table.lineage(of: outer) {
        let full = "\(owner).\(word)"
        if resolver.table.isOwn(full) { return nil }
        if TypeTable.cloudKit.declares(type: full) { return full }
      }
      scope = outer.lastIndex(of: ".").map { String(outer[..<$0]) }
    }
    return resolver.table.isOwn(word) ? nil : word
  }

  // MARK: - Bare names

  private func bareUse(
    of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], in reference: DeclReferenceExprSyntax
  ) -> [APIUse] {
    let node = Syntax(reference)
    if case .found = resolver.localMeaning(of: word, at: node, 0) { return [] }
    let labels = callLabels(of: ExprSyntax(reference))
    let members = apis.filter { $0.kind != .type && $0.kind != .initializer && $0.owner != nil }
    if !members.isEmpty {
      var scope = node.enclosingTypeName
      while let outer = scope {
        switch memberVerdict(word, members, on: outer, labels) {
        case .retired(let api): return accepted(APIUse(api: api, token: token, certainty: .resolved), at: node)
        case .own, .current: return []
        case .unknown: break
        }
        scope = outer.lastIndex(of: ".").map { String(outer[..<$0]) }
      }
    }
    guard resolver.table.sources.globals[word] == nil else { return [] }
    if let context = node.enclosingTypeName, case .own = memberVerdict(word, [], on: context, nil) { return [] }
    if let global = apis.first(where: { $0.owner == nil && $0.kind == .constant }) {
      return [APIUse(api: global, token: token, certainty: .resolved)]
    }
    return typeUse(of: token, word, apis, at: node) + initializerUse(of: token, word, apis, at: ExprSyntax(reference))
  }

  // MARK: - Members

  private func memberUse(
    of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], in access: MemberAccessExprSyntax
  ) -> [APIUse] {
    let node = Syntax(access)
    guard let base = access.base else { return implicitMemberUse(of: token, word, apis, in: access) }
    if base.trimmedDescription == "CloudKit" {
      let globals = apis.filter { $0.owner == nil }
      return globals.prefix(1).map { APIUse(api: $0, token: token, certainty: .resolved) }
        + initializerUse(of: token, word, apis, at: ExprSyntax(access))
    }
    let labels = callLabels(of: ExprSyntax(access))
    let receiver = resolver.type(of: base)?.unwrapped
    let members = apis.filter { $0.kind != .type && $0.kind != .initializer && $0.owner != nil }
    switch receiver {
    case .metatype(let instance)?:
      guard let owner = instance.name else { return [] }
      if let type = nestedType(word, of: owner, apis) {
        return [APIUse(api: type, token: token, certainty: .resolved)]
      }
      let initializers = initializerUse(of: token, word, apis, at: ExprSyntax(access), owner: "\(owner).\(word)")
      if !initializers.isEmpty { return initializers }
      if case .retired(let api) = memberVerdict(word, members, on: owner, labels) {
        return accepted(APIUse(api: api, token: token, certainty: .resolved), at: node)
      }
      return []
    case .named(let owner)?:
      switch memberVerdict(word, members, on: owner, labels) {
      case .retired(let api): return accepted(APIUse(api: api, token: token, certainty: .resolved), at: node)
      case .own, .current: return []
      case .unknown:
        // What a generic parameter has, its constraints declare; the compiler never warns about more.
        if resolver.table.sources.types[owner]?.isPlaceholder == true { return [] }
        return unresolvedUse(of: token, word, members, labels, at: node)
      }
    case nil: return unresolvedUse(of: token, word, members, labels, at: node)
    default: return []
    }
  }

  private func keyPathUse(of token: TokenSyntax, _ word: String, _ apis: [RetiredAPI], in node: Syntax) -> [APIUse] {
    let members = apis.filter { $0.kind == .property }
    let keyPath = node.enclosing(KeyPathExprSyntax.self)
    let isFirst = keyPath?.components.first?.component.id == node.id
    let written = keyPath?.root.flatMap { resolver.written($0, at: node) }
    if isFirst, let root = (written ?? keyPath.flatMap { element(behind: $0) })?.name {
      switch memberVerdict(word, members, on: root, nil) {
      case .retired(let api): return [APIUse(api: api, token: token, certainty: .resolved)]
      case .own, .current: return []
      case .unknown: break
      }
    }
    return unresolvedUse(of: token, word, members, nil, at: node)
  }

  /// `share.participants.map(\.type)`: the element of the collection whose function takes the key path.
  private func element(behind keyPath: KeyPathExprSyntax) -> SwiftType? {
    guard keyPath.root == nil, let call = keyPath.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    else { return nil }
    return resolver.type(of: base)?.element
  }

  /// A member on a receiver of unknown type: reported when the name can only be CloudKit's.
  private func unresolvedUse(
    of token: TokenSyntax, _ word: String, _ members: [RetiredAPI], _ labels: [String]?, at node: Syntax
  ) -> [APIUse] {
    let fitting = members.filter { $0.isDistinctive && $0.accepts(labels) }
    guard let first = fitting.first else { return [] }
    let own = ownNamesakes(of: word, labels)
    // `var block { get { wrapped.block } }`: own code that hands its own member on.
    if !own.isEmpty, node.isInsideDeclaration(of: word) { return [] }
    let others = first.currentNamesakes + own
    if !others.isEmpty {
      return accepted(APIUse(api: first, token: token, certainty: .ambiguous(others)), at: node)
    }
    let certainty: APIUse.Certainty = fitting.count == 1 ? .onlyOne : .allRetired(fitting.map(\.id))
    return accepted(APIUse(api: first, token: token, certainty: certainty), at: node)
  }

  /// Members of the user's own types with the same name, and labels that a call accepts.
  private func ownNamesakes(of word: String, _ labels: [String]?) -> [String] {
    guard resolver.table.sources.memberNames.contains(word) else { return [] }
    return resolver.table.sources.types.filter { _, type in
      type.members[word]?.contains { labels == nil || $0.accepts(labels ?? []) } == true
    }.map { "\($0.key).\(word)" }.sorted()
  }

  /// What a member name means on a type.
  enum Verdict {
    case retired(RetiredAPI)
    /// The user's own member.
    case own
    /// A CloudKit member that nobody warns about.
    case current
    case unknown
  }

  /// Looks a name up along a type's lineage, nearest first.
  func memberVerdict(_ word: String, _ members: [RetiredAPI], on type: String, _ labels: [String]?) -> Verdict {
    for owner in resolver.table.lineage(of: type) {
      let own = resolver.table.sources.types[owner]
      if own?.members[word]?.contains(where: { labels == nil || $0.kind == .property || $0.accepts(labels ?? []) })
        == true
      {
        return .own
      }
      if own?.isDeclared == true { continue }
      if let api = members.first(where: { $0.owner == owner && $0.accepts(labels) }) { return .retired(api) }
      if TypeTable.cloudKit.types[owner]?.members[word] != nil { return .current }
    }
    return .unknown
  }
}

extension Syntax {
  /// True inside the declaration of a property or function of the name.
  fileprivate func isInsideDeclaration(of name: String) -> Bool {
    var node = parent
    while let current = node {
      if let binding = current.as(PatternBindingSyntax.self),
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText == name
      {
        return true
      }
      if current.as(FunctionDeclSyntax.self)?.name.bareText == name { return true }
      node = current.parent
    }
    return false
  }
}
