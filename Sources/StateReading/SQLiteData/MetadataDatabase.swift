import SyncModel

/// The metadatabase that the SQLiteData library keeps beside the app's database.
struct MetadataDatabase {
  let database: DumpDatabase
  let tables: Set<String>
  let path: String
  let origin: Origin

  /// Reads everything; what fails is remembered, the rest goes on.
  func read(into content: inout DumpContent) {
    var state = StoreState(origin: origin, identity: fileName(of: path), kind: .sqliteData)
    var queued: Set<String> = []
    var canTellQueue = true
    content.attempt { (content) throws(DumpError) in
      for (engine, isRead) in try engineStates() {
        canTellQueue = canTellQueue && isRead
        queued.formUnion(engine.pendingItems)
        // Only a thousand names are kept of a state, so that a longer queue cannot be compared name by name.
        canTellQueue = canTellQueue && engine.pendingItems.count < 1000
        state.inFlight = (state.inFlight ?? 0) + (engine.inFlight ?? 0)
        content.states.append(engine)
      }
    }
    content.attempt { (_) throws(DumpError) in try readQueue(into: &state, queued: &queued) }
    content.attempt { (_) throws(DumpError) in try readUnsynced(into: &state, queued: &queued) }
    content.attempt { (content) throws(DumpError) in try readRecords(into: &content, state: &state) }
    content.attempt { (content) throws(DumpError) in
      if canTellQueue { try findForgotten(queued, content: &content, state: &state) }
    }
    content.states.insert(state, at: 0)
  }

  private static let metadata = "sqlitedata_icloud_metadata"

  private func readRecords(into content: inout DumpContent, state: inout StoreState) throws(DumpError) {
    let columns = try database.columns(of: Self.metadata)
    let hasServer =
      columns.contains("HASLASTKNOWNSERVERRECORD")
      ? "hasLastKnownServerRecord"
      : columns.contains("LASTKNOWNSERVERRECORD") ? "lastKnownServerRecord IS NOT NULL" : "1"
    let isDeleted = columns.contains("_ISDELETED") ? "_isDeleted" : "0"
    let isShared = columns.contains("ISSHARED") ? "isShared" : columns.contains("SHARE") ? "share IS NOT NULL" : "0"
    let time = columns.contains("USERMODIFICATIONTIME") ? "userModificationTime" : "NULL"
    let type = columns.contains("RECORDTYPE") ? "recordType" : "'?'"
    let zone = columns.contains("ZONENAME") ? "zoneName" : "NULL"
    let owner = columns.contains("OWNERNAME") ? "ownerName" : "NULL"
    let waits = "(NOT \(hasServer) AND NOT \(isDeleted))"
    var entities: [String: RecordTally.Count] = [:]
    var zones = ZoneTable()
    var total = RecordTally.Count()
    var shared = 0
    var newest: Int64 = 0
    var oldest: Int64?
    try database.forEachRow(
      """
      SELECT \(type), \(zone), \(owner), count(*), total(\(waits)), total(\(isDeleted)), total(\(isShared)),
        max(\(time)), min(CASE WHEN \(waits) OR \(isDeleted) THEN \(time) END)
      FROM \(Self.metadata) GROUP BY 1, 2, 3
      """
    ) { row in
      let count = RecordTally.Count(tracked: row.count(3), uploads: row.count(4), deletes: row.count(5))
      total = total + count
      let name = row.text(0) ?? "?"
      entities[name] = (entities[name] ?? .init()) + count
      zones.add(count, to: .init(name: row.text(1) ?? "?", owner: row.text(2) ?? ""))
      shared += row.count(6)
      newest = max(newest, row.integer(7) ?? 0)
      if let time = row.integer(8) { oldest = min(oldest ?? time, time) }
      return true
    }
    state.trackedRecords = total.tracked
    state.pendingUploads = total.uploads
    state.pendingDeletes = total.deletes
    state.oldestPending = oldest.flatMap { Timestamp(unixSeconds: Double($0) / 1e9) }
    state.observedAt = Timestamp(unixSeconds: Double(newest) / 1e9)
    state.zones = zones.rows
    state.entities = entities.map { name, count in
      StoreState.Entity(
        name: name, tracked: count.tracked, pendingUploads: count.uploads, pendingDeletes: count.deletes)
    }.sorted { ($1.tracked, $0.name) < ($0.tracked, $1.name) }
    content.records += total.tracked
    if total.uploads > 0 { state.notes.append("\(counted(total.uploads, "record")) never uploaded") }
    if total.deletes > 0 { state.notes.append("\(counted(total.deletes, "record")) deleted, server not told") }
    if shared > 0 { state.notes.append("\(counted(shared, "shared record"))") }
    try addMissingTables(Set(entities.keys), columns: columns, to: &state)
    try addWaitingNames("\(waits) OR \(isDeleted)", columns: columns, to: &state)
  }

  /// Record types of which this version of the app has no table, and children whose parent is not uploaded.
  private func addMissingTables(_ types: Set<String>, columns: Set<String>, to state: inout StoreState)
    throws(DumpError)
  {
    if tables.contains("sqlitedata_icloud_recordTypes") {
      var known: Set<String> = []
      try database.forEachRow("SELECT tableName FROM sqlitedata_icloud_recordTypes") { row in
        if let name = row.text(0) { known.insert(name) }
        return true
      }
      let missing = types.subtracting(known).sorted()
      if !missing.isEmpty { state.notes.append("no table for \(missing.joined(separator: ", ")) in this app version") }
    }
    guard columns.isSuperset(of: ["PARENTRECORDNAME", "RECORDNAME", "LASTKNOWNSERVERRECORD"]) else { return }
    let children =
      try database.first(
        """
        SELECT count(*) FROM \(Self.metadata) AS child JOIN \(Self.metadata) AS parent
        ON parent.recordName = child.parentRecordName
        WHERE child.lastKnownServerRecord IS NULL AND parent.lastKnownServerRecord IS NULL
        """, { $0.count(0) }) ?? 0
    if children > 0 { state.notes.append("\(counted(children, "record")) waiting for a parent that is not uploaded") }
  }

  private func addWaitingNames(_ condition: String, columns: Set<String>, to state: inout StoreState) throws(DumpError)
  {
    guard columns.contains("RECORDNAME") else { return }
    var names: [String] = []
    try database.forEachRow(
      "SELECT recordName FROM \(Self.metadata) WHERE \(condition) ORDER BY recordName LIMIT 1000"
    ) { row in
      if let name = row.text(0) { names.append(name) }
      return true
    }
    state.pendingItems = names
  }

  /// The states of the private and the shared engine, each as a store of its own.
  private func engineStates() throws(DumpError) -> [(state: StoreState, isRead: Bool)] {
    guard tables.contains("sqlitedata_icloud_stateSerialization") else { return [] }
    let names = ["1": "PUBLIC", "2": "PRIVATE", "3": "SHARED"]
    var states: [(StoreState, Bool)] = []
    try database.forEachRow("SELECT scope, data FROM sqlitedata_icloud_stateSerialization ORDER BY scope") { row in
      let scope = row.text(0).map { names[$0] ?? $0 } ?? "?"
      let identity = "\(fileName(of: path)) \(scope)"
      let document = EngineDocument(row.bytes(1) ?? [])
      switch document.read(identity: identity, origin: origin) {
      case .state(var state):
        state.identity = identity
        for index in state.zones.indices { state.zones[index].database = scope }
        states.append((state, true))
      case .compressed:
        let note = "compressed state (LZFSE), not read"
        states.append((StoreState(origin: origin, identity: identity, kind: .syncEngine, notes: [note]), false))
      case .unknown:
        let note = "engine state of an unknown form, not read"
        states.append((StoreState(origin: origin, identity: identity, kind: .syncEngine, notes: [note]), false))
      }
      return true
    }
    return states
  }

  private func readQueue(into state: inout StoreState, queued: inout Set<String>) throws(DumpError) {
    guard tables.contains("sqlitedata_icloud_pendingRecordZoneChanges") else { return }
    var saves = 0
    var deletes = 0
    var names: Set<String> = []
    try database.forEachRow(
      "SELECT pendingRecordZoneChange FROM sqlitedata_icloud_pendingRecordZoneChanges ORDER BY rowid"
    ) { row in
      guard let archive = KeyedArchive((row.bytes(0) ?? [])[...]) else { return true }
      var isDelete = false
      for root in archive.roots {
        guard case .text(let text)? = archive.resolve(root.value) else { continue }
        if root.name == "changeType" { isDelete = text == "deleteRecord" }
        if root.name.lowercased() == "recordname" { names.insert(text) }
      }
      if isDelete { deletes += 1 } else { saves += 1 }
      return true
    }
    queued.formUnion(names)
    if saves + deletes > 0 {
      state.notes.append(
        "changes made while the engine was stopped: \(counted(saves, "save")), \(counted(deletes, "delete"))")
    }
  }

  private func readUnsynced(into state: inout StoreState, queued: inout Set<String>) throws(DumpError) {
    guard tables.contains("sqlitedata_icloud_unsyncedRecordIDs") else { return }
    var names: [String] = []
    try database.forEachRow("SELECT recordName FROM sqlitedata_icloud_unsyncedRecordIDs") { row in
      if let name = row.text(0) { names.append(name) }
      return true
    }
    queued.formUnion(names)
    if !names.isEmpty { state.notes.append("\(counted(names.count, "record")) waiting for a missing parent or table") }
  }

  /// Records that were never uploaded and stand in no queue: nobody will send them.
  private func findForgotten(
    _ queued: Set<String>, content: inout DumpContent, state: inout StoreState
  ) throws(DumpError) {
    let columns = try database.columns(of: Self.metadata)
    guard columns.isSuperset(of: ["RECORDNAME", "LASTKNOWNSERVERRECORD", "_ISDELETED"]),
      tables.contains("sqlitedata_icloud_stateSerialization")
    else { return }
    var forgotten: [String] = []
    try database.forEachRow(
      "SELECT recordName FROM \(Self.metadata) WHERE lastKnownServerRecord IS NULL AND _isDeleted = 0 ORDER BY 1"
    ) { row in
      if let name = row.text(0), !queued.contains(name) { forgotten.append(name) }
      return true
    }
    guard !forgotten.isEmpty else { return }
    let text = "\(counted(forgotten.count, "record")) never uploaded and in no queue, such as '\(forgotten[0])'"
    state.notes.append(text)
    content.observations.append(
      Observation(
        origin: origin, time: state.observedAt, kind: .changesLost, subject: forgotten[0],
        value: Int64(forgotten.count), text: text))
  }
}

extension RecordTally.Count {
  static func + (left: Self, right: Self) -> Self {
    Self(
      tracked: left.tracked + right.tracked, uploads: left.uploads + right.uploads,
      deletes: left.deletes + right.deletes)
  }
}
