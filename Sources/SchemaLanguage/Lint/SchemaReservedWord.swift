import SyncModel

/// Reserved word stands unquoted as a name.
struct SchemaReservedWord: LintRule {
  let info = CheckInfo(
    id: "schema-reserved-word", title: "Reserved word stands unquoted as a name", severity: .error,
    explanation: """
      The words grant, preferred, queryable, sortable and searchable belong to the grammar. As names they must \
      stand in quotes.
      """,
    advice: [
      "Put the name in quotes"
    ])

  let examples = SchemaExamples(
    firingItems: "↓grant STRING",
    quietItems: "\"grant\" STRING")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.names
      .filter { !$0.isQuoted && $0.isReservedWord }
      .map { name in info.finding(at: name.span, in: document, "reserved word '\(name.text)' must be quoted") }
  }
}
