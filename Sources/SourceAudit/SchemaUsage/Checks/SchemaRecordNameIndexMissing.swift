import SchemaLanguage
import SyncModel

/// A query for all records needs an index on recordName.
struct SchemaRecordNameIndexMissing: UsageCheck {
  let info = CheckInfo(
    id: "schema-record-name-index-missing", title: "A query for all records needs an index on recordName",
    severity: .error,
    explanation: """
      A query without a filter looks records up by name. Without QUERYABLE on ___recordID the server refuses \
      it with 'Field recordName is not marked queryable'.
      """,
    advice: [
      "Add the index in Development and deploy the schema changes to Production",
      "Or fetch the changes of the zone instead of querying for everything",
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    usage.indexFindings(info, in: document) { need in need.kind == .everything }
  }
}
