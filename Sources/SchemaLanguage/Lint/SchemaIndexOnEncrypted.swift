import SyncModel

/// Encrypted field cannot have an index.
struct SchemaIndexOnEncrypted: LintRule {
  let info = CheckInfo(
    id: "schema-index-on-encrypted", title: "Encrypted field cannot have an index", severity: .error,
    explanation: """
      The server never sees the content of an encrypted field, so it can neither filter nor sort by it.
      """,
    advice: [
      "Remove the option",
      "Keep a second field without ENCRYPTED for what must be queried",
    ])

  let examples = SchemaExamples(
    firingItems: "secret ENCRYPTED STRING ↓QUERYABLE",
    quietItems: "secret ENCRYPTED STRING")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.flatMap(\.fields).flatMap { field -> [SourceFinding] in
      guard case .encrypted = field.type.element else { return [] }
      return field.options.map { option in
        info.finding(
          at: option.span, in: document, "encrypted field '\(field.name.text)' cannot be \(option.index.rawValue)")
      }
    }
  }
}
