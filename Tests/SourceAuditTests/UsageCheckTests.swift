import SchemaLanguage
import SourceAudit
import SyncModel
import Testing

struct UsageCheckTests {
  private static let schema = """
    DEFINE SCHEMA
    RECORD TYPE Note (
      title STRING QUERYABLE, size INT64 QUERYABLE, price DOUBLE, secret ENCRYPTED STRING, body STRING SEARCHABLE,
      photo ASSET, tags LIST<STRING>
    );
    RECORD TYPE CD_Jar ( CD_entityName STRING QUERYABLE, CD_label STRING QUERYABLE );
    RECORD TYPE Plain ( "___recordID" REFERENCE QUERYABLE, name STRING SORTABLE );
    """

  @Test(arguments: [
    ("_ = CKRecord(recordType: \"Jar\")", ["error schema-type-missing", "did you mean 'CD_Jar'?"]),
    ("_ = CKRecord(recordType: \"Label\")", ["error schema-type-missing", "RECORD TYPE Label ("]),
    ("_ = CKRecord(recordType: \"Users\")", []),
    (
      "let r = CKRecord(recordType: \"Note\"); r[\"Title\"] = name",
      ["error schema-field-missing", "did you mean 'title'?"]
    ),
    ("let r = CKRecord(recordType: \"Note\"); r[\"day\"] = Date()", ["error schema-field-missing", "day TIMESTAMP"]),
    ("use(record[\"nowhere\"])", ["error schema-field-missing", "any record type"]),
    ("use(record[\"CD_label\"])", []),
    (
      "let r = CKRecord(recordType: \"Note\"); r[\"title\"] = 5", ["error schema-field-type-mismatch", "used as INT64"]
    ),
    ("let r = CKRecord(recordType: \"Note\"); r[\"price\"] = 5", ["warning schema-field-type-mismatch", "is DOUBLE"]),
    ("let r = CKRecord(recordType: \"Note\"); use(r[\"price\"] as? Int)", []),
    (
      "let r = CKRecord(recordType: \"Note\"); r[\"tags\"] = name",
      ["error schema-field-type-mismatch", "LIST<STRING>"]
    ),
    (
      "let r = CKRecord(recordType: \"Note\"); r[\"secret\"] = name",
      ["error schema-field-type-mismatch", "use encryptedValues"]
    ),
    ("let r = CKRecord(recordType: \"Note\"); r.encryptedValues[\"secret\"] = name", []),
    (
      "let r = CKRecord(recordType: \"Note\"); r.encryptedValues[\"title\"] = name",
      ["error schema-field-type-mismatch", "not ENCRYPTED"]
    ),
    ("query(\"Note\", \"price == 1\")", ["error schema-not-queryable", "price DOUBLE QUERYABLE"]),
    ("query(\"Note\", \"title == 'a'\")", []),
    ("query(\"Note\", \"price > 1\")", ["error schema-not-sortable", "price DOUBLE SORTABLE"]),
    ("query(\"Note\", \"size > 1\")", ["warning schema-not-sortable", "size INT64 QUERYABLE SORTABLE"]),
    ("query(\"Note\", \"nothing == 1\")", ["error schema-field-missing", "nothing STRING QUERYABLE"]),
    ("query(\"Note\", \"self CONTAINS 'a'\")", []),
    ("query(\"CD_Jar\", \"self CONTAINS 'a'\")", ["error schema-not-searchable", "no SEARCHABLE field"]),
    (
      "query(\"Note\", \"TRUEPREDICATE\")",
      ["error schema-record-name-index-missing", "\"___recordID\" REFERENCE QUERYABLE"]
    ),
    ("query(\"Plain\", \"TRUEPREDICATE\")", []),
    ("query(\"Note\", \"photo == 1\")", ["error schema-predicate-refused", "ASSET"]),
    ("query(\"Note\", \"title == 1 OR title == 2\")", ["error schema-predicate-refused", "no OR"]),
    ("query(\"Missing\", \"a == 1\")", ["error schema-type-missing", "'Missing'"]),
  ])
  func firesOrStaysQuiet(body: String, expected: [String]) {
    let findings = findings(body).filter { $0.id != "schema-index-unused" }
    #expect(findings.count == (expected.isEmpty ? 0 : 1), "\(findings)")
    guard let finding = findings.first, expected.count == 2 else { return }
    #expect("\(finding.severity) \(finding.id)" == expected[0])
    let text = ([finding.message] + finding.advice).joined(separator: "\n")
    #expect(text.contains(expected[1]), "\(text)")
  }

  @Test func namesIndexesThatNoSourceUses() {
    let unused = findings("query(\"Note\", \"title == 'a'\"); query(\"Plain\", \"TRUEPREDICATE\")")
    #expect(
      unused.map { "\($0.path):\($0.line) \($0.severity) \($0.message)" } == [
        "app.ckdb:3 note no query in the sources uses the QUERYABLE index of 'Note.size'",
        "app.ckdb:3 note no query in the sources uses the SEARCHABLE index of 'Note.body'",
        "app.ckdb:7 note no query in the sources uses the SORTABLE index of 'Plain.name'",
      ])
    #expect(findings("query(\"Note\", \"title == 'a'\"); query(name, \"TRUEPREDICATE\")") == [])
  }

  @Test func idsAreUniqueAndTitlesFit() {
    let infos = UsageChecks.all.map(\.info)
    #expect(
      Set((infos + LintRules.all.map(\.info) + DiffRules.all.map(\.info)).map(\.id)).count == infos.count
        + LintRules.all.count + DiffRules.all.count)
    for info in infos { #expect(info.title.count <= 100 && info.id.hasPrefix("schema-") && !info.advice.isEmpty) }
  }

  @Test func checklistTicksWhatTheSchemaHas() {
    let usage = usage(
      "let r = CKRecord(recordType: \"Note\"); r[\"title\"] = name; query(\"Note\", \"size > 1\"); query(name, \"a == 1\")"
    )
    let checklist = DeploymentChecklist(usage).markdown(
      comparedWith: SchemaDocument(path: "app.ckdb", text: Self.schema))
    #expect(
      checklist.split(separator: "\n").filter { $0.hasPrefix("- [") || $0.hasPrefix("##") } == [
        "## Note", "- [x] record type `Note`", "- [x] field `size`", "- [ ] index `size` SORTABLE",
        "- [x] field `title` STRING", "## To be read by a person", "- [ ] `App.swift:3`",
      ])
  }

  private func findings(_ body: String) -> [SourceFinding] {
    usageFindings(for: usage(body), in: SchemaDocument(path: "app.ckdb", text: Self.schema))
  }

  /// `query("T", "format")` stands for the query itself.
  private func usage(_ body: String) -> SchemaUsage {
    let body = body.replacing(/query\(([^,]+), ("[^"]+")\)/) { match in
      "_ = CKQuery(recordType: \(match.1), predicate: NSPredicate(format: \(match.2)))"
    }
    let text = "import CloudKit\nfunc test(record: CKRecord, name: String) {\n  \(body)\n}\n"
    return SchemaUsage(of: [SourceFile(path: "App.swift", text: text)])
  }
}
