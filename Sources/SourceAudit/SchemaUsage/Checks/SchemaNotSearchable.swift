import SchemaLanguage
import SyncModel

/// A text search finds no SEARCHABLE field.
struct SchemaNotSearchable: UsageCheck {
  let info = CheckInfo(
    id: "schema-not-searchable", title: "A text search finds no SEARCHABLE field", severity: .error,
    explanation: """
      'self CONTAINS' looks at the words of all SEARCHABLE fields of the record type; it needs at least one.
      """,
    advice: [
      "Add SEARCHABLE to the STRING fields that users search",
      "Deploy the schema changes to Production",
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    usage.indexFindings(info, in: document) { need in need.index == .searchable }
  }
}
