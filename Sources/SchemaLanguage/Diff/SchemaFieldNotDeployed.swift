import SyncModel

/// Field exists in Development only.
struct SchemaFieldNotDeployed: DiffRule {
  let info = CheckInfo(
    id: "schema-field-not-deployed", title: "Field exists in Development only", severity: .error,
    explanation: """
      Production adds no fields by itself. TestFlight and App Store builds that save this field fail with \
      BAD_REQUEST, in the app CKError 12 with the internal code 2006; the whole record is refused.
      """,
    advice: [
      "Deploy the schema changes to Production in CloudKit Console before the build is released"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, y INT64 );",
        production: "RECORD TYPE A ( x STRING );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, \"___etag\" STRING );",
        production: "RECORD TYPE A ( x STRING );"),
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE B ( y STRING );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );"),
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonTypes.flatMap { pair in
      pair.development.comparableFields.filter { pair.production.field($0.name.text) == nil }.map { field in
        info.finding(
          at: field.span, in: comparison.development,
          "field '\(field.name.text)' of record type '\(pair.development.name.text)' is not deployed to Production")
      }
    }
  }
}
