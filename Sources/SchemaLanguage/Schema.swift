/// The record types and roles of a container's environment, in the order of the file.
package struct Schema: Equatable, Sendable {
  /// The roles that `CREATE ROLE` defines.
  package var roles: [SchemaName]
  package var recordTypes: [RecordType]

  package init(roles: [SchemaName] = [], recordTypes: [RecordType] = []) {
    self.roles = roles
    self.recordTypes = recordTypes
  }

  /// The first record type of that name.
  package func recordType(_ name: String) -> RecordType? { recordTypes.first { $0.name.text == name } }
}

/// A name with its place and spelling; names are case-sensitive.
package struct SchemaName: Equatable, Sendable {
  /// Without quotes.
  package var text: String
  package var isQuoted: Bool
  package var span: SourceSpan

  package init(_ text: String, isQuoted: Bool = false, span: SourceSpan = .none) {
    self.text = text
    self.isQuoted = isQuoted
    self.span = span
  }
}

/// A record type with its fields and grants.
package struct RecordType: Equatable, Sendable {
  package var name: SchemaName
  package var fields: [Field]
  package var grants: [Grant]
  /// From `RECORD` to the closing bracket.
  package var span: SourceSpan

  package init(name: SchemaName, fields: [Field] = [], grants: [Grant] = [], span: SourceSpan = .none) {
    self.name = name
    self.fields = fields
    self.grants = grants
    self.span = span
  }

  /// The first field of that name; a system field only when it is listed.
  package func field(_ name: String) -> Field? { fields.first { $0.name.text == name } }

  /// Listed fields that the developer named.
  package var ownFields: [Field] { fields.filter { SystemField(rawValue: $0.name.text) == nil } }

  /// True for `Users` and `cloudkit.…`, which CloudKit makes and keeps itself.
  package var isManaged: Bool { name.text == "Users" || name.text.hasPrefix("cloudkit.") }

  /// True for `CD_…`, the types that Core Data with CloudKit makes.
  package var isCoreData: Bool { name.text.hasPrefix("CD_") }
}

/// A field of a record type.
package struct Field: Equatable, Sendable {
  package var name: SchemaName
  package var type: FieldType
  package var typeSpan: SourceSpan
  package var options: [FieldOption]
  /// From the name to the last option.
  package var span: SourceSpan

  package init(
    name: SchemaName, type: FieldType, typeSpan: SourceSpan = .none, options: [FieldOption] = [],
    span: SourceSpan = .none
  ) {
    self.name = name
    self.type = type
    self.typeSpan = typeSpan
    self.options = options
    self.span = span
  }

  /// True when the field has the index.
  package func has(_ index: FieldIndex) -> Bool { options.contains { $0.index == index } }

  /// The indexes of the field, each once, in the order of the grammar.
  package var indexes: [FieldIndex] { FieldIndex.allCases.filter(has) }
}

/// An index option as it stands behind a field's type.
package struct FieldOption: Equatable, Sendable {
  package var index: FieldIndex
  package var span: SourceSpan

  package init(_ index: FieldIndex, span: SourceSpan = .none) {
    self.index = index
    self.span = span
  }
}

/// What an index makes possible: equality filters, range filters and sorting, text search.
package enum FieldIndex: String, CaseIterable, Sendable {
  case queryable = "QUERYABLE"
  case sortable = "SORTABLE"
  case searchable = "SEARCHABLE"
}

/// The type of a field: one value or a list of them.
package enum FieldType: Hashable, Sendable {
  case single(ValueType)
  case list(ValueType)

  /// The type of the value, or of each value of the list.
  package var element: ValueType {
    switch self {
    case .single(let type), .list(let type): type
    }
  }
}

/// The type of a value.
package enum ValueType: Hashable, Sendable {
  case basic(BasicType)
  /// `NUMBER`, with the type of `PREFERRED AS` if it is given: INT64 or DOUBLE.
  case number(preferred: BasicType?)
  /// `ENCRYPTED` and one of BYTES, STRING, DOUBLE, INT64, LOCATION, TIMESTAMP.
  case encrypted(BasicType)
}

/// The types that a single word names.
package enum BasicType: String, CaseIterable, Sendable {
  case asset = "ASSET"
  case bytes = "BYTES"
  case double = "DOUBLE"
  case int64 = "INT64"
  case location = "LOCATION"
  case reference = "REFERENCE"
  case string = "STRING"
  case timestamp = "TIMESTAMP"

  /// The types that may follow `ENCRYPTED`.
  package static let encryptable: [BasicType] = [.bytes, .string, .double, .int64, .location, .timestamp]
  /// The types that may follow `PREFERRED AS`.
  package static let numeric: [BasicType] = [.int64, .double]
}

/// Permissions that a role has for the records of a type in the public database.
package struct Grant: Equatable, Sendable {
  package var permissions: [GrantedPermission]
  package var role: SchemaName
  /// From `GRANT` to the role.
  package var span: SourceSpan

  package init(permissions: [GrantedPermission], role: SchemaName, span: SourceSpan = .none) {
    self.permissions = permissions
    self.role = role
    self.span = span
  }
}

/// A permission as it stands in a grant.
package struct GrantedPermission: Equatable, Sendable {
  package var permission: Permission
  package var span: SourceSpan

  package init(_ permission: Permission, span: SourceSpan = .none) {
    self.permission = permission
    self.span = span
  }
}

/// What a role may do with records of a type.
package enum Permission: String, CaseIterable, Sendable {
  case read = "READ"
  case create = "CREATE"
  case write = "WRITE"
}

/// The fields that every record type has, listed or not.
package enum SystemField: String, CaseIterable, Sendable {
  case createTime = "___createTime"
  case createdBy = "___createdBy"
  case etag = "___etag"
  case modTime = "___modTime"
  case modifiedBy = "___modifiedBy"
  case recordID = "___recordID"

  /// The type that the field has in every record type.
  package var type: FieldType {
    switch self {
    case .createTime, .modTime: .single(.basic(.timestamp))
    case .createdBy, .modifiedBy, .recordID: .single(.basic(.reference))
    case .etag: .single(.basic(.string))
    }
  }

  /// The field that a key of a predicate, a name in the Console or a word of a server message means, or nil.
  package init?(key: String) {
    switch key {
    case "recordID", "recordName", "___recordID": self = .recordID
    case "creationDate", "createdTimestamp", "created", "_createdTime", "___createTime": self = .createTime
    case "modificationDate", "modifiedTimestamp", "modified", "_modifiedTime", "___modTime": self = .modTime
    case "creatorUserRecordID", "createdUserRecordName", "createdBy", "___createdBy": self = .createdBy
    case "lastModifiedUserRecordID", "modifiedUserRecordName", "modifiedBy", "___modifiedBy": self = .modifiedBy
    case "recordChangeTag", "___etag": self = .etag
    default: return nil
    }
  }
}

/// The roles that every container has.
package enum SystemRole: String, CaseIterable, Sendable {
  case creator = "_creator"
  case icloud = "_icloud"
  case world = "_world"
}
