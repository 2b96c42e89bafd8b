import SyncModel

/// Type that CloudKit manages stands in Production only.
struct SchemaManagedTypeRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-managed-type-removed", title: "Type that CloudKit manages stands in Production only", severity: .note,
    explanation: """
      Users and cloudkit.… are made by CloudKit. A file without them is fine as long as they do not exist in \
      the environment it is imported into; there the import ends with 'invalid attempt to delete cloudkit \
      managed record type'.
      """,
    advice: [
      "Export the schema of Development again before importing it"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE Users ( roles LIST<INT64> );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" );",
        production: "RECORD TYPE A ( x STRING, GRANT READ TO \"_world\" ); RECORD TYPE B ( y STRING );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.production.schema.recordTypes
      .filter { $0.isManaged && comparison.development.schema.recordType($0.name.text) == nil }
      .map { type in
        info.finding(
          at: type.name.span, in: comparison.production, "managed type '\(type.name.text)' is missing in Development")
      }
  }
}
