import SyncModel

/// Index exists in Production only.
struct SchemaIndexRemoved: DiffRule {
  let info = CheckInfo(
    id: "schema-index-removed", title: "Index exists in Production only", severity: .note,
    explanation: """
      Deploying removes the index from Production as well. Released builds whose queries need it begin to \
      fail.
      """,
    advice: [
      "Keep the index while released builds use it"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING );",
        production: "RECORD TYPE A ( x STRING SORTABLE );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x STRING );",
        production: "RECORD TYPE A ( x STRING, y STRING SORTABLE );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonFields.filter { SystemField(rawValue: $0.development.name.text) == nil }.flatMap { pair in
      pair.production.options.filter { !pair.development.has($0.index) }.map { option in
        info.finding(
          at: option.span, in: comparison.production,
          "\(option.index.rawValue) index of '\(pair.type).\(pair.production.name.text)' is missing in Development")
      }
    }
  }
}
