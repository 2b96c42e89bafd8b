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
    guard try holdsBareErrors() else { return try readErrors(body) }
    var folding = EventFolding.BareErrors()
    try readErrors { folding.note($0) }
    folding.note(try readActivities())
    try readErrors { error throws(StorageError) in
      if folding.keeps(error) { try body(error) }
    }
  }

  /// Whether any error is that of a store's event, which a log may tell too.
  private func holdsBareErrors() throws(StorageError) -> Bool {
    try database.integer(
      "SELECT EXISTS(SELECT 1 FROM error WHERE items_known = 0 AND request_id IS NOT NULL AND operation LIKE '% event')"
    ) != 0
  }

  private func readErrors(_ body: (ErrorReport) throws(StorageError) -> Void) throws(StorageError) {
    let rows = try database.prepare(
      """
      SELECT id, source, line, time_ms, parent, domain, code, server_code, http_status, underlying_domain,
        underlying_code, message, item, zone, retry_after_ms, operation, operation_id, request_id, container, count,
        printed, collateral, items_known, items_redacted, text
      FROM error WHERE \(scope.onlyRequests ? "0" : scope.condition(timeColumn: "time_ms")) ORDER BY id
      """)
    var recent = RecentTexts()
    // Items follow the error that they belong to.
    var root: (id: Int64, error: ErrorReport)?
    while try rows.step() {
      let error = readError(rows, &recent)
      if let parent = rows.optionalInteger(4), root?.id == parent, root?.error.items != nil {
        root?.error.items?.append(error)
        continue
      }
      if let root { try body(root.error) }
      root = (rows.integer(0), error)
    }
    if let root { try body(root.error) }
  }

  private func readError(_ rows: Statement, _ recent: inout RecentTexts) -> ErrorReport {
    let underlying = rows.optionalInt(10).map {
      UnderlyingCode(domain: recent.text(rows, 9) ?? "CKInternalErrorDomain", code: $0)
    }
    return ErrorReport(
      origin: origin(rows, 1), time: rows.time(3), domain: recent.text(rows, 5) ?? "", code: rows.optionalInt(6),
      serverCode: recent.text(rows, 7), httpStatus: rows.optionalInt(8), underlying: underlying,
      message: recent.text(rows, 11), item: recent.text(rows, 12), zone: recent.text(rows, 13),
      retryAfterMs: rows.optionalInteger(14), operation: recent.text(rows, 15), operationID: recent.text(rows, 16),
      requestID: recent.text(rows, 17), containerID: recent.text(rows, 18), count: Int(rows.integer(19)),
      printed: Int(rows.integer(20)), isCollateral: rows.bool(21), itemsAreRedacted: rows.bool(23),
      items: rows.bool(22) ? [] : nil, text: rows.text(24) ?? "")
  }
}
