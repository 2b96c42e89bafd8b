import SyncModel

/// Every diff rule, in the order of the docs.
package enum DiffRules {
  package static let all: [any DiffRule] = [
    SchemaTypeNotDeployed(),
    SchemaFieldNotDeployed(),
    SchemaIndexNotDeployed(),
    SchemaRoleNotDeployed(),
    SchemaGrantNotDeployed(),
    SchemaShareNotDeployed(),
    SchemaTypeRemoved(),
    SchemaManagedTypeRemoved(),
    SchemaFieldRemoved(),
    SchemaFieldTypeChanged(),
    SchemaEncryptionChanged(),
    SchemaNumberPreferenceChanged(),
    SchemaSystemIndexRemoved(),
    SchemaIndexRemoved(),
    SchemaGrantRemoved(),
    SchemaRoleRemoved(),
  ]
}

/// What differs between two environments: first what concerns the Development file, then Production's.
///
/// Order, comments, keyword case, quoting and unlisted system fields never matter.
package func diffFindings(
  in comparison: SchemaComparison, rules: [any DiffRule] = DiffRules.all
) -> [SourceFinding] {
  let findings = rules.flatMap { $0.findings(in: comparison) }
  let path = comparison.development.path
  return sorted(findings.filter { $0.path == path }) + sorted(findings.filter { $0.path != path })
}
