import SyncModel

/// Schema file departs from the CloudKit Schema Language.
package struct SchemaSyntax: LintRule {
  package init() {}

  package let info = CheckInfo(
    id: "schema-syntax", title: "Schema file departs from the CloudKit Schema Language", severity: .error,
    explanation: """
      CloudKit refuses a schema file with a syntax error as a whole. ckdiag reads on behind each error, so \
      that one run names several of them; what stands in a broken line is unknown to the other rules.
      """,
    advice: [
      "Correct the place that the message names",
      "Export the schema with 'cktool export-schema' and compare",
    ])

  package let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note (
        title ↓TEXT,
        body STRING ↓INDEXED,
        GRANT READ ↓"_world"
      );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note ( /* "title" ( */ title STRING, -- GRANT
        GRANT READ TO "_world" )
      """
    ])

  package func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.syntaxErrors.map { error in
      info.finding(at: error.span, in: document, advice: error.help.map { [$0] }, error.message)
    }
  }
}
