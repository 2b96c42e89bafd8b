import SyncModel

extension MirroredStore {
  /// Reads the databases and the record zones: tokens, last fetches and what is unfinished in them.
  func readZones(into state: inout StoreState) throws(DumpError) {
    let scopes: [Int64: String] = [1: "PUBLIC", 2: "PRIVATE", 3: "SHARED"]
    var databases: [Int64: String] = [:]
    if let table = table("DATABASEMETADATA") {
      let columns = try database.selectList(
        ["ZDATABASESCOPENUM", "ZDATABASENAME", "ZLASTFETCHDATE", "ZCURRENTCHANGETOKEN"], of: table)
      try database.forEachRow("SELECT rowid, \(columns) FROM \(table) ORDER BY rowid") { row in
        let name = row.integer(1).flatMap { scopes[$0] } ?? row.text(2)
        if let number = row.integer(0) { databases[number] = name }
        state.zones.append(
          StoreState.Zone(
            name: nil, database: name, tokenDigest: row.bytes(4).map { digest(of: $0) },
            lastFetch: Timestamp(cocoaSeconds: row.real(3))))
        return true
      }
    }
    guard let table = table("RECORDZONEMETADATA") else { return }
    let columns = try database.selectList(
      ["ZCKRECORDZONENAME", "ZCKOWNERNAME", "ZDATABASE", "ZLASTFETCHDATE", "ZCURRENTCHANGETOKEN"]
        + Self.zoneFlags.map(\.column), of: table)
    try database.forEachRow("SELECT \(columns) FROM \(table) ORDER BY rowid LIMIT 10000") { row in
      let flags = Self.zoneFlags.enumerated().filter { row.count(5 + $0.offset) != 0 }.map(\.element.flag)
      state.zones.append(
        StoreState.Zone(
          name: row.text(0), owner: shownOwner(row.text(1)), database: row.integer(2).flatMap { databases[$0] },
          tokenDigest: row.bytes(4).map { digest(of: $0) }, lastFetch: Timestamp(cocoaSeconds: row.real(3)),
          flags: flags))
      return true
    }
  }

  /// What a zone may still have to do, by column.
  static let zoneFlags: [(column: String, flag: String)] = [
    ("ZNEEDSIMPORT", "needsImport"),
    ("ZNEEDSRECOVERYFROMIDENTITYLOSS", "needsRecoveryFromIdentityLoss"),
    ("ZNEEDSRECOVERYFROMUSERPURGE", "needsRecoveryFromUserPurge"),
    ("ZNEEDSRECOVERYFROMZONEDELETE", "needsRecoveryFromZoneDelete"),
    ("ZNEEDSSHAREUPDATE", "needsShareUpdate"),
    ("ZNEEDSSHAREDELETE", "needsShareDelete"),
    ("ZNEEDSNEWSHAREINVITATION", "needsNewShareInvitation"),
  ]
}
