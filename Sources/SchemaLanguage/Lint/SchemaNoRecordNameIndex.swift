import SyncModel

/// Queries without a filter fail: recordName has no index.
struct SchemaNoRecordNameIndex: LintRule {
  let info = CheckInfo(
    id: "schema-no-record-name-index", title: "Queries without a filter fail: recordName has no index", severity: .note,
    explanation: """
      A query with TRUEPREDICATE, the record browser of the Console and 'cktool query-records' without a \
      filter need QUERYABLE on ___recordID. Without it they end with 'Field recordName is not marked \
      queryable'.
      """,
    advice: [
      "Add '\"___recordID\" REFERENCE QUERYABLE' when such queries are used"
    ])

  let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE ↓Note ( title STRING QUERYABLE, GRANT CREATE TO "_icloud" );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note ( "___recordID" REFERENCE QUERYABLE, title STRING, GRANT CREATE TO "_icloud" );
      """
    ])

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.filter { type in
      !type.isManaged && type.field(SystemField.recordID.rawValue)?.has(.queryable) != true
    }.map { type in
      info.finding(
        at: type.name.span, in: document,
        "queries for all records of type '\(type.name.text)' fail: no recordName index")
    }
  }
}
