import SyncModel

extension MirroredStore {
  /// How many rows a store may have for the comparison of every row with its app row; above, it costs seconds.
  private static let comparedRows = 500_000

  /// Counts the tracked records and what waits, by entity and zone, in one pass over the table.
  func readRecords(into content: inout DumpContent, state: inout StoreState) throws(DumpError) {
    guard let table = table("RECORDMETADATA") else { return }
    let columns = try database.selectList(
      [
        "ZENTITYID", "ZRECORDZONE", "ZNEEDSUPLOAD", "ZNEEDSCLOUDDELETE", "ZNEEDSLOCALDELETE",
        "ZPENDINGEXPORTTRANSACTIONNUMBER", "ZLASTEXPORTEDTRANSACTIONNUMBER",
      ], of: table)
    var tally = RecordTally()
    try database.forEachRow("SELECT rowid, \(columns) FROM \(table)") { row in
      tally.take(row)
      return true
    }
    let names = try entityNames()
    let present = try database.columns(of: table)
    state.trackedRecords = tally.total.tracked
    if present.contains("ZNEEDSUPLOAD") { state.pendingUploads = tally.total.uploads }
    if present.contains("ZNEEDSCLOUDDELETE") { state.pendingDeletes = tally.total.deletes }
    content.records += tally.total.tracked
    state.entities = tally.byEntity.map { number, count in
      StoreState.Entity(
        name: names[number] ?? "entity \(number)", tracked: count.tracked, pendingUploads: count.uploads,
        pendingDeletes: count.deletes)
    }.sorted { ($1.tracked, $0.name) < ($0.tracked, $1.name) }
    try addZoneCounts(tally, to: &state)
    try addPendingNames(tally, of: table, present: present, to: &state)
    try addHistory(tally, to: &state)
    if present.contains("ZLASTEXPORTEDTRANSACTIONNUMBER"), tally.neverExported > 0 {
      state.notes.append("\(counted(tally.neverExported, "waiting record")) never exported")
    }
    if tally.localDeletes > 0 {
      state.notes.append("\(counted(tally.localDeletes, "record")) deleted on the server, still here")
    }
    try findOrphans(tally, names: names, table: table, present: present, content: &content, state: &state)
  }

  private func addZoneCounts(_ tally: RecordTally, to state: inout StoreState) throws(DumpError) {
    guard let table = table("RECORDZONEMETADATA") else { return }
    var rows: [Int64] = []
    try database.forEachRow("SELECT rowid FROM \(table) ORDER BY rowid LIMIT 10000") { row in
      rows.append(row.integer(0) ?? 0)
      return true
    }
    let first = state.zones.count - rows.count
    guard first >= 0 else { return }
    for (offset, number) in rows.enumerated() {
      state.zones[first + offset].pendingUploads = tally.byZone[number]?.uploads ?? 0
      state.zones[first + offset].pendingDeletes = tally.byZone[number]?.deletes ?? 0
    }
  }

  private func addPendingNames(
    _ tally: RecordTally, of table: String, present: Set<String>, to state: inout StoreState
  ) throws(DumpError) {
    guard present.contains("ZCKRECORDNAME"), !tally.pendingRows.isEmpty else { return }
    let rows = tally.pendingRows.map(String.init).joined(separator: ",")
    try database.forEachRow("SELECT ZCKRECORDNAME FROM \(table) WHERE rowid IN (\(rows)) ORDER BY rowid") { row in
      if let name = row.text(0) { state.pendingItems.append(name) }
      return true
    }
  }

  /// The oldest waiting transaction dates the wait, as long as the history still holds it.
  private func addHistory(_ tally: RecordTally, to state: inout StoreState) throws(DumpError) {
    guard let oldest = tally.oldestTransaction, tables.contains("ATRANSACTION") else { return }
    let columns = try database.columns(of: "ATRANSACTION")
    if columns.contains("ZTIMESTAMP") {
      let query = "SELECT ZTIMESTAMP FROM ATRANSACTION WHERE rowid = \(oldest)"
      state.oldestPending = Timestamp(cocoaSeconds: try database.first(query) { $0.real(0) } ?? nil)
    }
    let newest = try database.first("SELECT max(rowid) FROM ATRANSACTION") { $0.integer(0) } ?? nil
    if let newest, newest > oldest {
      state.notes.append("history is \(newest - oldest) transactions ahead of the oldest waiting change")
    }
  }

  /// Rows whose entity or app row is gone although no delete waits.
  private func findOrphans(
    _ tally: RecordTally, names: [Int64: String], table: String, present: Set<String>, content: inout DumpContent,
    state: inout StoreState
  ) throws(DumpError) {
    let strangers = names.isEmpty ? [:] : tally.byEntity.filter { names[$0.key] == nil }
    var orphans = strangers.values.reduce(0) { $0 + $1.tracked }
    var reasons: [String] = []
    if orphans > 0 {
      let numbers = strangers.keys.sorted().prefix(5).map(String.init).joined(separator: ", ")
      reasons.append("\(orphans) with an entity that Z_PRIMARYKEY does not know (\(numbers))")
    }
    if tally.total.tracked <= Self.comparedRows, present.isSuperset(of: ["ZENTITYPK", "ZNEEDSCLOUDDELETE"]) {
      let lost = try rowsWithoutObject(tally, names: names, table: table)
      if lost > 0 { reasons.append("\(lost) whose object is gone without a waiting delete") }
      orphans += lost
      let unseen = try objectsWithoutMetadata(tally, names: names, table: table)
      if unseen > 0 {
        state.notes.append("\(counted(unseen, "object")) without metadata: not yet seen by the exporter")
      }
    } else {
      state.notes.append("rows were not compared with the app's objects: too many, or columns are absent")
    }
    guard orphans > 0 else { return }
    let text = "\(table) has orphaned rows: \(reasons.joined(separator: ", "))"
    state.notes.append(text)
    content.observations.append(
      Observation(
        origin: origin, time: state.observedAt, kind: .bookkeepingDamage, subject: "orphaned metadata",
        value: Int64(orphans), text: text))
  }

  /// Objects of mirrored entities that have no row of their own in the record table.
  ///
  /// Entities without any such row are left out: they may belong to a configuration that is not mirrored.
  private func objectsWithoutMetadata(
    _ tally: RecordTally, names: [Int64: String], table: String
  ) throws(DumpError) -> Int {
    var unseen = 0
    for number in tally.byEntity.keys.sorted() {
      guard let name = names[number] else { continue }
      let objects = "Z" + name.uppercased()
      guard tables.contains(objects), try database.columns(of: objects).contains("Z_ENT") else { continue }
      unseen +=
        try database.first(
          """
          SELECT count(*) FROM \(DumpDatabase.quoted(objects)) WHERE Z_ENT = \(number) AND rowid NOT IN
          (SELECT ZENTITYPK FROM \(table) WHERE ZENTITYID = \(number) AND ZENTITYPK IS NOT NULL)
          """, { $0.count(0) }) ?? 0
    }
    return unseen
  }

  private func rowsWithoutObject(
    _ tally: RecordTally, names: [Int64: String], table: String
  ) throws(DumpError) -> Int {
    var lost = 0
    for number in tally.byEntity.keys.sorted() {
      // Sub-entities live in the table of their root, whose name is not in the store's own lists; those are left out.
      guard let name = names[number] else { continue }
      let objects = "Z" + name.uppercased()
      guard tables.contains(objects) else { continue }
      lost +=
        try database.first(
          """
          SELECT count(*) FROM \(table) AS m WHERE m.ZENTITYID = \(number) AND ifnull(m.ZNEEDSCLOUDDELETE, 0) = 0
          AND NOT EXISTS (SELECT 1 FROM \(DumpDatabase.quoted(objects)) AS o WHERE o.rowid = m.ZENTITYPK)
          """, { $0.count(0) }) ?? 0
    }
    return lost
  }
}

/// What one pass over the record table adds up: integers only, whatever the number of rows.
struct RecordTally {
  struct Count: Equatable {
    var tracked = 0
    var uploads = 0
    var deletes = 0
  }

  private(set) var total = Count()
  private(set) var byEntity: [Int64: Count] = [:]
  private(set) var byZone: [Int64: Count] = [:]
  private(set) var neverExported = 0
  private(set) var localDeletes = 0
  private(set) var oldestTransaction: Int64?
  /// Row numbers of waiting records, at most 1,000.
  private(set) var pendingRows: [Int64] = []

  /// Takes rowid, entity, zone, upload, cloud delete, local delete, pending transaction, last exported transaction.
  mutating func take(_ row: DumpDatabase.Row) {
    // A deletion sets the upload flag too; it is one change, and counts as a delete.
    let isDelete = row.count(4) != 0
    let isUpload = row.count(3) != 0 && !isDelete
    let entity = Int64(row.count(1))
    let zone = Int64(row.count(2))
    add(isUpload, isDelete, to: &byEntity[entity, default: Count()])
    add(isUpload, isDelete, to: &byZone[zone, default: Count()])
    add(isUpload, isDelete, to: &total)
    if row.count(5) != 0 { localDeletes += 1 }
    guard isUpload || isDelete else { return }
    if pendingRows.count < 1000 { pendingRows.append(Int64(row.count(0))) }
    if isUpload, row.isNull(7) { neverExported += 1 }
    if let transaction = row.integer(6) { oldestTransaction = min(oldestTransaction ?? transaction, transaction) }
  }

  private func add(_ isUpload: Bool, _ isDelete: Bool, to count: inout Count) {
    count.tracked += 1
    if isUpload { count.uploads += 1 }
    if isDelete { count.deletes += 1 }
  }
}
