import SyncModel

/// An input as the store knows it.
package struct StoredSource: Equatable, Sendable {
  package var id: Int32
  package var summary: InputSummary
  package var firstUnrecognized: String?
  package var firstTime: Timestamp?
  package var lastTime: Timestamp?
}

extension EventStore {
  /// The inputs in scope, in the order in which they were read.
  package func sources() throws(StorageError) -> [StoredSource] {
    let rows = try database.prepare(
      """
      SELECT id, path, format, bytes, lines, records, unrecognized, truncated, notes, first_unrecognized, first_time,
        last_time FROM source ORDER BY id
      """)
    var sources: [StoredSource] = []
    while try rows.step() {
      let id = Int32(truncatingIfNeeded: rows.integer(0))
      if let chosen = scope.sources, !chosen.contains(id) { continue }
      let summary = InputSummary(
        path: rows.text(1) ?? "", format: rows.text(2), bytes: rows.integer(3), lines: Int(rows.integer(4)),
        records: Int(rows.integer(5)), unrecognizedLines: Int(rows.integer(6)), isTruncated: rows.bool(7),
        notes: TextList.decode(rows.text(8)))
      sources.append(
        StoredSource(
          id: id, summary: summary, firstUnrecognized: rows.text(9), firstTime: rows.time(10), lastTime: rows.time(11)))
    }
    return sources
  }

  /// The path of an input by its number, for evidence.
  package func path(of source: Int32) throws(StorageError) -> String {
    if let known = paths[source] { return known }
    let row = try database.prepare("SELECT path FROM source WHERE id = ?")
    row.bind(1, Int64(source))
    let path = try row.step() ? row.text(0) ?? "" : ""
    paths[source] = path
    return path
  }

  /// The line that proves something, ready for a finding.
  package func evidence(_ origin: Origin, _ text: String) throws(StorageError) -> Evidence {
    Evidence(path: try path(of: origin.source), line: origin.line, text: text)
  }

  /// The errors in scope with their items, in the order of the inputs.
  ///
  /// Read once and kept: checks ask for them again and again.
  package func errors() throws(StorageError) -> [ErrorReport] {
    if let known = cachedErrors, known.scope == scope { return known.errors }
    let rows = try database.prepare(
      """
      SELECT id, source, line, time_ms, parent, domain, code, server_code, http_status, underlying_domain,
        underlying_code, message, item, zone, retry_after_ms, operation, operation_id, request_id, container, count,
        printed, collateral, items_known, items_redacted, text
      FROM error WHERE \(scope.onlyRequests ? "0" : scope.condition(timeColumn: "time_ms")) ORDER BY id
      """)
    var errors: [ErrorReport] = []
    var positions: [Int64: Int] = [:]
    while try rows.step() {
      let error = readError(rows)
      if let parent = rows.optionalInteger(4), let position = positions[parent] {
        errors[position].items?.append(error)
      } else {
        if error.items != nil { positions[rows.integer(0)] = errors.count }
        errors.append(error)
      }
    }
    errors = EventFolding.folded(errors, activities: try readActivities())
    cachedErrors = (scope, errors)
    return errors
  }

  private func readError(_ rows: Statement) -> ErrorReport {
    let underlying = rows.optionalInt(10).map {
      UnderlyingCode(domain: rows.text(9) ?? "CKInternalErrorDomain", code: $0)
    }
    return ErrorReport(
      origin: origin(rows, 1), time: rows.time(3), domain: rows.text(5) ?? "", code: rows.optionalInt(6),
      serverCode: rows.text(7), httpStatus: rows.optionalInt(8), underlying: underlying, message: rows.text(11),
      item: rows.text(12), zone: rows.text(13), retryAfterMs: rows.optionalInteger(14), operation: rows.text(15),
      operationID: rows.text(16), requestID: rows.text(17), containerID: rows.text(18), count: Int(rows.integer(19)),
      printed: Int(rows.integer(20)), isCollateral: rows.bool(21), itemsAreRedacted: rows.bool(23),
      items: rows.bool(22) ? [] : nil, text: rows.text(24) ?? "")
  }

  /// The page records in scope, in the order of the inputs; of all streams, or of those that are wanted.
  package func pages(
    of isWanted: (_ kind: String, _ stream: String) -> Bool = { _, _ in true }
  ) throws(StorageError) -> [PageRecord] {
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, kind, stream, subject, cursor_in, cursor_out, more_coming, items, bytes,
        duration_ms, operation_id, has_answer, text
      FROM page WHERE \(scope.condition(timeColumn: "time_ms")) ORDER BY rowid
      """)
    var pages: [PageRecord] = []
    while try rows.step() {
      let name = rows.text(3) ?? ""
      let stream = rows.text(4) ?? ""
      guard isWanted(name, stream), let kind = PageRecord.Kind(rawValue: name) else { continue }
      pages.append(
        PageRecord(
          origin: origin(rows, 0), time: rows.time(2), kind: kind, stream: stream,
          subject: rows.text(5) ?? "", cursorIn: rows.text(6), cursorOut: rows.text(7),
          moreComing: rows.optionalInteger(8).map { $0 != 0 }, items: rows.optionalInt(9),
          bytes: rows.optionalInteger(10), durationMs: rows.optionalInteger(11), operationID: rows.text(12),
          hasAnswer: rows.bool(13), text: rows.text(14) ?? ""))
    }
    return pages
  }

  /// The activities in scope, in the order of the inputs; what two inputs tell of one request is one.
  package func activities() throws(StorageError) -> [Activity] { EventFolding.folded(try readActivities()) }

  private func readActivities() throws(StorageError) -> [Activity] {
    let rows = try database.prepare(
      """
      SELECT source, line, kind, outcome, start_ms, end_ms, identifier, store, error_domain, error_code, affected, text
      FROM activity
      WHERE \(scope.onlyRequests ? "0" : scope.condition(timeColumn: "coalesce(start_ms, end_ms)")) ORDER BY rowid
      """)
    var activities: [Activity] = []
    while try rows.step() {
      guard let kind = Activity.Kind(rawValue: rows.text(2) ?? ""),
        let outcome = Activity.Outcome(rawValue: rows.text(3) ?? "")
      else { continue }
      activities.append(
        Activity(
          origin: origin(rows, 0), kind: kind, outcome: outcome, start: rows.time(4), end: rows.time(5),
          identifier: rows.text(6), store: rows.text(7), errorDomain: rows.text(8), errorCode: rows.optionalInt(9),
          affectedObjects: rows.optionalInt(10), text: rows.text(11) ?? ""))
    }
    return activities
  }

  /// The observations in scope, of some kinds or of all, in the order of the inputs.
  package func observations(_ kinds: Observation.Kind...) throws(StorageError) -> [Observation] {
    let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: ",")
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, kind, subject, value, text
      FROM observation WHERE \(scope.condition(timeColumn: "time_ms")) \
      \(kinds.isEmpty ? "" : "AND kind IN (\(names))") ORDER BY rowid
      """)
    var observations: [Observation] = []
    while try rows.step() {
      guard let kind = Observation.Kind(rawValue: rows.text(3) ?? "") else { continue }
      observations.append(
        Observation(
          origin: origin(rows, 0), time: rows.time(2), kind: kind, subject: rows.text(4) ?? "",
          value: rows.optionalInteger(5), text: rows.text(6) ?? ""))
    }
    return observations
  }

  func origin(_ rows: Statement, _ column: Int32) -> Origin {
    Origin(source: Int32(truncatingIfNeeded: rows.integer(column)), line: Int(rows.integer(column + 1)))
  }
}
