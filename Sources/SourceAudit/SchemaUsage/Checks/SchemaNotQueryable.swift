import SchemaLanguage
import SyncModel

/// A query filters a field without a QUERYABLE index.
struct SchemaNotQueryable: UsageCheck {
  let info = CheckInfo(
    id: "schema-not-queryable", title: "A query filters a field without a QUERYABLE index", severity: .error,
    explanation: """
      The server refuses the query with 'Field … is not marked queryable', in the app CKError 12 with the \
      internal code 2015.
      """,
    advice: [
      "Add the index in Development and deploy the schema changes to Production"
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    usage.indexFindings(info, in: document) { need in need.index == .queryable && need.kind != .everything }
  }
}
