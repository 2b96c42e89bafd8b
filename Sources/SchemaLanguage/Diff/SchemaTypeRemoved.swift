import SyncModel

/// Record type exists in Production only.
struct SchemaTypeRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-type-removed", title: "Record type exists in Production only", severity: .error,
    explanation: """
      A record type in Production can be neither deleted nor renamed. A schema without it loses data, so the \
      import is refused as a whole.
      """,
    advice: [
      "Take the record type over into the Development schema",
      "Or reset Development to Production's schema in CloudKit Console and make the changes again",
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE B ( y STRING );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE Users ( roles LIST<INT64> );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.production.schema.recordTypes
      .filter { !$0.isManaged && comparison.development.schema.recordType($0.name.text) == nil }
      .map { type in
        info.finding(
          at: type.name.span, in: comparison.production,
          "record type '\(type.name.text)' is missing in Development: the import will be refused")
      }
  }
}
