import SchemaLanguage

/// What the sources need of a schema, as a list to tick off before "Deploy Schema Changes".
package struct DeploymentChecklist {
  /// A field as the sources use it.
  private struct FieldNeed {
    var types: Set<String> = []
    var indexes: Set<FieldIndex> = []
  }

  private var types: [String: [String: FieldNeed]] = [:]
  private var strayFields: Set<String> = []
  private var searched: Set<String> = []
  private var unfollowed: [SourcePlace] = []

  /// Collects the needs of all followed uses.
  package init(_ usage: SchemaUsage) {
    for use in usage.uses { add(use) }
  }

  private mutating func add(_ use: SchemaUse) {
    if case .unknown = use.kind { unfollowed.append(use.place) }
    guard let type = use.recordType else {
      if case .field(let field) = use.kind { strayFields.insert(field.name) }
      return
    }
    types[type, default: [:]] = types[type] ?? [:]
    switch use.kind {
    case .field(let field) where SystemField(key: field.name) == nil:
      types[type]?[field.name, default: FieldNeed()].types.formUnion(
        field.type.map { [$0.printed(isEncrypted: field.isEncrypted == true)] } ?? [])
    case .need(let need):
      if let field = need.field {
        types[type]?[field, default: FieldNeed()].indexes.insert(need.index)
      } else {
        searched.insert(type)
      }
    case .field, .recordType, .problem, .unknown: break
    }
  }

  /// The list as markdown; with a document, what it already has is ticked.
  package func markdown(comparedWith document: SchemaDocument? = nil) -> String {
    var output = "# Schema checklist\n\n"
    output += "What the sources need in Production before a build is released. Tick off, then choose\n"
    output += "\"Deploy Schema Changes\" in CloudKit Console.\n"
    if let document { output += "Ticked: what `\(document.path)` has already.\n" }
    if types.isEmpty { output += "\nThe sources use no record type that could be followed.\n" }
    for type in types.keys.sorted() { output += section(of: type, document?.schema) }
    let known = Set(types.values.flatMap(\.keys))
    let strays = strayFields.subtracting(known).filter { SystemField(key: $0) == nil }.sorted()
    if !strays.isEmpty {
      output += "\n## Fields of record types that could not be followed\n\n"
      output += strays.map { "- [ ] `\($0)`\n" }.joined()
    }
    if !unfollowed.isEmpty {
      output += "\n## To be read by a person\n\nQueries and record types that depend on variables:\n\n"
      output += unfollowed.map { "- [ ] `\($0.path):\($0.line)`\n" }.joined()
    }
    return output
  }

  private func section(of type: String, _ schema: Schema?) -> String {
    let declared = schema?.recordType(type)
    var output = "\n## \(type)\n\n"
    output += box(declared != nil) + "record type `\(type)`\n"
    let fields = types[type] ?? [:]
    for name in fields.keys.sorted() {
      guard let need = fields[name] else { continue }
      let field = declared?.field(name)
      let indexes = FieldIndex.allCases.filter(need.indexes.contains)
      let isThere = field != nil || (declared != nil && SystemField(rawValue: name) != nil)
      if SystemField(rawValue: name) == nil {
        let type = need.types.sorted().joined(separator: " or ")
        output += box(isThere) + "field `\(name)`" + (type.isEmpty ? "" : " \(type)") + "\n"
      }
      for index in indexes { output += box(field?.has(index) == true) + "index `\(name)` \(index.rawValue)\n" }
    }
    if searched.contains(type) {
      let isThere = declared?.fields.contains { $0.has(.searchable) } == true
      output += box(isThere) + "index SEARCHABLE on the STRING fields that are searched\n"
    }
    return output
  }

  private func box(_ isTicked: Bool) -> String { isTicked ? "- [x] " : "- [ ] " }
}

extension FieldType {
  /// The type in the words of the grammar, with ENCRYPTED where `encryptedValues` is used.
  fileprivate func printed(isEncrypted: Bool) -> String {
    guard isEncrypted, case .basic(let type) = element, BasicType.encryptable.contains(type) else { return printed }
    if case .list = self { return "LIST<ENCRYPTED \(type.rawValue)>" }
    return "ENCRYPTED \(type.rawValue)"
  }
}
