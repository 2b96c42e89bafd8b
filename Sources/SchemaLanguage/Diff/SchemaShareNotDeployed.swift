import SyncModel

/// Sharing was tried in Development but is not deployed.
struct SchemaShareNotDeployed: DiffRule {
  let info = CheckInfo(
    id: "schema-share-not-deployed", title: "Sharing was tried in Development but is not deployed", severity: .warning,
    explanation: """
      CloudKit makes the type cloudkit.share with the first share that is saved in Development. Until it is \
      deployed, saving a CKShare fails in Production.
      """,
    advice: [
      "Deploy the schema changes to Production in CloudKit Console when the app shares records"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development:
          "RECORD TYPE A ( x STRING ); RECORD TYPE cloudkit.share ( GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );"),
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE Users ( roles LIST<INT64> );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );"),
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    let share = "cloudkit.share"
    guard let type = comparison.development.schema.recordType(share),
      comparison.production.schema.recordType(share) == nil
    else { return [] }
    return [
      info.finding(
        at: type.name.span, in: comparison.development, "'\(share)' is not deployed: saving a share fails in Production"
      )
    ]
  }
}
