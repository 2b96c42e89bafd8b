import SchemaLanguage
import SyncModel

/// Sources use a record type that the schema does not have.
struct SchemaTypeMissing: UsageCheck {
  let info = CheckInfo(
    id: "schema-type-missing", title: "Sources use a record type that the schema does not have", severity: .error,
    explanation: """
      Development makes a record type when its first record is saved; Production never does. A type that is in \
      no schema file cannot be deployed.
      """,
    advice: [
      "Save a record of the type in Development and export the schema again",
      "Compare the spelling: names are case-sensitive",
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    var seen: Set<String> = []
    return usage.uses.compactMap { use -> SourceFinding? in
      guard case .recordType = use.kind, let name = use.recordType, document.schema.recordType(name) == nil,
        !isManaged(name), seen.insert("\(use.place.path) \(name)").inserted
      else { return nil }
      let likely = document.schema.likelyRecordType(for: name)
      return info.finding(
        at: use.place, edits: likely == nil ? document.edits(for: need(of: name, usage)) : [],
        advice: likely.map { ["Use '\($0)', which the schema has"] } ?? [],
        "record type '\(name)' is not in the schema\(likely.map { "; did you mean '\($0)'?" } ?? "")")
    }
  }

  /// `Users` and `cloudkit.…` exist in every container, listed or not.
  private func isManaged(_ name: String) -> Bool { RecordType(name: SchemaName(name)).isManaged }

  private func need(of name: String, _ usage: SchemaUsage) -> SchemaNeed {
    SchemaNeed(recordType: name, field: nil, kind: .existence)
  }
}
