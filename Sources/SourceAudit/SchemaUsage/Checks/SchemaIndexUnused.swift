import SchemaLanguage
import SyncModel

/// No source uses the index.
struct SchemaIndexUnused: UsageCheck {
  let info = CheckInfo(
    id: "schema-index-unused", title: "No source uses the index", severity: .note,
    explanation: """
      Indexes cost space and time with every save. Queries that stand elsewhere, in a web service, another \
      target or the Console, are not seen; Core Data types and queries that could not be followed are left \
      out.
      """,
    advice: [
      "Remove the option when no released build and no tool uses it"
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    let used = UsedIndexes(usage)
    guard !used.isEmpty else { return [] }
    return document.schema.recordTypes.filter { !$0.isCoreData && !$0.isManaged }.flatMap { type -> [SourceFinding] in
      // Nothing is known of a type with a query that could not be followed, or that no source mentions.
      guard used.covers(type.name.text) else { return [] }
      return type.ownFields.flatMap { field in
        field.options.filter { !used.contains($0.index, of: field.name.text, in: type.name.text) }.map { option in
          info.finding(
            at: place(option.span, document),
            "no query in the sources uses the \(option.index.rawValue) index of '\(type.name.text).\(field.name.text)'")
        }
      }
    }
  }

  private func place(_ span: SourceSpan, _ document: SchemaDocument) -> SourcePlace {
    SourcePlace(
      path: document.path, line: span.line, column: span.column, endLine: span.endLine, endColumn: span.endColumn)
  }
}
