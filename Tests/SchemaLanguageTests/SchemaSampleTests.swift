import Foundation
import SchemaLanguage
import SyncModel
import TestSupport
import Testing

struct SchemaSampleTests {
  /// Record type to fields, fields with an index, grants.
  @Test(arguments: [
    ("quoted-names", ["Recipe 6/5/3"]),
    ("export-style", ["Lesson 10/1/2", "Users 7/0/2"]),
    ("no-grants", ["EXBoxV1 3/0/0", "EXItemV1 3/0/0", "EXLabelV1 3/0/0", "EXPageV1 3/0/0"]),
    ("queryable-only", ["Idea 7/7/0", "Answer 4/4/0"]),
    ("sortable-without-queryable", ["Medal 10/3/3", "Invite 9/4/3"]),
    ("core-data-export", ["CD_Author 12/6/3"]),
    ("comments", ["Channel 11/7/4"]),
    ("core-data-handmade", ["CD_Jar 12/0/3", "CD_ShoppingEntry 10/0/3", "CD_JarPicture 10/0/3"]),
    ("encrypted-and-number", ["Diary 7/3/1"]),
    ("development", ["Shelf 4/3/3", "Tag 2/2/3", "Users 1/0/2", "cloudkit.share 0/0/2"]),
    ("production", ["Users 1/0/2", "Shelf 4/3/3"]),
  ])
  func readsEveryTypeOfASample(name: String, counts: [String]) throws {
    let document = try sample(name)
    #expect(document.syntaxErrors == [])
    #expect(
      document.schema.recordTypes.map { type in
        let indexed = type.fields.count { !$0.options.isEmpty }
        return "\(type.name.text) \(type.fields.count)/\(indexed)/\(type.grants.count)"
      } == counts)
    let again = SchemaDocument(text: document.schema.printed())
    #expect(again.schema.withoutSpelling == document.schema.withoutSpelling)
  }

  @Test func lintsTheSamples() throws {
    let names = [
      "quoted-names", "export-style", "no-grants", "queryable-only", "sortable-without-queryable", "core-data-export",
      "comments", "core-data-handmade", "encrypted-and-number", "development", "production",
    ]
    let lines = try names.flatMap { name in
      try lintFindings(in: sample(name)).map { "\(name):\($0.line):\($0.column) \($0.id): \($0.message)" }
    }
    expectGolden(lines.joined(separator: "\n") + "\n", at: "Reports/schema/lint-samples.txt")
  }

  @Test func comparesDevelopmentWithProduction() throws {
    let comparison = SchemaComparison(development: try sample("development"), production: try sample("production"))
    #expect(
      diffFindings(in: comparison).map { "\($0.path):\($0.line) \($0.severity) \($0.id): \($0.message)" } == [
        "development.ckdb:5 warning schema-index-not-deployed: SORTABLE index of 'Shelf.label' is not deployed",
        "development.ckdb:6 error schema-field-type-changed: field 'Shelf.capacity' is INT64 but DOUBLE in Production",
        "development.ckdb:7 error schema-field-not-deployed: field 'shade' of record type 'Shelf' is not deployed to "
          + "Production",
        "development.ckdb:13 error schema-type-not-deployed: record type 'Tag' is not deployed to Production",
        "development.ckdb:27 warning schema-share-not-deployed: 'cloudkit.share' is not deployed: saving a share fails "
          + "in Production",
        "production.ckdb:12 error schema-field-removed: field 'oldNote' of record type 'Shelf' is missing in "
          + "Development: the import will be refused",
      ])
  }

  private func sample(_ name: String) throws -> SchemaDocument {
    let file = packageFolder.appendingPathComponent("Samples/schema/\(name).ckdb")
    return SchemaDocument(path: "\(name).ckdb", bytes: Array(try Data(contentsOf: file)))
  }
}
