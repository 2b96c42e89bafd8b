import SyncModel

/// No field of the record type has an index.
struct SchemaUnindexedType: LintRule {
  let info = CheckInfo(
    id: "schema-unindexed-type", title: "No field of the record type has an index", severity: .note,
    explanation: """
      A filter or a sort descriptor on a field without an index ends with 'Field … is not marked queryable' or \
      'sortable'. Types that are only fetched by record id or through change tokens need no index.
      """,
    advice: [
      "Add QUERYABLE to fields that queries filter by, SORTABLE to those they sort by",
      "Run 'ckdiag schema check Sources --schema FILE' to see which",
    ])

  let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE ↓Note ( "___recordID" REFERENCE QUERYABLE, title STRING, GRANT CREATE TO "_icloud" );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note ( title STRING QUERYABLE, body STRING, GRANT CREATE TO "_icloud" );
      """
    ])

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.filter { type in
      !type.isManaged && !type.ownFields.isEmpty && type.ownFields.allSatisfy(\.options.isEmpty)
    }.map { type in
      info.finding(
        at: type.name.span, in: document,
        "no field of record type '\(type.name.text)' has an index: every filter and sort on it fails")
    }
  }
}
