import SyncModel

/// Field exists in Production only.
struct SchemaFieldRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-field-removed", title: "Field exists in Production only", severity: .error,
    explanation: """
      A field in Production can be neither deleted nor renamed. A schema without it loses data, so the import \
      is refused as a whole.
      """,
    advice: [
      "Take the field over into the Development schema",
      "Stop using the field in the app instead of deleting it",
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING );",
        production: "RECORD TYPE A ( x STRING, y INT64 );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING );",
        production: "RECORD TYPE A ( \"___recordID\" REFERENCE, \"_pcs_data\" BYTES, x STRING );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonTypes.flatMap { pair in
      pair.production.comparableFields.filter { pair.development.field($0.name.text) == nil }.map { field in
        info.finding(
          at: field.span, in: comparison.production,
          "field '\(field.name.text)' of record type '\(pair.production.name.text)' is missing in Development: "
            + "the import will be refused")
      }
    }
  }
}
