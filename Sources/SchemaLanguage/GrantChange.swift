/// A permission that one environment grants and the other does not.
struct GrantChange: Equatable {
  var permission: Permission
  var role: String
  var span: SourceSpan

  /// `GRANT READ TO '_world'`.
  var words: String { "GRANT \(permission.rawValue) TO '\(role)'" }
}

/// The permissions of a type that the second definition grants and the first does not; each once.
func grantChanges(from old: RecordType, to new: RecordType) -> [GrantChange] {
  var known = Set(old.grants.flatMap { grant in grant.permissions.map { key($0.permission, grant.role.text) } })
  return new.grants.flatMap { grant in
    grant.permissions.compactMap { granted in
      guard known.insert(key(granted.permission, grant.role.text)).inserted else { return nil }
      return GrantChange(permission: granted.permission, role: grant.role.text, span: granted.span)
    }
  }
}

private func key(_ permission: Permission, _ role: String) -> String { "\(permission.rawValue) \(role)" }
