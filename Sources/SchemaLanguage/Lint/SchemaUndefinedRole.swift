import SyncModel

/// GRANT names a role that is not defined.
struct SchemaUndefinedRole: LintRule {
  let info = CheckInfo(
    id: "schema-undefined-role", title: "GRANT names a role that is not defined", severity: .error,
    explanation: """
      Besides _creator, _icloud and _world only roles exist that the file defines with CREATE ROLE. A grant to \
      another name is refused.
      """,
    advice: [
      "Define the role with 'CREATE ROLE name;' before the record types",
      "Compare the spelling with _creator, _icloud and _world",
    ])

  let examples = SchemaExamples(
    firingItems: "GRANT READ TO ↓editor",
    quietItems: "GRANT READ TO \"_icloud\"")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    let defined = Set(document.schema.roles.map(\.text) + SystemRole.allCases.map(\.rawValue))
    let undefined = document.schema.recordTypes.flatMap(\.grants).map(\.role).filter { !defined.contains($0.text) }
    return undefined.map { role in
      let hint = SystemRole(rawValue: "_" + role.text.lowercased()).map { "; did you mean '\($0.rawValue)'?" } ?? ""
      return info.finding(at: role.span, in: document, "role '\(role.text)' is not defined\(hint)")
    }
  }
}
