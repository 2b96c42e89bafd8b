import SyncModel

/// Record type exists in Development only.
struct SchemaTypeNotDeployed: DiffRule {
  let info = CheckInfo(
    id: "schema-type-not-deployed", title: "Record type exists in Development only", severity: .error,
    explanation: """
      Production creates no record types from saved records. TestFlight and App Store builds that save this \
      type fail with BAD_REQUEST, in the app CKError 12 with the internal code 2006.
      """,
    advice: [
      "Deploy the schema changes to Production in CloudKit Console before the build is released"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE B ( y STRING );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "record type \"A\" ( GRANT READ TO \"_world\", \"x\" string );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.development.schema.recordTypes
      .filter { !$0.isManaged && comparison.production.schema.recordType($0.name.text) == nil }
      .map { type in
        info.finding(
          at: type.name.span, in: comparison.development,
          "record type '\(type.name.text)' is not deployed to Production")
      }
  }
}
