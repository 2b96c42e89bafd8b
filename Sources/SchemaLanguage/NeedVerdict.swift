import SyncModel

/// What a record type of the schema says to a need of a query.
package enum NeedVerdict: Equatable, Sendable {
  case met
  /// The field does not exist; the name of one that was probably meant, or nil.
  case missingField(suggestion: String?)
  /// The index is missing; served = another index may do, so that it is a warning only.
  case missingIndex(FieldIndex, isServedOtherwise: Bool)
  /// The field's type cannot be asked for so.
  case refused(reason: String)
}

extension RecordType {
  /// Looks up whether the type has what a condition or sort descriptor needs.
  package func verdict(on need: PredicateNeed) -> NeedVerdict {
    guard let name = need.field else {
      let isServed = fields.contains { $0.type == .single(.basic(.string)) && $0.has(.searchable) }
      return isServed ? .met : .missingIndex(.searchable, isServedOtherwise: false)
    }
    guard let field = field(name) else {
      // A system field that is not listed exists and has no index.
      if SystemField(rawValue: name) != nil { return .missingIndex(need.index, isServedOtherwise: false) }
      return .missingField(suggestion: likelyField(for: name))
    }
    if let reason = refusal(of: need, by: field) { return .refused(reason: reason) }
    let isServed =
      switch need.kind {
      case .distance: field.has(.queryable) || field.has(.sortable)
      default: field.has(need.index)
      }
    if isServed { return .met }
    // "Range searches" are what SORTABLE is for by Apple's words; whether QUERYABLE serves them too is not stated.
    return .missingIndex(need.index, isServedOtherwise: need.kind == .range && field.has(.queryable))
  }

  /// A field whose name differs in case only, or by Core Data's prefix.
  package func likelyField(for name: String) -> String? {
    let wanted = name.lowercased()
    return fields.map(\.name.text).first { [wanted, "cd_" + wanted].contains($0.lowercased()) }
  }

  private func refusal(of need: PredicateNeed, by field: Field) -> String? {
    let type = field.type.printed
    switch field.type.element {
    case .encrypted: return "it is ENCRYPTED, and the server cannot read it"
    case .basic(.asset): return "its type is \(type), which queries cannot look into"
    case .basic(.bytes) where need.kind != .sorting: return "its type is \(type), which queries cannot look into"
    case .basic(.location) where need.kind == .range: return "its type is LOCATION; use distanceToLocation"
    case .basic(let element) where need.kind == .distance && element != .location:
      return "its type is \(type), not LOCATION"
    case .basic, .number: break
    }
    if need.kind == .membership, need.form == "CONTAINS", field.type == .single(.basic(.string)) {
      return "CONTAINS is for lists and its type is STRING; use 'self CONTAINS' or BEGINSWITH"
    }
    if case .list = field.type, need.kind == .range || need.kind == .sorting {
      return "its type is \(type), and lists have no order"
    }
    return nil
  }
}

extension Schema {
  /// A record type whose name differs in case only, or by Core Data's prefix.
  package func likelyRecordType(for name: String) -> String? {
    let wanted = name.lowercased()
    return recordTypes.map(\.name.text).first { [wanted, "cd_" + wanted].contains($0.lowercased()) }
  }
}
