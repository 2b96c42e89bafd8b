import SyncModel

/// Name begins with an underscore but is none of the system's.
struct SchemaReservedName: LintRule {
  let info = CheckInfo(
    id: "schema-reserved-name", title: "Name begins with an underscore but is none of the system's", severity: .error,
    explanation: """
      CloudKit keeps names that begin with an underscore for its own fields and roles. A record type, field or \
      role of the developer with such a name is refused.
      """,
    advice: [
      "Rename it so that it begins with a letter",
      "Compare with ___createTime, ___createdBy, ___etag, ___modTime, ___modifiedBy and ___recordID",
    ])

  let examples = SchemaExamples(
    firingItems: "↓\"__recordID\" REFERENCE",
    quietItems: "\"___modTime\" TIMESTAMP")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    let schema = document.schema
    let fields = schema.recordTypes.flatMap(\.fields).map(\.name)
      // `_pcs_data` is CloudKit's own and stands in some exports.
      .filter { SystemField(rawValue: $0.text) == nil && $0.text != "_pcs_data" }
    let roles = schema.roles.filter { SystemRole(rawValue: $0.text) == nil }
    return (schema.recordTypes.map(\.name) + fields + roles)
      .filter { $0.text.hasPrefix("_") }
      .map { info.finding(at: $0.span, in: document, "name '\($0.text)' must not begin with an underscore") }
  }
}
