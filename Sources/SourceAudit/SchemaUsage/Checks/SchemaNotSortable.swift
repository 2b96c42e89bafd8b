import SchemaLanguage
import SyncModel

/// A query sorts or compares a field without a SORTABLE index.
struct SchemaNotSortable: UsageCheck {
  let info = CheckInfo(
    id: "schema-not-sortable", title: "A query sorts or compares a field without a SORTABLE index", severity: .error,
    explanation: """
      The server refuses to sort by the field with 'Field … is not marked sortable'. By Apple's words range \
      filters need SORTABLE as well; where the field is QUERYABLE only, a warning says so.
      """,
    advice: [
      "Add the index in Development and deploy the schema changes to Production"
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    usage.indexFindings(info, in: document) { need in need.index == .sortable }
  }
}
