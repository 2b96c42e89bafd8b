/// What one condition of a predicate needs of the schema.
package struct PredicateNeed: Hashable, Sendable {
  /// The kinds of condition that CloudKit tells apart.
  package enum Kind: Hashable, Sendable {
    /// No filter at all: every record of the type.
    case everything
    /// `==`, `!=`, `IN`, `BEGINSWITH`.
    case equality
    /// `CONTAINS` or `ANY` on a list field.
    case membership
    /// `<`, `<=`, `>`, `>=`, `BETWEEN`.
    case range
    /// `self CONTAINS`: the words of all SEARCHABLE fields.
    case text
    /// `distanceToLocation:fromLocation:`.
    case distance
    /// A sort descriptor.
    case sorting
  }

  /// The name in the schema; nil for a text search, which looks at every SEARCHABLE field.
  package var field: String?
  package var kind: Kind
  /// As it stands in the format: `BEGINSWITH`, `<=`, `TRUEPREDICATE`.
  package var form: String

  /// Makes a need; keys such as `recordName` are translated to the names of system fields.
  package init(field: String?, kind: Kind, form: String) {
    self.field =
      kind == .everything ? SystemField.recordID.rawValue : field.map { SystemField(key: $0)?.rawValue ?? $0 }
    self.kind = kind
    self.form = form
  }

  /// The index that serves the condition.
  package var index: FieldIndex {
    switch kind {
    case .everything, .equality, .membership, .distance: .queryable
    case .range, .sorting: .sortable
    case .text: .searchable
    }
  }
}

/// Why CloudKit refuses a predicate whatever the schema says.
package enum PredicateProblem: Hashable, Sendable {
  /// `OR`.
  case disjunction
  /// `ALL`.
  case all
  /// `NOT` around what it may not negate: an AND compound, a text search, a distance, BETWEEN.
  case negation(of: String)
  /// ENDSWITH, LIKE, MATCHES and other operators that CloudKit does not have.
  case operation(String)
  /// A path such as `author.name` into another record.
  case keyPath(String)
  /// A key in quotes, or one passed with `%@`: it is compared as a text.
  case quotedKey(String)
  /// SUBQUERY, FUNCTION, arithmetic.
  case expression(String)
  /// The format cannot be parsed; NSPredicate raises an exception.
  case syntax(String)

  /// Lower case, no full stop.
  package var message: String {
    switch self {
    case .disjunction: "CloudKit has no OR in predicates"
    case .all: "CloudKit has no ALL in predicates"
    case .negation(let what): "CloudKit cannot negate \(what)"
    case .operation(let name): "CloudKit has no operator \(name)"
    case .keyPath(let path): "CloudKit cannot follow the key path '\(path)' into another record"
    case .quotedKey(let key): "'\(key)' is compared as a text, not read as a key"
    case .expression(let name): "CloudKit cannot evaluate \(name)"
    case .syntax(let place): "predicate format cannot be parsed at \(place)"
    }
  }

  /// The next step, a verb phrase.
  package var advice: String {
    switch self {
    case .disjunction: "Run one query for each alternative and merge the results, or use IN"
    case .all: "Use ANY, or filter the fetched records"
    case .negation: "Negate each condition by itself, or filter the fetched records"
    case .operation: "Use BEGINSWITH, or 'self CONTAINS' with SEARCHABLE fields"
    case .keyPath: "Store a copy of the value in the record itself, or query the other type first"
    case .quotedKey: "Write the key without quotes, or pass it with %K"
    case .expression: "Compute the value before the query, or filter the fetched records"
    case .syntax: "Correct the format"
    }
  }
}
