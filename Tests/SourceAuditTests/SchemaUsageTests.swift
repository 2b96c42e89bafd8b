import SchemaLanguage
import SourceAudit
import SyncModel
import Testing

struct SchemaUsageTests {
  /// A source inside a function, and its uses as `Type: what`.
  @Test(arguments: [
    ("let r = CKRecord(recordType: \"Note\")", ["Note: type"]),
    ("let r = CKRecord(recordType: Names.note)", ["Note: type"]),
    ("let r = CKRecord(recordType: Names.prefix + \"Tag\")", ["CD_Tag: type"]),
    ("let r = CKRecord(recordType: \"\\(Names.prefix)Tag\")", ["CD_Tag: type"]),
    ("let r = CKRecord(recordType: Kind.photo.rawValue)", ["Photo: type"]),
    ("let r = CKRecord(recordType: Kind.album.rawValue)", ["album: type"]),
    ("let r = CKRecord(recordType: String(describing: Note.self))", ["Note: type"]),
    ("let r = CKRecord(recordType: name)", ["?: unknown"]),
    ("let r = CKRecord(recordType: \"Note\"); r[\"title\"] = \"x\"", ["Note: type", "Note: write title STRING"]),
    ("let r = CKRecord(recordType: \"Note\"); r[\"n\"] = 3 as NSNumber", ["Note: type", "Note: write n INT64"]),
    ("let r = CKRecord(recordType: \"Note\"); r[.title] = 3.5", ["Note: type", "Note: write title DOUBLE"]),
    (
      "let r = CKRecord(recordType: \"Note\"); r.setValue([\"a\"], forKey: \"tags\")",
      ["Note: type", "Note: write tags LIST<STRING>"]
    ),
    ("record[\"title\"] = name", ["?: write title STRING"]),
    ("let t = record[\"title\"] as? String", ["?: read title STRING"]),
    ("let t: Date? = record[\"due\"]", ["?: read due TIMESTAMP"]),
    ("let t = record.object(forKey: \"title\") as? [Int]", ["?: read title LIST<INT64>"]),
    ("record.encryptedValues[\"key\"] = Data()", ["?: write key encrypted BYTES"]),
    ("if record.recordType == \"Tag\" { use(record[\"word\"]) }", ["Tag: type", "Tag: read word"]),
    ("guard record.recordType == Names.note else { return }; use(record[\"a\"])", ["Note: type", "Note: read a"]),
    (
      "switch record.recordType { case \"A\": use(record[\"x\"]); default: use(record[\"y\"]) }",
      ["A: type", "A: read x", "?: read y"]
    ),
    ("let d = [\"a\": 1]; use(d[\"a\"])", []),
    ("op.desiredKeys = [\"a\", \"recordID\"]", ["?: use a"]),
  ])
  func usesOfRecords(source: String, expected: [String]) {
    #expect(uses(source) == expected)
  }

  @Test(arguments: [
    ("CKQuery(recordType: \"N\", predicate: NSPredicate(value: true))", ["N: TRUEPREDICATE ___recordID QUERYABLE"]),
    ("CKQuery(recordType: \"N\", predicate: NSPredicate(value: false))", []),
    ("CKQuery(recordType: \"N\", predicate: NSPredicate(format: \"a == %@\", name))", ["N: == a QUERYABLE"]),
    ("CKQuery(recordType: \"N\", predicate: .init(format: \"a == 1\"))", ["N: == a QUERYABLE"]),
    ("CKQuery(recordType: \"N\", predicate: NSPredicate(format: \"%K > 3\", Names.size))", ["N: > size SORTABLE"]),
    ("CKQuery(recordType: \"N\", predicate: NSPredicate(format: \"\\(Names.size) > 3\"))", ["N: > size SORTABLE"]),
    ("CKQuery(recordType: \"N\", predicate: NSPredicate(format: \"\\(name) > 3\"))", ["N: unknown"]),
    (
      "CKQuery(recordType: \"N\", predicate: NSPredicate(format: \"%K == %@\", argumentArray: [\"a\", 1]))",
      ["N: == a QUERYABLE"]
    ),
    (
      """
      CKQuery(recordType: "N", predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [
        NSPredicate(format: "a == 1"), NSPredicate(value: true)]))
      """, ["N: == a QUERYABLE"]
    ),
    (
      """
      CKQuery(recordType: "N", predicate: NSCompoundPredicate(orPredicateWithSubpredicates: [
        NSPredicate(format: "a == 1"), NSPredicate(format: "b == 1")]))
      """, ["N: == a QUERYABLE", "N: == b QUERYABLE", "N: refused CloudKit has no OR in predicates"]
    ),
    ("let p = NSPredicate(format: \"a == 1\"); return CKQuery(recordType: \"N\", predicate: p)", ["N: == a QUERYABLE"]),
    (
      """
      var p = NSPredicate(value: true)
      if name.isEmpty { p = NSPredicate(format: "a == 1") }
      return CKQuery(recordType: "N", predicate: p)
      """, ["N: TRUEPREDICATE ___recordID QUERYABLE", "N: == a QUERYABLE"]
    ),
    (
      """
      CKQuery(recordType: "N", predicate: name.isEmpty ? NSPredicate(value: true) : NSPredicate(format: "a > 1"))
      """, ["N: TRUEPREDICATE ___recordID QUERYABLE", "N: > a SORTABLE"]
    ),
    ("CKQuery(recordType: \"N\", predicate: Names.recent)", ["N: >= ___modTime SORTABLE"]),
    ("CKQuery(recordType: \"N\", predicate: filter(name))", ["N: == made QUERYABLE"]),
    (
      """
      CKQuery(recordType: "N", predicate: NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: 1),
        modifier: .direct, type: .lessThan, options: []))
      """, ["N: < a SORTABLE"]
    ),
    (
      "CKQuery(recordType: \"N\", predicate: NSPredicate { _, _ in true })",
      ["N: refused CloudKit cannot evaluate a block"]
    ),
    (
      """
      CKQuerySubscription(recordType: "N", predicate: NSPredicate(value: true), subscriptionID: "s", options: [])
      """, []
    ),
    (
      """
      CKQuerySubscription(recordType: "N", predicate: NSPredicate(format: "a == 1"), subscriptionID: "s", options: [])
      """, ["N: == a QUERYABLE"]
    ),
    (
      """
      let q = CKQuery(recordType: "N", predicate: NSPredicate(format: "a == 1"))
      q.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false), Names.bySize]
      """,
      [
        "N: == a QUERYABLE", "N: sort descriptor ___createTime SORTABLE", "N: sort descriptor size SORTABLE",
      ]
    ),
    ("request.sortDescriptors = [NSSortDescriptor(key: \"a\", ascending: true)]", []),
  ])
  func needsOfQueries(source: String, expected: [String]) {
    #expect(uses(source).filter { $0 != "N: type" } == expected)
  }

  @Test func typeAroundNamesTheRecordType() {
    let file = source(
      """
      import CloudKit
      struct Pet {
        static let recordType = "Animal"
        var name: String
        init?(_ record: CKRecord) {
          guard let name = record[CodingKeys.name.rawValue] as? String else { return nil }
          self.name = name
        }
        enum CodingKeys: String { case name = "petName" }
      }
      """)
    #expect(words(SchemaUsage(of: [file]).uses) == ["Animal: read petName STRING"])
  }

  @Test func constantsAreFollowedAcrossFiles() {
    let constants = source("extension CKRecord.RecordType { static let note = \"Note\" }", path: "Names.swift")
    let user = source("import CloudKit\nlet r = CKRecord(recordType: .note)", path: "User.swift")
    #expect(words(SchemaUsage(of: [constants, user]).uses) == ["Note: type"])
  }

  @Test func ignoresCommentsStringsAndForeignFiles() {
    let text = "let a = \"CKQuery(recordType: x)\" // CKRecord(recordType: \"Note\")"
    #expect(SchemaUsage(of: [source("import CloudKit\n" + text)]).uses == [])
  }

  // MARK: - Helpers

  private func uses(_ body: String) -> [String] {
    let text = """
      import CloudKit
      enum Names {
        static let note = "Note", prefix = "CD_", size = "size"
        static let recent = NSPredicate(format: "modificationDate >= %@", Date.distantPast as NSDate)
        static let bySize = NSSortDescriptor(key: Names.size, ascending: true)
      }
      enum Kind: String { case photo = "Photo", album }
      extension CKRecord.FieldKey { static let title = "title" }
      func filter(_ name: String) -> NSPredicate { NSPredicate(format: "made == %@", name) }
      func test(record: CKRecord, name: String, op: CKQueryOperation, request: NSFetchRequest<Note>) {
        \(body)
      }
      """
    return words(SchemaUsage(of: [source(text)]).uses)
  }

  private func source(_ text: String, path: String = "Test.swift") -> SourceFile { SourceFile(path: path, text: text) }

  private func words(_ uses: [SchemaUse]) -> [String] {
    uses.map { use in
      let type = use.recordType ?? "?"
      switch use.kind {
      case .recordType: return "\(type): type"
      case .unknown: return "\(type): unknown"
      case .problem(let problem): return "\(type): refused \(problem.message)"
      case .need(let need): return "\(type): \(need.form) \(need.field ?? "-") \(need.index.rawValue)"
      case .field(let field):
        let verb = field.isEncrypted == nil ? "use" : field.isWrite ? "write" : "read"
        let encrypted = field.isEncrypted == true ? " encrypted" : ""
        return "\(type): \(verb) \(field.name)\(encrypted)\(field.type.map { " " + $0.printed } ?? "")"
      }
    }
  }
}
