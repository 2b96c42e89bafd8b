import SyncModel

/// Index of a system field would be dropped.
struct SchemaSystemIndexRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-system-index-removed", title: "Index of a system field would be dropped", severity: .warning,
    explanation: """
      The indexes of system fields exist only while the file lists them. Importing a file that leaves the \
      field or its option out drops the index, and queries for all records or by date begin to fail.
      """,
    advice: [
      "List the system field with its options in the Development schema"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING );",
        production: "RECORD TYPE A ( x STRING, \"___recordID\" REFERENCE QUERYABLE );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING );",
        production: "RECORD TYPE A ( x STRING QUERYABLE, \"___recordID\" REFERENCE );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonTypes.flatMap { pair in
      pair.production.fields.filter { SystemField(rawValue: $0.name.text) != nil }.flatMap { field in
        field.options.filter { pair.development.field(field.name.text)?.has($0.index) != true }.map { option in
          info.finding(
            at: option.span, in: comparison.production,
            "\(option.index.rawValue) index of '\(pair.production.name.text).\(field.name.text)' "
              + "is missing in Development")
        }
      }
    }
  }
}
