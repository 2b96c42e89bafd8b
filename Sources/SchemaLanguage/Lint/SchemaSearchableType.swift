import SyncModel

/// Text search is asked for a field that holds no text.
struct SchemaSearchableType: LintRule {
  let info = CheckInfo(
    id: "schema-searchable-type", title: "Text search is asked for a field that holds no text", severity: .warning,
    explanation: """
      SEARCHABLE makes the words of a text searchable with 'self CONTAINS'. Other types than STRING have no \
      words, so the index costs space and finds nothing.
      """,
    advice: [
      "Remove SEARCHABLE",
      "Use QUERYABLE for equality and SORTABLE for ranges",
    ])

  let examples = SchemaExamples(
    firingItems: "amount INT64 ↓SEARCHABLE",
    quietItems: "words LIST<STRING> SEARCHABLE")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.flatMap(\.fields).flatMap { field -> [SourceFinding] in
      guard case .basic(let type) = field.type.element, type != .string, type != .asset else { return [] }
      return field.options.filter { $0.index == .searchable }.map { option in
        info.finding(
          at: option.span, in: document,
          "field '\(field.name.text)' of type \(field.type.printed) holds no text to search")
      }
    }
  }
}
