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
    var recent = RecentTexts()
    while try rows.step() {
      let name = recent.text(rows, 3) ?? ""
      let stream = recent.text(rows, 4) ?? ""
      guard isWanted(name, stream), let kind = PageRecord.Kind(rawValue: name) else { continue }
      pages.append(
        PageRecord(
          origin: rows.origin(0), time: rows.time(2), kind: kind, stream: stream,
          subject: recent.text(rows, 5) ?? "", cursorIn: recent.text(rows, 6), cursorOut: recent.text(rows, 7),
          moreComing: rows.optionalInteger(8).map { $0 != 0 }, items: rows.optionalInt(9),
          bytes: rows.optionalInteger(10), durationMs: rows.optionalInteger(11), operationID: rows.text(12),
          hasAnswer: rows.bool(13), text: recent.text(rows, 14) ?? ""))
    }
    return pages
  }

  /// The activities in scope, in the order of the inputs; what two inputs tell of one request is one.
  package func activities() throws(StorageError) -> [Activity] { EventFolding.folded(try readActivities()) }

  func readActivities() throws(StorageError) -> [Activity] {
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
          origin: rows.origin(0), kind: kind, outcome: outcome, start: rows.time(4), end: rows.time(5),
          identifier: rows.text(6), store: rows.text(7), errorDomain: rows.text(8), errorCode: rows.optionalInt(9),
          affectedObjects: rows.optionalInt(10), text: rows.text(11) ?? ""))
    }
    return activities
  }

  /// The observations in scope, of some kinds or of all, in the order of the inputs.
  package func observations(_ kinds: Observation.Kind...) throws(StorageError) -> [Observation] {
    var observations: [Observation] = []
    try forEachObservation(kinds) { observations.append($0) }
    return observations
  }

  /// Calls the body with each observation in scope, of some kinds or of all, in the order of the inputs.
  package func forEachObservation(
    _ kinds: [Observation.Kind], _ body: (Observation) -> Void
  ) throws(StorageError) {
    let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: ",")
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, kind, subject, value, text
      FROM observation WHERE \(scope.condition(timeColumn: "time_ms")) \
      \(kinds.isEmpty ? "" : "AND kind IN (\(names))") ORDER BY rowid
      """)
    var recent = RecentTexts()
    while try rows.step() {
      guard let kind = Observation.Kind(rawValue: recent.text(rows, 3) ?? "") else { continue }
      body(
        Observation(
          origin: rows.origin(0), time: rows.time(2), kind: kind, subject: recent.text(rows, 4) ?? "",
          value: rows.optionalInteger(5), text: rows.text(6) ?? ""))
    }
  }

}
