import SyncModel

/// Permission is granted in Development only.
struct SchemaGrantNotDeployed: DiffRule {
  let info = CheckInfo(
    id: "schema-grant-not-deployed", title: "Permission is granted in Development only", severity: .warning,
    explanation: """
      In the public database of Production the role lacks the permission, so that what works in Development \
      ends with ACCESS_DENIED, in the app CKError 10.
      """,
    advice: [
      "Deploy the schema changes to Production in CloudKit Console before the build is released"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ, CREATE TO \"_icloud\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_icloud\" );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ, CREATE TO \"_icloud\" );",
        production: "RECORD TYPE A ( GRANT CREATE TO \"_icloud\", GRANT READ TO \"_icloud\", x STRING );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonTypes.flatMap { pair in
      grantChanges(from: pair.production, to: pair.development).map { change in
        info.finding(
          at: change.span, in: comparison.development,
          "\(change.words) of record type '\(pair.development.name.text)' is not deployed to Production")
      }
    }
  }
}
