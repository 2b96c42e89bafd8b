import SchemaLanguage
import SyncModel
import Testing

struct SchemaEditTests {
  private let document = SchemaDocument(
    path: "app.ckdb",
    text: """
      DEFINE SCHEMA
      RECORD TYPE Note (
        title STRING SORTABLE, -- shown
        "grant" INT64,
        GRANT READ TO "_world"
      );
      RECORD TYPE Tag ( title STRING );
      RECORD TYPE Users ( roles LIST<INT64> );
      """)

  @Test(
    arguments: [
      (
        "Note", "title", SchemaNeed.Kind.index(.queryable),
        ["In 'app.ckdb', line 3, write: title STRING QUERYABLE SORTABLE"]
      ),
      ("Note", "title", .index(.sortable), []),
      ("Note", "title", .existence, []),
      ("Note", "grant", .index(.sortable), ["In 'app.ckdb', line 4, write: \"grant\" INT64 SORTABLE"]),
      (
        "Note", "recordName", .index(.queryable),
        [
          "In 'app.ckdb', add to record type 'Note' behind line 2: \"___recordID\" REFERENCE QUERYABLE"
        ]
      ),
      ("Note", "creationDate", .existence, []),
      ("Note", "body", .existence, ["In 'app.ckdb', add to record type 'Note' behind line 2: body STRING"]),
      (
        nil, "title", .index(.queryable),
        [
          "In 'app.ckdb', line 3, write: title STRING QUERYABLE SORTABLE",
          "In 'app.ckdb', line 7, write: title STRING QUERYABLE",
        ]
      ),
      (
        "Photo", "taken", .index(.sortable),
        [
          "In 'app.ckdb', add: RECORD TYPE Photo ( taken STRING SORTABLE, GRANT WRITE TO \"_creator\","
            + " GRANT CREATE TO \"_icloud\", GRANT READ TO \"_world\" );"
        ]
      ),
    ] as [(String?, String, SchemaNeed.Kind, [String])])
  func namesTheLineThatANeedMisses(type: String?, field: String, kind: SchemaNeed.Kind, expected: [String]) {
    let need = SchemaNeed(recordType: type, field: field, kind: kind)
    #expect(document.edits(for: need).map(\.advice) == expected)
  }

  @Test func everyEditParsesAndMeetsItsNeed() throws {
    for type in ["Note", "Photo"] {
      let need = SchemaNeed(recordType: type, field: "due", kind: .index(.sortable))
      let edit = try #require(document.edits(for: need, fieldType: .single(.basic(.timestamp))).first)
      let text = edit.change == .addType ? edit.text : "RECORD TYPE \(type) ( \(edit.text) );"
      let edited = SchemaDocument(text: "DEFINE SCHEMA\n" + text)
      #expect(edited.syntaxErrors == [])
      #expect(edited.edits(for: need) == [])
    }
  }

  @Test func readsNeedsFromServerMessages() {
    let text = """
      Cannot create new type Tag in production schema
      message="Cannot create or modify field 'shade' in record 'Note' in production schema"
      Field 'recordName' is not marked queryable; Field '_createdTime' is not marked sortable
      Field '___recordID' is not marked queryable
      Field 'tone' of type 'Note' is missing in Production; Record type 'Tag' is missing in Production
      """
    #expect(
      SchemaNeed.needs(in: text) == [
        SchemaNeed(recordType: "Tag", field: nil, kind: .existence),
        SchemaNeed(recordType: "Note", field: "shade", kind: .existence),
        SchemaNeed(recordType: nil, field: "___recordID", kind: .index(.queryable)),
        SchemaNeed(recordType: nil, field: "___createTime", kind: .index(.sortable)),
        SchemaNeed(recordType: "Note", field: "tone", kind: .existence),
      ])
  }

  @Test func findingsOfLogsNameTheLine() {
    let info = CheckInfo(
      id: "schema-not-deployed", title: "t", severity: .error, explanation: "e", advice: ["Deploy the schema"])
    let finding = Finding(
      info,
      evidence: [
        Evidence(path: "a.log", line: 1, text: "Cannot create new type Tag in production schema"),
        Evidence(
          path: "a.log", line: 2, text: "Cannot create or modify field 'shade' in record 'Note' in production schema"),
      ])
    #expect(
      document.enriched(finding).advice == [
        "Deploy 'app.ckdb' to Production: line 7 has 'Tag' already",
        "In 'app.ckdb', add to record type 'Note' behind line 2: shade STRING",
        "Deploy the schema",
      ])
    var other = finding
    other.id = "throttled"
    #expect(document.enriched(other) == other)
  }
}
