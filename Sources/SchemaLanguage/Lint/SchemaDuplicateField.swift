import SyncModel

/// Field is defined twice in one record type.
struct SchemaDuplicateField: LintRule {
  let info = CheckInfo(
    id: "schema-duplicate-field", title: "Field is defined twice in one record type", severity: .error,
    explanation: """
      A field has one type. Two definitions in one record type contradict each other or are a copying mistake, \
      and the import is refused.
      """,
    advice: [
      "Delete one of the two definitions"
    ])

  let examples = SchemaExamples(
    firingItems: "↓title STRING",
    quietItems: "Title STRING")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.flatMap { type in
      var lines: [String: Int] = [:]
      return type.fields.compactMap { field -> SourceFinding? in
        let name = field.name.text
        guard let line = lines[name] else {
          lines[name] = field.name.span.line
          return nil
        }
        return info.finding(
          at: field.name.span, in: document,
          "field '\(name)' of record type '\(type.name.text)' is already defined in line \(line)")
      }
    }
  }
}
