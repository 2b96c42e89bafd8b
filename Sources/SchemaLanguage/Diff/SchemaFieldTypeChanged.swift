import SyncModel

/// Field has another type in Production.
struct SchemaFieldTypeChanged: DiffRule {
  let info = CheckInfo(
    id: "schema-field-type-changed", title: "Field has another type in Production", severity: .error,
    explanation: """
      The type of a field in Production never changes, so the deployment is refused. Saving the other type \
      there ends with 'invalid attempt to set value type … for field …'.
      """,
    advice: [
      "Restore the type that Production has",
      "Give the values of the new type a field with a new name",
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x INT64 );",
        production: "RECORD TYPE A ( x DOUBLE );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x INT64 );",
        production: "RECORD TYPE A ( \"x\" int64 );"),
      SchemaPair(
        development: "RECORD TYPE A ( x ENCRYPTED STRING );",
        production: "RECORD TYPE A ( x STRING );"),
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonFields
      .filter { $0.development.type.plain != $0.production.type.plain }
      .map { pair in
        info.finding(
          at: pair.development.typeSpan, in: comparison.development,
          "field '\(pair.type).\(pair.development.name.text)' is \(pair.development.type.printed) "
            + "but \(pair.production.type.printed) in Production")
      }
  }
}
