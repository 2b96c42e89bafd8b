import SyncModel

/// Everybody may change or create records of the type.
struct SchemaOpenWrite: LintRule {
  let info = CheckInfo(
    id: "schema-open-write", title: "Everybody may change or create records of the type", severity: .warning,
    explanation: """
      WRITE to _icloud lets anybody with an Apple Account change and delete the records of all others, WRITE \
      or CREATE to _world lets anybody at all. That is rarely meant: creators can change their own records \
      with WRITE to _creator.
      """,
    advice: [
      "Grant WRITE to _creator only",
      "Define a role with CREATE ROLE for moderators and grant WRITE to it",
    ])

  let examples = SchemaExamples(
    firingItems: "GRANT ↓WRITE TO \"_icloud\"",
    quietItems: "GRANT CREATE TO \"_icloud\"")

  func findings(in document: SchemaDocument) -> [SourceFinding] {
    document.schema.recordTypes.filter { !$0.isManaged }.flatMap { type in
      type.grants.flatMap { grant in
        grant.permissions.filter { isOpen($0.permission, to: grant.role.text) }.map { granted in
          info.finding(
            at: granted.span, in: document,
            "\(granted.permission.rawValue) to '\(grant.role.text)' opens all records of type '\(type.name.text)'")
        }
      }
    }
  }

  private func isOpen(_ permission: Permission, to role: String) -> Bool {
    switch SystemRole(rawValue: role) {
    case .world: permission != .read
    case .icloud: permission == .write
    case .creator, nil: false
    }
  }
}
