import SyncModel

/// What the results of queries on a sync store say about its state.
struct ResultMeaning {
  let origin: Origin
  let identity: String
  private(set) var content = DumpContent()
  /// Results of which nothing is known.
  private(set) var unknownResults = 0

  private var states: [StoreState] = []
  private var events: EventReading
  private var counts = Counts()

  /// What the results since the last beginning of a dump said about numbers of records.
  private struct Counts: Equatable {
    var tracked: Int?
    var uploads: Int?
    var deletes: Int?
    var waiting: [String] = []
    var entities: [StoreState.Entity] = []
    var zones: [StoreState.Zone] = []
    var notes: [String] = []
    var heading: String?
    var line = 0
    var kind = StoreState.Kind.coreData
  }

  init(origin: Origin, identity: String) {
    self.origin = origin
    self.identity = identity
    events = EventReading(origin: origin, store: identity)
  }

  /// Takes the results in their order and returns what they say.
  static func content(of results: [ResultSet], origin: Origin, identity: String) -> (DumpContent, unknown: Int) {
    var meaning = ResultMeaning(origin: origin, identity: identity)
    for result in results { meaning.take(result) }
    meaning.finish()
    return (meaning.content, meaning.unknownResults)
  }

  private mutating func take(_ result: ResultSet) {
    let columns = ResultColumns(result)
    if columns.isOfEvents {
      takeEvents(result, columns)
    } else if columns.isOfRecords {
      takeRecords(result, columns)
    } else if columns.isOfZones {
      takeZones(result, columns)
    } else if let note = columns.countOfOtherTable(result) {
      begin(result)
      counts.notes.append(note)
    } else {
      unknownResults += 1
      return
    }
    content.records += result.rows.count
  }

  // MARK: - Records

  private mutating func takeRecords(_ result: ResultSet, _ columns: ResultColumns) {
    let found = RecordNumbers(result, columns)
    // The same number asked for again is a later look at the store.
    let isRepeated =
      (counts.tracked != nil && found.tracked != nil) || (counts.uploads != nil && found.uploads != nil)
      || (counts.deletes != nil && found.deletes != nil)
    if isRepeated { closeState() }
    begin(result)
    counts.kind = columns.isOfSQLiteData ? .sqliteData : .coreData
    counts.tracked = found.tracked ?? counts.tracked
    counts.uploads = found.uploads ?? counts.uploads
    counts.deletes = found.deletes ?? counts.deletes
    counts.waiting += found.names
    if !found.entities.isEmpty {
      counts.entities = found.entities.map {
        StoreState.Entity(
          name: $0.name, tracked: $0.tracked, pendingUploads: $0.uploads, pendingDeletes: $0.deletes)
      }
    }
    counts.notes += found.notes
  }

  private mutating func begin(_ result: ResultSet) {
    if counts.line == 0 { counts.line = result.line }
    counts.heading = result.heading ?? counts.heading
  }

  private mutating func closeState() {
    guard counts != Counts() else { return }
    var state = StoreState(
      origin: Origin(source: origin.source, line: counts.line), identity: identity, kind: counts.kind,
      observedAt: counts.heading.flatMap(TimeWords.moment), trackedRecords: counts.tracked,
      pendingUploads: counts.uploads, pendingDeletes: counts.deletes)
    state.zones = counts.zones
    state.entities = counts.entities
    state.pendingItems = Array(counts.waiting.prefix(1000))
    state.notes = counts.notes
    states.append(state)
    counts = Counts()
  }

  // MARK: - Zones

  private mutating func takeZones(_ result: ResultSet, _ columns: ResultColumns) {
    begin(result)
    for row in result.rows {
      let flags = MirroredStore.zoneFlags.filter { flag in
        columns.index(flag.column).map { Int(row[$0]) ?? 0 != 0 } ?? false
      }.map(\.flag)
      func text(_ name: String) -> String? {
        columns.index(name).flatMap { row[$0].isEmpty ? nil : row[$0] }
      }
      // A subscription flag alone says nothing about a zone.
      guard text("ZCKRECORDZONENAME") != nil || text("ZLASTFETCHDATE") != nil || !flags.isEmpty else { continue }
      counts.zones.append(
        StoreState.Zone(
          name: text("ZCKRECORDZONENAME"), owner: shownOwner(text("ZCKOWNERNAME")),
          tokenDigest: text("ZCURRENTCHANGETOKEN").map { digest(of: $0.utf8) },
          lastFetch: text("ZLASTFETCHDATE").flatMap(TimeWords.moment), flags: flags))
    }
  }

  // MARK: - Events

  private mutating func takeEvents(_ result: ResultSet, _ columns: ResultColumns) {
    if let count = columns.rowCount { return takeEventCounts(result, columns, count: count) }
    var rows: [EventRow] = []
    for (offset, row) in result.rows.enumerated() {
      func text(_ name: String) -> String? {
        columns.index(name).flatMap { row[$0].isEmpty ? nil : row[$0] }
      }
      func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }
      var event = EventRow(
        type: columns.eventType(row), start: text("ZSTARTEDAT").flatMap(TimeWords.moment),
        end: text("ZENDEDAT").flatMap(TimeWords.moment), hasSucceeded: number("ZSUCCEEDED").map { $0 != 0 },
        domain: text("ZERRORDOMAIN"), code: number("ZERRORCODE"), affected: number("ZCOUNTAFFECTEDOBJECTS"),
        finished: number("ZCOUNTFINISHEDOBJECTS"), identifier: text("ZEVENTIDENTIFIER").map(uuid))
      event.line = result.line + offset
      if columns.index("ZSUCCEEDED") == nil { event.hasSucceeded = columns.inferredSuccess(event) }
      if event.domain == nil, let code = event.code, code != 0 {
        event.domain = code > 1000 ? "NSCocoaErrorDomain" : "CKErrorDomain"
      }
      rows.append(event)
    }
    // Newest first is the usual order of such a query; activities are told in the order of time.
    let moments = rows.compactMap { $0.end ?? $0.start }
    if let first = moments.first, let last = moments.last, first != last {
      if first > last { rows.reverse() }
    } else if result.statementText.uppercased().contains(" DESC") {
      rows.reverse()
    }
    for event in rows { events.take(event) }
  }

  /// `SELECT ZERRORDOMAIN, ZERRORCODE, count(*) … GROUP BY …`: failures without their events.
  private mutating func takeEventCounts(_ result: ResultSet, _ columns: ResultColumns, count: Int) {
    begin(result)
    for (offset, row) in result.rows.enumerated() {
      guard let number = Int(row[count]), number > 0 else { continue }
      guard let code = columns.index("ZERRORCODE").flatMap({ Int(row[$0]) }), code != 0,
        columns.index("ZSUCCEEDED").map({ row[$0] != "1" }) ?? true
      else { continue }
      let domain = columns.index("ZERRORDOMAIN").map { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      let name = domain ?? (code > 1000 ? "NSCocoaErrorDomain" : "CKErrorDomain")
      let time = ["ZENDEDAT", "ZSTARTEDAT"].lazy.compactMap { columns.index($0) }.first.flatMap {
        TimeWords.moment(row[$0])
      }
      content.errors.append(
        ErrorReport(
          origin: Origin(source: origin.source, line: result.line + offset), time: time, domain: name, code: code,
          operation: "event", count: number, text: row.joined(separator: " ")))
    }
  }

  private func uuid(_ text: String) -> String {
    let digits = text.uppercased().filter(\.isHexDigit)
    guard digits.count == 32 else { return text }
    let all = Array(digits)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }.joined(separator: "-")
  }

  // MARK: - End

  private mutating func finish() {
    closeState()
    if states.isEmpty, !events.activities.isEmpty {
      states = [StoreState(origin: origin, identity: identity, kind: .coreData)]
    }
    guard var last = states.popLast() else { return }
    events.finish(into: &content, state: &last)
    let fetched = last.zones.compactMap(\.lastFetch).max()
    last.observedAt = [last.observedAt, fetched].compactMap(\.self).max()
    content.addRecoveries(of: last)
    content.states = states + [last]
  }
}
