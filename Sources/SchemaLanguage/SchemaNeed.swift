/// What an app needs of a schema so that a request succeeds.
package struct SchemaNeed: Hashable, Sendable {
  /// The kinds of need, in the order in which they build on each other.
  package enum Kind: Hashable, Sendable {
    /// The record type, or the field when one is given, must exist.
    case existence
    case index(FieldIndex)
  }

  /// Nil when the server message does not tell it, as in `Field 'x' is not marked queryable`.
  package var recordType: String?
  /// The name in the schema; nil = the record type as such.
  package var field: String?
  package var kind: Kind

  /// Makes a need; `recordName`, `creationDate` and other keys are translated to the names of system fields.
  package init(recordType: String?, field: String?, kind: Kind) {
    self.recordType = recordType
    self.field = field.map { SystemField(key: $0)?.rawValue ?? $0 }
    self.kind = kind
  }
}

extension SchemaNeed {
  /// The needs that the server messages in a text name, each once, in their order.
  ///
  /// Known are `Cannot create new type T in production schema`, `Cannot create or modify field 'F' in record 'T' in
  /// production schema`, `Field 'F' is not marked queryable` (also sortable, searchable), and the titles of
  /// `schema-not-deployed`.
  package static func needs(in text: String) -> [SchemaNeed] {
    let found = missingTypes(in: text) + missingFields(in: text) + missingIndexes(in: text)
    var seen: Set<SchemaNeed> = []
    return found.sorted { $0.at < $1.at }.map(\.need).filter { seen.insert($0).inserted }
  }

  private typealias Found = (at: String.Index, need: SchemaNeed)

  private static func missingTypes(in text: String) -> [Found] {
    let server = text.matches(
      of: /(?i)cannot create new type\s+['"]?([A-Za-z_][A-Za-z0-9_.]*)['"]?\s+in production schema/
    )
    .map { ($0.range.lowerBound, String($0.1)) }
    let title = text.matches(of: /Record type '([^']+)' is missing in Production/)
      .map { ($0.range.lowerBound, String($0.1)) }
    return (server + title).map { ($0, SchemaNeed(recordType: $1, field: nil, kind: .existence)) }
  }

  private static func missingFields(in text: String) -> [Found] {
    let server = text.matches(
      of: /(?i)cannot create or modify field\s+\\?['"]([^'"\\]+)\\?['"]\s+in record\s+\\?['"]([^'"\\]+)\\?['"]/
    )
    .map { ($0.range.lowerBound, String($0.2), String($0.1)) }
    let title = text.matches(of: /Field '([^']+)' of type '([^']+)' is missing in Production/)
      .map { ($0.range.lowerBound, String($0.2), String($0.1)) }
    return (server + title).map { ($0, SchemaNeed(recordType: $1, field: $2, kind: .existence)) }
  }

  private static func missingIndexes(in text: String) -> [Found] {
    text.matches(of: /(?i)field\s+\\?['"]([^'"\\]+)\\?['"]\s+is not marked (queryable|sortable|searchable)/)
      .compactMap { match in
        FieldIndex(rawValue: match.2.uppercased()).map { index in
          (match.range.lowerBound, SchemaNeed(recordType: nil, field: String(match.1), kind: .index(index)))
        }
      }
  }
}
