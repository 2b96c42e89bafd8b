import SyncModel

/// CD_ type lacks CD_entityName.
struct SchemaCoreDataEntityName: LintRule {
  let info = CheckInfo(
    id: "schema-core-data-entity-name", title: "CD_ type lacks CD_entityName", severity: .warning,
    explanation: """
      Core Data with CloudKit writes CD_entityName into every record. A type named CD_… without it was made by \
      hand: NSPersistentCloudKitContainer never initialised the schema for it, and its records cannot be \
      imported.
      """,
    advice: [
      "Run initializeCloudKitSchema in Development and export the schema again",
      "Rename the type when it does not belong to Core Data",
    ])

  let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE ↓CD_Jar ( CD_label STRING QUERYABLE, GRANT CREATE TO "_icloud" );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      RECORD TYPE CD_Jar ( CD_entityName STRING QUERYABLE, CD_label STRING, GRANT CREATE TO "_icloud" );
      """
    ])

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.filter { $0.isCoreData && $0.field("CD_entityName") == nil }.map { type in
      info.finding(
        at: type.name.span, in: document,
        "record type '\(type.name.text)' has no field 'CD_entityName': Core Data did not make it")
    }
  }
}
