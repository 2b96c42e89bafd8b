import SyncModel

/// NUMBER does not say whether it prefers INT64 or DOUBLE.
struct SchemaNumberPreference: LintRule {
  let info = CheckInfo(
    id: "schema-number-preference", title: "NUMBER does not say whether it prefers INT64 or DOUBLE", severity: .warning,
    explanation: """
      A NUMBER without PREFERRED AS takes the type of the first value that is saved. Two builds that save an \
      integer and a fraction first end with different schemas.
      """,
    advice: [
      "Write NUMBER PREFERRED AS INT64 or NUMBER PREFERRED AS DOUBLE",
      "Or use INT64 or DOUBLE",
    ])

  let examples = SchemaExamples(
    firingItems: "ratio ↓NUMBER",
    quietItems: "ratio NUMBER PREFERRED AS DOUBLE")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.flatMap(\.fields)
      .filter { $0.type.element == .number(preferred: nil) }
      .map { field in
        info.finding(at: field.typeSpan, in: document, "field '\(field.name.text)' is NUMBER without PREFERRED AS")
      }
  }
}
