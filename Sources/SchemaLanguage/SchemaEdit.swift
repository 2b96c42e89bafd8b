/// A change of a schema file that meets a need.
package struct SchemaEdit: Equatable, Sendable {
  /// What the change does to the file.
  package enum Change: Equatable, Sendable {
    /// The field stands in the line that the edit names; it gets another text.
    case replaceField
    /// A new first line behind the line that the edit names.
    case addField
    /// A new record type at the end of the file, behind the line that the edit names.
    case addType
  }

  package var change: Change
  package var path: String
  /// 1-based.
  package var line: Int
  package var recordType: String
  /// What must stand there, without indent and comma; several lines for a new record type.
  package var text: String

  package init(change: Change, path: String, line: Int, recordType: String, text: String) {
    self.change = change
    self.path = path
    self.line = line
    self.recordType = recordType
    self.text = text
  }

  /// One sentence for the advice of a finding: `in Notes.ckdb, line 7, write: shade STRING QUERYABLE`.
  package var advice: String {
    switch change {
    case .replaceField: "In '\(path)', line \(line), write: \(text)"
    case .addField: "In '\(path)', add to record type '\(recordType)' behind line \(line): \(text)"
    case .addType:
      "In '\(path)', add: \(text.split(separator: "\n").joined(separator: " ").replacing("  ", with: ""))"
    }
  }
}

extension SchemaDocument {
  /// The edits that meet a need; empty when the file meets it already.
  ///
  /// A need without a record type concerns every type that has the field, or all types for a system field. The type of
  /// a field that the file does not have is `fieldType`, and STRING when nobody knows.
  package func edits(for need: SchemaNeed, fieldType: FieldType? = nil) -> [SchemaEdit] {
    guard let name = need.recordType else {
      guard let field = need.field else { return [] }
      let isSystem = SystemField(rawValue: field) != nil
      return schema.recordTypes.filter { !$0.isManaged && ($0.field(field) != nil || isSystem) }.compactMap {
        edit(of: $0, field: field, kind: need.kind, fieldType: fieldType)
      }
    }
    guard let type = schema.recordType(name) else { return [newType(name, for: need, fieldType: fieldType)] }
    return need.field.flatMap { edit(of: type, field: $0, kind: need.kind, fieldType: fieldType) }.map { [$0] } ?? []
  }

  private func edit(of type: RecordType, field: String, kind: SchemaNeed.Kind, fieldType: FieldType?) -> SchemaEdit? {
    let system = SystemField(rawValue: field)
    if var present = type.field(field) {
      guard case .index(let index) = kind, !present.has(index) else { return nil }
      present.options.append(FieldOption(index))
      return SchemaEdit(
        change: .replaceField, path: path, line: present.name.span.line, recordType: type.name.text,
        text: present.printed())
    }
    // A system field is there without being listed.
    if system != nil, kind == .existence { return nil }
    let added = newField(field, kind: kind, fieldType: system?.type ?? fieldType)
    return SchemaEdit(
      change: .addField, path: path, line: type.name.span.line, recordType: type.name.text, text: added.printed())
  }

  private func newType(_ name: String, for need: SchemaNeed, fieldType: FieldType?) -> SchemaEdit {
    let field = need.field.map {
      newField($0, kind: need.kind, fieldType: SystemField(rawValue: $0)?.type ?? fieldType)
    }
    let grants = [(Permission.write, SystemRole.creator), (.create, .icloud), (.read, .world)].map { permission, role in
      Grant(permissions: [GrantedPermission(permission)], role: SchemaName(role.rawValue))
    }
    let type = RecordType(name: SchemaName(name), fields: field.map { [$0] } ?? [], grants: grants)
    let text = Schema(recordTypes: [type]).printed().split(separator: "\n").dropFirst().joined(separator: "\n")
    return SchemaEdit(
      change: .addType, path: path, line: schema.recordTypes.last?.span.endLine ?? 1, recordType: name, text: text)
  }

  private func newField(_ name: String, kind: SchemaNeed.Kind, fieldType: FieldType?) -> Field {
    var field = Field(name: SchemaName(name), type: fieldType ?? .single(.basic(.string)))
    if case .index(let index) = kind { field.options.append(FieldOption(index)) }
    return field
  }
}
