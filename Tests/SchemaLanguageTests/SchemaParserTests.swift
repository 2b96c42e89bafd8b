import SchemaLanguage
import Testing

struct SchemaParserTests {
  @Test func parsesWhatTheGeneratorSpellsAndPrints() {
    for seed in 0..<10_000 as Range<UInt64> {
      var generator = SchemaGenerator(seed: seed)
      let schema = generator.schema()
      let meaning = schema.withoutSpelling
      let spelled = SchemaDocument(text: generator.spelling(of: schema))
      let printed = SchemaDocument(text: schema.printed())
      guard spelled.syntaxErrors.isEmpty, spelled.schema.withoutSpelling == meaning,
        printed.syntaxErrors.isEmpty, printed.schema.withoutSpelling == meaning,
        printed.schema.printed() == schema.printed()
      else {
        Issue.record("seed \(seed): \(spelled.syntaxErrors)\n\(printed.syntaxErrors)\n\(schema.printed())")
        return
      }
    }
  }

  @Test func givesPositionsInsideBrokenFiles() {
    var broken = 0
    for seed in 0..<10_000 as Range<UInt64> {
      var generator = SchemaGenerator(seed: seed)
      let schema = generator.schema()
      let bytes = generator.mutation(of: generator.spelling(of: schema))
      let document = SchemaDocument(path: "x", bytes: bytes)
      if !document.syntaxErrors.isEmpty { broken += 1 }
      for error in document.syntaxErrors {
        let span = error.span
        let before = bytes[..<min(span.start, bytes.count)]
        guard span.start >= 0, span.start <= span.end, span.end <= bytes.count, span.line == lines(in: before),
          span.column >= 1, !error.message.isEmpty
        else {
          Issue.record("seed \(seed): \(error)")
          return
        }
      }
    }
    #expect(broken > 5_000)
  }

  @Test func namesAnErrorWhereverAFileIsCut() {
    let text = """
      DEFINE SCHEMA
      CREATE ROLE a; /* c */
      RECORD TYPE "B" ( x LIST<STRING> QUERYABLE, y ENCRYPTED BYTES, z NUMBER PREFERRED AS INT64, GRANT READ TO a );
      """
    let whole = (0..<text.utf8.count - 1).filter { length in
      SchemaDocument(path: "x", bytes: Array(text.utf8.prefix(length))).syntaxErrors.isEmpty
    }
    // Behind the header, behind the role with and without its semicolon, and behind the comment.
    #expect(whole == [13, 14, 27, 28, 29, 36, 37])
  }

  @Test func reportsSeveralErrorsInOneRun() {
    let document = SchemaDocument(
      text: """
        DEFINE SCHEMA
        SECURITY ROLE x ( RECORD TYPE y );
        RECORD TYPE Note (
          title INTEGER QUERYABLE,
          body STRING
          link REFERENCE,
          ___etag STRING,
          count INT64 INDEXED,
          tags LIST<STRING,
          GRANT DELETE TO "_world",
          GRANT READ TO "_world"
        )
        RECORD TYPE Tag ( word STRING ;
        CREATE TABLE z;
        RECORD TYPE End ( last STRING );
        """)
    #expect(
      document.syntaxErrors.map { "\($0.span.line):\($0.span.column): \($0.message)" } == [
        "2:1: expected 'RECORD TYPE' or 'CREATE ROLE', found 'SECURITY'",
        "4:9: expected a type, found 'INTEGER'",
        "5:14: missing ','",
        "7:3: name '___etag' must be quoted",
        "8:15: expected QUERYABLE, SORTABLE, SEARCHABLE, ',' or ')', found 'INDEXED'",
        "9:19: expected '>' behind the type of a list, found ','",
        "10:9: expected READ, CREATE or WRITE, found 'DELETE'",
        "12:2: missing ';' behind a declaration",
        "13:30: missing ')' of record type 'Tag'",
        "14:8: expected 'ROLE' behind 'CREATE', found 'TABLE'",
      ])
    #expect(
      document.schema.printed() == """
        DEFINE SCHEMA

            RECORD TYPE Note (
                body      STRING,
                link      REFERENCE,
                "___etag" STRING,
                count     INT64,
                GRANT READ TO "_world"
            );

            RECORD TYPE Tag (
                word STRING
            );

            RECORD TYPE End (
                last STRING
            );

        """)
  }

  @Test func countsColumnsInBytesBehindAByteOrderMark() {
    let document = SchemaDocument(text: "\u{FEFF}DEFINE SCHEMA\r\nRECORD TYPE \"Ö\" ( x FOO );")
    #expect(document.syntaxErrors.map(\.span.line) == [2])
    #expect(document.syntaxErrors.map(\.span.column) == [22])
    #expect(document.schema.recordTypes.map(\.name.text) == ["Ö"])
  }

  @Test(arguments: [
    ("", "1:1: expected 'DEFINE SCHEMA', found nothing"),
    ("DEFINE SCHEMA /* open", "1:15: missing '*/' of a comment"),
    ("DEFINE SCHEMA RECORD TYPE \"A", "1:27: missing closing quote of a name"),
    ("DEFINE SCHEMA RECORD TYPE \"\" ( x STRING )", "1:27: name of a record type must not be empty"),
    (
      "DEFINE SCHEMA RECORD TYPE A ( x ENCRYPTED ASSET )",
      "1:43: expected BYTES, STRING, DOUBLE, INT64, LOCATION, "
        + "TIMESTAMP behind 'ENCRYPTED', found 'ASSET'"
    ),
    (
      "DEFINE SCHEMA RECORD TYPE A ( x NUMBER PREFERRED AS STRING )",
      "1:53: expected INT64, DOUBLE behind "
        + "'PREFERRED AS', found 'STRING'"
    ),
  ])
  func namesThePlaceOfAnError(text: String, expected: String) {
    let errors = SchemaDocument(text: text).syntaxErrors
    #expect(errors.first.map { "\($0.span.line):\($0.span.column): \($0.message)" } == expected)
  }

  @Test func stopsCountingErrorsOfAForeignFile() {
    let document = SchemaDocument(text: String(repeating: "{\"a\": [1, 2]}\n", count: 10_000))
    #expect(document.syntaxErrors.count == 2)
    let types = String(repeating: "RECORD TYPE A ( x FOO );\n", count: 1_000)
    #expect(SchemaDocument(text: "DEFINE SCHEMA\n" + types).syntaxErrors.count == SchemaDocument.errorLimit)
  }

  private func lines(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 1
    for (index, byte) in zip(bytes.indices, bytes) {
      let next = bytes.index(after: index)
      if byte == 10 || (byte == 13 && !(next < bytes.endIndex && bytes[next] == 10)) { count += 1 }
    }
    return count
  }
}
