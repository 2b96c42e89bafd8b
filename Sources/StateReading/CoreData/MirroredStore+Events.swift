import SyncModel

extension MirroredStore {
  /// Reads the set-up, import and export events, and derives from them when the last export succeeded and failed.
  func readEvents(into content: inout DumpContent, state: inout StoreState) throws(DumpError) {
    guard let table = table("EVENT") else {
      state.notes.append("no event table: successes and failures are not known")
      return
    }
    let columns = try database.selectList(
      [
        "ZCLOUDKITEVENTTYPE", "ZSTARTEDAT", "ZENDEDAT", "ZSUCCEEDED", "ZERRORDOMAIN", "ZERRORCODE",
        "ZCOUNTAFFECTEDOBJECTS", "ZCOUNTFINISHEDOBJECTS", "ZEVENTIDENTIFIER",
      ], of: table)
    var reading = EventReading(origin: origin, store: state.identity)
    try database.forEachRow("SELECT \(columns), rowid FROM \(table) ORDER BY rowid") { row in
      // Without a UUID the row itself makes an event of two dumps the same.
      let identifier = row.bytes(8).flatMap(uuid) ?? "\(state.identity)#\(row.count(9))"
      let event = EventRow(
        type: row.integer(0), start: Timestamp(cocoaSeconds: row.real(1)), end: Timestamp(cocoaSeconds: row.real(2)),
        hasSucceeded: row.integer(3).map { $0 != 0 }, domain: row.text(4), code: row.integer(5),
        affected: row.integer(6), finished: row.integer(7), identifier: identifier)
      reading.take(event)
      return true
    }
    reading.finish(into: &content, state: &state)
  }

  private func uuid(_ bytes: [UInt8]) -> String? {
    // Some systems store the text of the UUID instead of its 16 bytes.
    if bytes.count == 36 { return String(decoding: bytes, as: UTF8.self).uppercased() }
    guard bytes.count == 16 else { return nil }
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }
}

/// One row of the event table; everything may be absent.
struct EventRow {
  var type: Int64?
  var start: Timestamp?
  var end: Timestamp?
  var hasSucceeded: Bool?
  var domain: String?
  var code: Int64?
  var affected: Int64?
  var finished: Int64?
  var identifier: String?
  var line = 0
}

/// Turns rows of the event table into activities, whichever way the rows came.
struct EventReading {
  let origin: Origin
  let store: String
  private(set) var activities: [Activity] = []
  private(set) var unknownTypes = 0

  init(origin: Origin, store: String) {
    self.origin = origin
    self.store = store
  }

  mutating func take(_ row: EventRow) {
    let kinds: [Int64: Activity.Kind] = [0: .setup, 1: .import, 2: .export]
    guard let type = row.type, let kind = kinds[type] else {
      unknownTypes += 1
      return
    }
    let code = row.code.flatMap { Int(exactly: $0) } ?? 0
    let domain = row.domain.flatMap { $0.isEmpty || $0 == "NULL" ? nil : $0 }
    let hasError = row.hasSucceeded != true && domain != nil && code != 0
    let outcome: Activity.Outcome
    if row.hasSucceeded == true {
      outcome = .succeeded
    } else if domain == "NSCocoaErrorDomain", benignCocoaCodes.contains(code) {
      outcome = .deferred
    } else if hasError || (row.end != nil && row.hasSucceeded == false) {
      outcome = .failed
    } else {
      outcome = .unfinished
    }
    var words = "\(kind.rawValue) \(outcome.rawValue)"
    if hasError, let domain { words += ", \(domain) \(code)" }
    if let affected = row.affected, affected > 0 {
      words += ", \(row.finished ?? 0) of \(affected) objects"
    }
    activities.append(
      Activity(
        origin: Origin(source: origin.source, line: row.line), kind: kind, outcome: outcome, start: row.start,
        end: row.end, identifier: row.identifier, store: store, errorDomain: hasError ? domain : nil,
        errorCode: hasError ? code : nil, affectedObjects: row.affected.flatMap { Int(exactly: $0) }, text: words))
  }

  /// Hands the activities over and sets the last success and failure of exports, and the newest moment.
  func finish(into content: inout DumpContent, state: inout StoreState) {
    for activity in activities { content.add(activity) }
    content.records += activities.count + unknownTypes
    let exports = activities.filter { $0.kind == .export }
    func newest(_ outcome: Activity.Outcome, of list: [Activity]) -> Timestamp? {
      list.filter { $0.outcome == outcome }.compactMap { $0.end ?? $0.start }.max()
    }
    state.lastSuccess = newest(.succeeded, of: exports)
    state.lastFailure = newest(.failed, of: exports)
    if let imported = newest(.succeeded, of: activities.filter { $0.kind == .import }) {
      state.notes.append("last import \(imported.readable)")
    }
    if unknownTypes > 0 { state.notes.append("\(counted(unknownTypes, "event")) of an unknown type") }
    let moments = activities.flatMap { [$0.start, $0.end] }.compactMap(\.self)
    state.observedAt = [state.observedAt, moments.max()].compactMap(\.self).max()
  }
}
