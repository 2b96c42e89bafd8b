import SyncModel

/// Field can be sorted by but not filtered for equality.
struct SchemaSortableOnly: LintRule {
  let info = CheckInfo(
    id: "schema-sortable-only", title: "Field can be sorted by but not filtered for equality", severity: .note,
    explanation: """
      SORTABLE serves sort descriptors and ranges. A filter with ==, IN or BEGINSWITH needs QUERYABLE as well.
      """,
    advice: [
      "Add QUERYABLE when a query filters the field for equality"
    ])

  let examples = SchemaExamples(
    firingItems: "rank INT64 ↓SORTABLE",
    quietItems: "rank INT64 QUERYABLE SORTABLE")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.flatMap(\.fields).filter { !$0.has(.queryable) }.compactMap { field in
      guard let option = field.options.first(where: { $0.index == .sortable }) else { return nil }
      return info.finding(at: option.span, in: document, "field '\(field.name.text)' is SORTABLE but not QUERYABLE")
    }
  }
}
