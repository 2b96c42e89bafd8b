extension Schema {
  /// The schema without its spelling: no positions, no quotes, options and permissions once and in a fixed order.
  ///
  /// Two schemas mean the same when these are equal; the order of types, fields and grants is kept.
  package var withoutSpelling: Schema {
    Schema(roles: roles.map(\.withoutSpelling), recordTypes: recordTypes.map(\.withoutSpelling))
  }
}

extension SchemaName {
  fileprivate var withoutSpelling: SchemaName { SchemaName(text) }
}

extension RecordType {
  fileprivate var withoutSpelling: RecordType {
    RecordType(
      name: name.withoutSpelling,
      fields: fields.map { field in
        Field(name: field.name.withoutSpelling, type: field.type, options: field.indexes.map { FieldOption($0) })
      },
      grants: grants.map { grant in
        let granted = Set(grant.permissions.map(\.permission))
        return Grant(
          permissions: Permission.allCases.filter(granted.contains).map { GrantedPermission($0) },
          role: grant.role.withoutSpelling)
      })
  }
}

extension Schema {
  /// Every name that the file gives or uses, in no particular order.
  var names: [SchemaName] {
    roles + recordTypes.map(\.name) + recordTypes.flatMap(\.fields).map(\.name)
      + recordTypes.flatMap(\.grants).map(\.role)
  }
}

extension FieldType {
  /// True when the values, or those of the list, are encrypted.
  package var isEncrypted: Bool {
    if case .encrypted = element { return true }
    return false
  }

  /// The type without encryption and number preference.
  var plain: FieldType {
    let type: ValueType =
      switch element {
      case .basic(let type), .encrypted(let type): .basic(type)
      case .number: .number(preferred: nil)
      }
    if case .list = self { return .list(type) }
    return .single(type)
  }
}
