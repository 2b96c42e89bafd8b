import SyncModel

/// Record type grants nothing to anybody.
struct SchemaNoGrants: LintRule {
  let info = CheckInfo(
    id: "schema-no-grants", title: "Record type grants nothing to anybody", severity: .error,
    explanation: """
      In the public database nobody has a permission that no GRANT gives, so a record type without grants \
      cannot be used there at all. Private and shared databases do not look at grants.
      """,
    advice: [
      "Add 'GRANT WRITE TO \"_creator\"', 'GRANT CREATE TO \"_icloud\"' and 'GRANT READ TO \"_world\"'",
      "Give '--database private' when the type is never used in the public database",
    ])

  let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE ↓Note ( title STRING QUERYABLE );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note ( title STRING QUERYABLE, GRANT READ, CREATE TO "_icloud" );
      """
    ])

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.filter { $0.grants.isEmpty && !$0.isManaged }.map { type in
      info.finding(
        at: type.name.span, in: document,
        "record type '\(type.name.text)' has no GRANT: it is unusable in the public database")
    }
  }
}
