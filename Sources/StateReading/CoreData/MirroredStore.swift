import SyncModel

/// A Core Data store whose rows `NSPersistentCloudKitContainer` mirrors: what its bookkeeping tables tell.
///
/// Column sets differ from system to system, so every column is asked for and may be absent.
struct MirroredStore {
  let database: DumpDatabase
  let tables: Set<String>
  /// `ANSCK`, or `ZNSCK` in stores of old systems.
  let prefix: String
  let path: String
  let origin: Origin

  /// Reads everything; what fails is remembered, the rest goes on.
  func read(into content: inout DumpContent) {
    var state = StoreState(origin: origin, identity: fileName(of: path), kind: .coreData)
    content.attempt { (_) throws(DumpError) in
      if tables.contains("Z_METADATA"), try database.columns(of: "Z_METADATA").contains("Z_UUID") {
        let uuid = try database.first("SELECT Z_UUID FROM Z_METADATA LIMIT 1") { $0.text(0) } ?? nil
        if let uuid, !uuid.isEmpty { state.identity = uuid }
      }
    }
    content.attempt { (content) throws(DumpError) in try readEvents(into: &content, state: &state) }
    content.attempt { (_) throws(DumpError) in try readZones(into: &state) }
    content.attempt { (content) throws(DumpError) in try readRecords(into: &content, state: &state) }
    content.attempt { (_) throws(DumpError) in try readMetadataEntries(into: &state) }
    content.attempt { (_) throws(DumpError) in try readLooseEnds(into: &state) }
    content.addRecoveries(of: state)
    let moments = [state.observedAt, state.zones.compactMap(\.lastFetch).max()].compactMap(\.self)
    state.observedAt = moments.max()
    content.states.append(state)
  }

  /// The full name of a bookkeeping table, or nil where the store has none.
  func table(_ name: String) -> String? {
    tables.contains(prefix + name) ? prefix + name : nil
  }

  /// Names of entities by number.
  func entityNames() throws(DumpError) -> [Int64: String] {
    guard tables.contains("Z_PRIMARYKEY") else { return [:] }
    var names: [Int64: String] = [:]
    let columns = try database.selectList(["Z_ENT", "Z_NAME"], of: "Z_PRIMARYKEY")
    try database.forEachRow("SELECT \(columns) FROM Z_PRIMARYKEY") { row in
      if let number = row.integer(0), let name = row.text(1) { names[number] = name }
      return true
    }
    return names
  }

  private func readMetadataEntries(into state: inout StoreState) throws(DumpError) {
    guard let table = table("METADATAENTRY") else { return }
    let columns = try database.selectList(["ZKEY", "ZBOOLVALUENUM", "ZSTRINGVALUE"], of: table)
    // Only what is read here leaves the store: other entries hold the user's record id.
    try database.forEachRow("SELECT \(columns) FROM \(table) LIMIT 10000") { row in
      switch row.text(0) {
      case "PFCloudKitMetadataNeedsMetadataMigrationKey":
        if row.count(1) != 0 { state.flags.append("needsMetadataMigration") }
      case "PFCloudKitMetadataFrameworkVersionKey":
        if let version = row.text(2) { state.notes.append("written by framework version \(version)") }
      default: break
      }
      return true
    }
  }

  /// Links that wait for their other end, and records between zones.
  private func readLooseEnds(into state: inout StoreState) throws(DumpError) {
    if let table = table("IMPORTPENDINGRELATIONSHIP") {
      let count = try database.first("SELECT count(*) FROM \(table)") { $0.count(0) } ?? 0
      if count > 0 {
        state.notes.append("\(counted(count, "relationship")) waiting for a record that was not imported")
      }
    }
    if let table = table("MIRROREDRELATIONSHIP") {
      let present = try database.columns(of: table)
      if present.contains("ZISPENDING") {
        let count = try database.first("SELECT count(*) FROM \(table) WHERE ZISPENDING <> 0") { $0.count(0) } ?? 0
        if count > 0 { state.notes.append("\(counted(count, "many-to-many link")) waiting for upload") }
      }
    }
    if let table = table("RECORDZONEMOVERECEIPT") {
      let count = try database.first("SELECT count(*) FROM \(table)") { $0.count(0) } ?? 0
      if count > 0 { state.notes.append("\(counted(count, "record")) moved between zones, not yet cleaned up") }
    }
  }
}
