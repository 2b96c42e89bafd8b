import SyncModel

/// Asset or list of bytes cannot have an index.
struct SchemaIndexOnAsset: LintRule {
  let info = CheckInfo(
    id: "schema-index-on-asset", title: "Asset or list of bytes cannot have an index", severity: .error,
    explanation: """
      Assets are stored outside the record, and lists of bytes or assets have no order and no equality that \
      the server knows; neither can be filtered or sorted by.
      """,
    advice: [
      "Remove the option",
      "Keep a second field, such as a checksum, for what must be queried",
    ])

  let examples = SchemaExamples(
    firingItems: "photo ASSET ↓QUERYABLE",
    quietItems: "photo ASSET")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    let refused: Set<FieldType> = [.single(.basic(.asset)), .list(.basic(.asset)), .list(.basic(.bytes))]
    return document.schema.recordTypes.flatMap(\.fields).filter { refused.contains($0.type) }.flatMap { field in
      field.options.map { option in
        info.finding(
          at: option.span, in: document,
          "field '\(field.name.text)' of type \(field.type.printed) cannot be \(option.index.rawValue)")
      }
    }
  }
}
