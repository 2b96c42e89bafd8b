import SyncModel

/// Role exists in Production only.
struct SchemaRoleRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-role-removed", title: "Role exists in Production only", severity: .note,
    explanation: """
      Deploying removes the role from Production, and with it what its members may do.
      """,
    advice: [
      "Keep the role while it has members in Production"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "CREATE ROLE editor; RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );")
    ],
    quiet: [
      SchemaPair(
        development: "CREATE ROLE editor; RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    let kept = Set(comparison.development.schema.roles.map(\.text))
    return comparison.production.schema.roles.filter { !kept.contains($0.text) }.map { role in
      info.finding(at: role.span, in: comparison.production, "role '\(role.text)' is missing in Development")
    }
  }
}
