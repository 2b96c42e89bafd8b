import SyncModel

/// Nobody may create records of the type.
struct SchemaCreateNotGranted: LintRule {
  let info = CheckInfo(
    id: "schema-create-not-granted", title: "Nobody may create records of the type", severity: .warning,
    explanation: """
      Without GRANT CREATE every save of a new record in the public database ends with ACCESS_DENIED, 'CREATE \
      operation not permitted'. Types that are used in private databases only do not need it.
      """,
    advice: [
      "Add 'GRANT CREATE TO \"_icloud\"'",
      "Give '--database private' when the type is never used in the public database",
    ])

  let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE ↓Note ( title STRING QUERYABLE, GRANT WRITE TO "_creator", GRANT READ TO "_world" );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      CREATE ROLE editor;
      RECORD TYPE Note ( title STRING QUERYABLE, GRANT CREATE, WRITE TO editor, GRANT READ TO "_world" );
      """
    ])

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.filter { type in
      !type.isManaged && !type.grants.isEmpty
        && !type.grants.flatMap(\.permissions).contains { $0.permission == .create }
    }.map { type in
      info.finding(
        at: type.name.span, in: document,
        "nobody may create records of type '\(type.name.text)' in the public database")
    }
  }
}
