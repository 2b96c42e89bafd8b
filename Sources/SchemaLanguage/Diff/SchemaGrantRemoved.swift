import SyncModel

/// Permission is granted in Production only.
struct SchemaGrantRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-grant-removed", title: "Permission is granted in Production only", severity: .note,
    explanation: """
      Deploying takes the permission away from the role in the public database of Production.
      """,
    advice: [
      "Check that released builds do not need the permission"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\", GRANT WRITE TO \"_creator\" );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ, WRITE TO \"_creator\" );",
        production: "RECORD TYPE A ( x STRING, grant write, read to \"_creator\" );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonTypes.flatMap { pair in
      grantChanges(from: pair.development, to: pair.production).map { change in
        info.finding(
          at: change.span, in: comparison.production,
          "\(change.words) of record type '\(pair.production.name.text)' is missing in Development")
      }
    }
  }
}
