import SyncModel

/// Index exists in Development only.
struct SchemaIndexNotDeployed: DiffRule {
  let info = CheckInfo(
    id: "schema-index-not-deployed", title: "Index exists in Development only", severity: .warning,
    explanation: """
      Queries that need the index work in Development and end in Production with 'Field … is not marked \
      queryable' or 'sortable'.
      """,
    advice: [
      "Deploy the schema changes to Production in CloudKit Console before the build is released"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING QUERYABLE );",
        production: "RECORD TYPE A ( x STRING );"),
      SchemaPair(
        development: "RECORD TYPE A ( \"___recordID\" REFERENCE QUERYABLE, x STRING );",
        production: "RECORD TYPE A ( x STRING );"),
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING QUERYABLE SORTABLE );",
        production: "RECORD TYPE A ( x STRING SORTABLE queryable );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonTypes.flatMap { pair in
      pair.development.fields.flatMap { field in
        missing(field, in: pair.production).map { option in
          info.finding(
            at: option.span, in: comparison.development,
            "\(option.index.rawValue) index of '\(pair.development.name.text).\(field.name.text)' is not deployed")
        }
      }
    }
  }

  /// Options that Production lacks; a new field is reported as a whole, an unlisted system field has none.
  private func missing(_ field: Field, in production: RecordType) -> [FieldOption] {
    let deployed = production.field(field.name.text)
    if deployed == nil, SystemField(rawValue: field.name.text) == nil { return [] }
    return field.options.filter { deployed?.has($0.index) != true }
  }
}
