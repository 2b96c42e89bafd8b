import SchemaLanguage
import SyncModel

/// Sources use a field as another type than the schema has.
struct SchemaFieldTypeMismatch: UsageCheck {
  let info = CheckInfo(
    id: "schema-field-type-mismatch", title: "Sources use a field as another type than the schema has",
    severity: .error,
    explanation: """
      A field keeps its type for ever. Saving another one ends with 'invalid attempt to set value type …', and \
      a cast to another one gives nil.
      """,
    advice: [
      "Use the type of the schema",
      "Give the values of the new type a field with a new name",
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    usage.uses.compactMap { use -> SourceFinding? in
      // Without the record type a field of the same name may be meant.
      guard case .field(let access) = use.kind, let name = use.recordType,
        let field = document.schema.recordType(name)?.field(access.name)
      else { return nil }
      if let encrypted = access.isEncrypted, encrypted != isEncrypted(field), isAsset(field) == false {
        let words = encrypted ? "is not ENCRYPTED, but encryptedValues is used" : "is ENCRYPTED; use encryptedValues"
        return info.finding(at: use.place, "field '\(name).\(access.name)' \(words)")
      }
      guard let type = access.type, let severity = severity(of: type, for: field.type, isWrite: access.isWrite) else {
        return nil
      }
      return info.finding(
        at: use.place, severity: severity,
        "field '\(name).\(access.name)' is \(field.type.printed) in the schema, used as \(type.printed)")
    }
  }

  private func isEncrypted(_ field: Field) -> Bool { field.type.isEncrypted }

  /// Assets are encrypted without being declared so.
  private func isAsset(_ field: Field) -> Bool { field.type.element == .basic(.asset) }

  private func severity(of used: FieldType, for declared: FieldType, isWrite: Bool) -> Severity? {
    switch (used, declared) {
    case (.single, .list), (.list, .single): return .error
    default: break
    }
    guard case .basic(let used) = used.element else { return nil }
    let wanted: BasicType
    switch declared.element {
    case .basic(let type), .encrypted(let type): wanted = type
    case .number: return BasicType.numeric.contains(used) ? nil : .error
    }
    if used == wanted { return nil }
    // Numbers convert when they are read; whether the server takes one for the other on a save is not documented.
    if BasicType.numeric.contains(used), BasicType.numeric.contains(wanted) { return isWrite ? .warning : nil }
    return .error
  }
}
