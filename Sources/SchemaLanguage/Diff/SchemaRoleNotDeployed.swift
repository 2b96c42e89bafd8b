import SyncModel

/// Role exists in Development only.
struct SchemaRoleNotDeployed: DiffRule {
  let info = CheckInfo(
    id: "schema-role-not-deployed", title: "Role exists in Development only", severity: .warning,
    explanation: """
      Grants to the role have no effect in Production until it is deployed. Deploying brings the role, not its \
      members: users are assigned to roles in each environment.
      """,
    advice: [
      "Deploy the schema changes to Production in CloudKit Console before the build is released",
      "Assign the members of the role in Production",
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "CREATE ROLE editor; RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );")
    ],
    quiet: [
      SchemaPair(
        development: "CREATE ROLE editor; RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); CREATE ROLE \"editor\";")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    let deployed = Set(comparison.production.schema.roles.map(\.text))
    return comparison.development.schema.roles.filter { !deployed.contains($0.text) }.map { role in
      info.finding(at: role.span, in: comparison.development, "role '\(role.text)' is not deployed to Production")
    }
  }
}
