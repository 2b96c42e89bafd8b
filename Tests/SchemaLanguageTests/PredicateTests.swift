import SchemaLanguage
import Testing

struct PredicateTests {
  @Test(arguments: PredicateForms.all.indices)
  func needsOfAForm(index: Int) {
    let form = PredicateForms.all[index]
    #expect(form.found == form.needs, "\(form.format)")
  }

  @Test func knowsAtLeastFortyForms() {
    #expect(Set(PredicateForms.all.map { "\($0.format) \($0.arguments)" }).count == PredicateForms.all.count)
    #expect(PredicateForms.all.count >= 40)
  }

  @Test func neverFailsOnBrokenFormats() {
    for form in PredicateForms.all {
      for length in 0...form.format.count {
        let reading = PredicateReading(format: String(form.format.prefix(length)), arguments: form.arguments)
        #expect(!reading.needs.isEmpty || !reading.problems.isEmpty || !reading.isComplete || form.needs == "nothing")
      }
    }
    let brackets = String(repeating: "(", count: 100_000)
    #expect(PredicateReading(format: brackets).problems.count == 1)
    #expect(PredicateReading(format: String(repeating: "NOT ", count: 100_000) + "a == 1").problems.count == 1)
    #expect(PredicateReading(format: "a == " + String(repeating: "-", count: 100_000) + "1").problems.count == 1)
  }

  @Test func joiningDropsTheRecordNameIndex() {
    var reading = PredicateReading.everything
    reading.join(PredicateReading(format: "title == %@"))
    #expect(reading.needs == [PredicateNeed(field: "title", kind: .equality, form: "==")])
    reading.join(.everything)
    #expect(reading.needs.count == 1)
  }

  @Test(
    arguments: [
      ("title", PredicateNeed.Kind.equality, "==", NeedVerdict.met),
      ("title", .sorting, "sort", .missingIndex(.sortable, isServedOtherwise: false)),
      ("title", .range, ">", .missingIndex(.sortable, isServedOtherwise: true)),
      (
        "title", .membership, "CONTAINS",
        .refused(
          reason: "CONTAINS is for lists and its type is STRING; use 'self CONTAINS' or BEGINSWITH")
      ),
      ("tags", .membership, "CONTAINS", .met),
      ("tags", .sorting, "sort", .refused(reason: "its type is LIST<STRING>, and lists have no order")),
      ("photo", .equality, "==", .refused(reason: "its type is ASSET, which queries cannot look into")),
      ("secret", .equality, "==", .refused(reason: "it is ENCRYPTED, and the server cannot read it")),
      ("place", .distance, "distanceToLocation", .met),
      ("title", .distance, "distanceToLocation", .refused(reason: "its type is STRING, not LOCATION")),
      ("creationDate", .sorting, "sort", .met),
      ("creationDate", .equality, "==", .missingIndex(.queryable, isServedOtherwise: false)),
      ("modificationDate", .sorting, "sort", .missingIndex(.sortable, isServedOtherwise: false)),
      ("Title", .equality, "==", .missingField(suggestion: "title")),
      ("name", .equality, "==", .missingField(suggestion: "CD_name")),
      ("other", .equality, "==", .missingField(suggestion: nil)),
      (nil, .everything, "TRUEPREDICATE", .missingIndex(.queryable, isServedOtherwise: false)),
      (nil, .text, "self CONTAINS", .missingIndex(.searchable, isServedOtherwise: false)),
    ] as [(String?, PredicateNeed.Kind, String, NeedVerdict)])
  func verdictOfARecordType(field: String?, kind: PredicateNeed.Kind, form: String, expected: NeedVerdict) throws {
    let document = SchemaDocument(
      text: """
        DEFINE SCHEMA
        RECORD TYPE Note (
          "___createTime" TIMESTAMP SORTABLE, title STRING QUERYABLE, tags LIST<STRING> QUERYABLE, photo ASSET,
          secret ENCRYPTED STRING, place LOCATION SORTABLE, CD_name STRING
        );
        """)
    let type = try #require(document.schema.recordType("Note"))
    #expect(type.verdict(on: PredicateNeed(field: field, kind: kind, form: form)) == expected)
  }
}
