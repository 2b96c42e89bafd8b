import SyncModel

/// System field has another type than CloudKit gives it.
struct SchemaSystemFieldType: LintRule {
  let info = CheckInfo(
    id: "schema-system-field-type", title: "System field has another type than CloudKit gives it", severity: .error,
    explanation: """
      The six system fields exist in every record type with fixed types; a file may list them to give them \
      indexes, not to change their types.
      """,
    advice: [
      "Give the field the type that the message names"
    ])

  let examples = SchemaExamples(
    firingItems: "\"___createTime\" ↓STRING",
    quietItems: "\"___createTime\" TIMESTAMP SORTABLE")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.flatMap(\.fields).compactMap { field in
      guard let system = SystemField(rawValue: field.name.text), field.type != system.type else { return nil }
      return info.finding(
        at: field.typeSpan, in: document,
        "system field '\(system.rawValue)' has the type \(system.type.printed), not \(field.type.printed)")
    }
  }
}
