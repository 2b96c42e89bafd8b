import SyncModel

extension EventStore {
  /// More errors than this are read again each time instead of being kept.
  private static let mostKeptErrors = 5000

  /// Calls the body with each error in scope and its items, in the order of the inputs.
  ///
  /// A log may hold a million errors: whoever asks counts them and keeps only a few.
  package func forEachError(_ body: (ErrorReport) throws(StorageError) -> Void) throws(StorageError) {
    if let known = cachedErrors, known.scope == scope {
      for error in known.errors { try body(error) }
      return
    }
    var kept: [ErrorReport]? = []
    try readFoldedErrors { error throws(StorageError) in
      if let count = kept?.count, count < Self.mostKeptErrors { kept?.append(error) } else { kept = nil }
      try body(error)
    }
    cachedErrors = kept.map { (scope, $0) }
  }

  /// All errors in scope with their items, in the order of the inputs.
  package func errors() throws(StorageError) -> [ErrorReport] {
    var errors: [ErrorReport] = []
    try forEachError { errors.append($0) }
    return errors
  }

  private func readFoldedErrors(_ body: (ErrorReport) throws(StorageError) -> Void) throws(StorageError) {
    let reader = ErrorReader(database, scope)
    guard try holdsBareErrors() else { return try reader.read(body) }
    var folding = EventFolding.BareErrors()
    try reader.read { folding.note($0) }
    folding.note(try readActivities())
    try reader.read { error throws(StorageError) in
      if folding.keeps(error) { try body(error) }
    }
  }

  /// Whether any error is that of a store's event, which a log may tell too.
  private func holdsBareErrors() throws(StorageError) -> Bool {
    try database.integer(
      "SELECT EXISTS(SELECT 1 FROM error WHERE items_known = 0 AND request_id IS NOT NULL AND operation LIKE '% event')"
    ) != 0
  }
}
