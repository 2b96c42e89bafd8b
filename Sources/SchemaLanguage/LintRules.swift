import SyncModel

/// Every lint rule, in the order of the docs.
package enum LintRules {
  package static let all: [any LintRule] = [
    SchemaSyntax(),
    SchemaDuplicateType(),
    SchemaDuplicateField(),
    SchemaReservedWord(),
    SchemaReservedName(),
    SchemaSystemFieldType(),
    SchemaIndexOnEncrypted(),
    SchemaIndexOnAsset(),
    SchemaSearchableType(),
    SchemaNumberPreference(),
    SchemaNoGrants(),
    SchemaUndefinedRole(),
    SchemaCreateNotGranted(),
    SchemaOpenWrite(),
    SchemaCoreDataEntityName(),
    SchemaNoRecordNameIndex(),
    SchemaUnindexedType(),
    SchemaSortableOnly(),
  ]

  /// The rules that speak of grants, which count in the public database only.
  package static let aboutGrants: Set<String> = [
    "schema-no-grants", "schema-create-not-granted", "schema-open-write",
  ]
}

/// The findings of lint rules in a file, in the order of the file.
package func lintFindings(
  in document: SchemaDocument, rules: [any LintRule] = LintRules.all
) -> [SourceFinding] {
  sorted(rules.flatMap { $0.findings(in: document) })
}

/// Orders findings by path, place and id.
package func sorted(_ findings: [SourceFinding]) -> [SourceFinding] {
  findings.sorted { ($0.path, $0.line, $0.column, $0.id) < ($1.path, $1.line, $1.column, $1.id) }
}
