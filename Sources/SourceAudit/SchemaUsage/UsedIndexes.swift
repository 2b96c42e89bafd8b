import SchemaLanguage

/// The indexes that the followed queries of the sources use.
struct UsedIndexes {
  private struct Key: Hashable {
    var type: String
    var field: String
    var index: FieldIndex
  }

  private var keys: Set<Key> = []
  private var mentioned: Set<String> = []
  /// Types whose queries could not all be followed.
  private var unclear: Set<String> = []
  private var searched: Set<String> = []
  private var isUnclear = false

  init(_ usage: SchemaUsage) {
    for use in usage.uses {
      guard let type = use.recordType else {
        // A query for an unknown type can concern each of them.
        if use.kind != .recordType, !Self.isField(use.kind) { isUnclear = true }
        continue
      }
      mentioned.insert(type)
      switch use.kind {
      case .need(let need): add(need, of: type)
      case .unknown, .problem: unclear.insert(type)
      case .recordType, .field: break
      }
    }
  }

  var isEmpty: Bool { mentioned.isEmpty || isUnclear }

  func covers(_ type: String) -> Bool { mentioned.contains(type) && !unclear.contains(type) }

  func contains(_ index: FieldIndex, of field: String, in type: String) -> Bool {
    if index == .searchable { return searched.contains(type) }
    return keys.contains(Key(type: type, field: field, index: index))
  }

  private mutating func add(_ need: PredicateNeed, of type: String) {
    guard let field = need.field else {
      searched.insert(type)
      return
    }
    keys.insert(Key(type: type, field: field, index: need.index))
    // Either index may serve a range and a distance.
    if need.kind == .range { keys.insert(Key(type: type, field: field, index: .queryable)) }
    if need.kind == .distance { keys.insert(Key(type: type, field: field, index: .sortable)) }
  }

  private static func isField(_ kind: SchemaUse.Kind) -> Bool {
    if case .field = kind { return true }
    return false
  }
}
