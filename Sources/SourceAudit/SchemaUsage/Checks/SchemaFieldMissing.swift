import SchemaLanguage
import SyncModel

/// Sources use a field that the schema does not have.
struct SchemaFieldMissing: UsageCheck {
  let info = CheckInfo(
    id: "schema-field-missing", title: "Sources use a field that the schema does not have", severity: .error,
    explanation: """
      Development adds a field when a record with it is saved; Production never does, and refuses the whole \
      record. Reading a field that does not exist gives nil.
      """,
    advice: [
      "Save a record with the field in Development and export the schema again",
      "Compare the spelling: names are case-sensitive",
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    usage.uses.compactMap { use -> SourceFinding? in
      let types = document.candidates(for: use)
      guard let name = name(in: use), !types.isEmpty, SystemField(key: name) == nil,
        !types.contains(where: { $0.field(name) != nil })
      else { return nil }
      let likely = types.compactMap { $0.likelyField(for: name) }.first
      let edits = likely == nil ? use.recordType.map { self.edits(for: name, of: $0, use, document) } ?? [] : []
      let holder = use.recordType.map { "record type '\($0)'" } ?? "any record type"
      return info.finding(
        at: use.place, edits: edits, advice: likely.map { ["Use '\($0)', which the schema has"] } ?? [],
        "field '\(name)' is not in \(holder) of the schema\(likely.map { "; did you mean '\($0)'?" } ?? "")")
    }
  }

  private func name(in use: SchemaUse) -> String? {
    switch use.kind {
    case .field(let field): field.name
    case .need(let need): need.field.flatMap { SystemField(rawValue: $0) == nil ? $0 : nil }
    case .recordType, .problem, .unknown: nil
    }
  }

  private func edits(
    for name: String, of type: String, _ use: SchemaUse, _ document: SchemaDocument
  ) -> [SchemaEdit] {
    switch use.kind {
    case .field(let field):
      document.edits(for: SchemaNeed(recordType: type, field: name, kind: .existence), fieldType: field.type)
    case .need(let need):
      document.edits(for: SchemaNeed(recordType: type, field: name, kind: .index(need.index)))
    case .recordType, .problem, .unknown: []
    }
  }
}
