import SyncModel

/// Record type is defined twice.
struct SchemaDuplicateType: LintRule {
  let info = CheckInfo(
    id: "schema-duplicate-type", title: "Record type is defined twice", severity: .error,
    explanation: """
      A record type has one definition. Which of two definitions counts is not specified, and the import is \
      refused.
      """,
    advice: [
      "Merge the fields and grants of both definitions into one"
    ])

  let examples = SchemaExamples(
    firing: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note ( title STRING );
      RECORD TYPE ↓"Note" ( body STRING );
      """
    ],
    quiet: [
      """
      DEFINE SCHEMA
      RECORD TYPE Note ( title STRING );
      RECORD TYPE note ( title STRING );
      """
    ])

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    var lines: [String: Int] = [:]
    return document.schema.recordTypes.compactMap { type in
      guard let line = lines[type.name.text] else {
        lines[type.name.text] = type.name.span.line
        return nil
      }
      return info.finding(
        at: type.name.span, in: document, "record type '\(type.name.text)' is already defined in line \(line)")
    }
  }
}
