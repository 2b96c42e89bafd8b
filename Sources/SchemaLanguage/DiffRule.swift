import SyncModel

/// One way in which Production can differ from Development.
package protocol DiffRule: Sendable {
  var info: CheckInfo { get }
  /// The rule's documentation and its tests.
  var examples: DiffExamples { get }
  func findings(in comparison: SchemaComparison) -> [SourceFinding]
}

/// Pairs of record type items between which a diff rule must and must not find exactly one difference.
package struct DiffExamples: Sendable {
  package var firing: [SchemaPair]
  package var quiet: [SchemaPair]

  package init(firing: [SchemaPair], quiet: [SchemaPair]) {
    self.firing = firing
    self.quiet = quiet
  }
}

/// The schema of the Development environment and that of Production, as texts behind `DEFINE SCHEMA`.
package struct SchemaPair: Sendable {
  package var development: String
  package var production: String

  package init(development: String, production: String) {
    self.development = development
    self.production = production
  }
}

/// The schemas of both environments, side by side.
package struct SchemaComparison: Sendable {
  package var development: SchemaDocument
  package var production: SchemaDocument

  package init(development: SchemaDocument, production: SchemaDocument) {
    self.development = development
    self.production = production
  }

  /// Record types that both environments have; the first definition of a name counts.
  var commonTypes: [(development: RecordType, production: RecordType)] {
    development.schema.recordTypes.compactMap { type in
      production.schema.recordType(type.name.text).map { (type, $0) }
    }
  }

  /// Fields that both environments have in a type that both have.
  var commonFields: [(type: String, development: Field, production: Field)] {
    commonTypes.flatMap { pair in
      pair.development.fields.compactMap { field in
        pair.production.field(field.name.text).map { (pair.development.name.text, field, $0) }
      }
    }
  }
}

extension RecordType {
  /// Own fields that count as differences: `_pcs_data` comes and goes by itself.
  var comparableFields: [Field] { ownFields.filter { $0.name.text != "_pcs_data" } }
}
