import CSQLite
import Foundation

/// A Core Data store mirrored to CloudKit, built from the tables that such stores have.
package final class SampleStore {
  package let path: String
  private var handle: OpaquePointer?

  /// Makes an empty store with all tables; an old one has another prefix and fewer columns.
  package init(at path: String, isOld: Bool = false) throws {
    self.path = path
    try? FileManager.default.removeItem(atPath: path)
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw SampleStoreError.refused("cannot create '\(path)'") }
    let script = packageFolder.appendingPathComponent("Samples/state/sql-script/coredata-healthy.sql")
    for line in try String(contentsOf: script, encoding: .utf8).split(separator: "\n") {
      guard line.hasPrefix("CREATE") || line.hasPrefix("INSERT INTO Z_") else { continue }
      try run(isOld ? Self.older(String(line)) : String(line))
    }
  }

  /// Opens a database as it is, or makes one without any table.
  package init(reopening path: String) throws {
    self.path = path
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw SampleStoreError.refused("cannot open '\(path)'") }
  }

  deinit { sqlite3_close(handle) }

  /// The first number of a query's first row; 0 for none.
  package func number(_ query: String) throws -> Int {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else {
      throw SampleStoreError.refused(String(cString: sqlite3_errmsg(handle)))
    }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : 0
  }

  /// Runs statements.
  package func run(_ statements: String) throws {
    guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else {
      throw SampleStoreError.refused(String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Closes the file; the store cannot be changed any more.
  package func close() {
    sqlite3_close(handle)
    handle = nil
  }

  /// Adds records of entity 1 in zone 1, the first of which wait.
  package func addRecords(_ count: Int, waiting: Int = 0, prefix: String = "ANSCK") throws {
    try run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO \(prefix)RECORDMETADATA(Z_PK, Z_ENT, Z_OPT, ZENTITYID, ZENTITYPK, ZRECORDZONE, ZNEEDSUPLOAD,
        ZNEEDSCLOUDDELETE, ZCKRECORDNAME)
      SELECT i, 17012, 1, 1, i, 1, i <= \(waiting), 0, printf('5B1F0C00-0000-4000-8000-%012d', i) FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT OR IGNORE INTO ZNOTE(Z_PK, Z_ENT, Z_OPT) SELECT i, 1, 1 FROM n;
      """)
  }

  /// Adds an export event; minutes count from 2026-09-22 10:00:00 UTC.
  package func addExport(
    minute: Double, seconds: Double? = 2, domain: String? = nil, code: Int = 0, objects: Int = 0,
    prefix: String = "ANSCK"
  ) throws {
    let start = 811_764_000 + minute * 60
    let end = seconds.map { "\(start + $0)" } ?? "NULL"
    let succeeded = domain == nil && seconds != nil
    try run(
      """
      INSERT INTO \(prefix)EVENT(Z_ENT, Z_OPT, ZCLOUDKITEVENTTYPE, ZCOUNTAFFECTEDOBJECTS, ZERRORCODE, ZSUCCEEDED,
        ZENDEDAT, ZSTARTEDAT, ZERRORDOMAIN, ZEVENTIDENTIFIER)
      VALUES (17002, 1, 2, \(objects), \(code), \(succeeded ? 1 : 0), \(end), \(start),
        \(domain.map { "'\($0)'" } ?? "NULL"), randomblob(16));
      """)
  }

  /// Adds the zone of the app's records with the flags that are to be set.
  package func addZone(setting flags: [String] = []) throws {
    let names = flags.map { ", \($0)" }.joined()
    try run(
      """
      INSERT INTO ANSCKDATABASEMETADATA(Z_PK, ZDATABASESCOPENUM, ZLASTFETCHDATE) VALUES (1, 2, 811764000);
      INSERT INTO ANSCKRECORDZONEMETADATA(Z_PK, ZCKRECORDZONENAME, ZCKOWNERNAME, ZDATABASE, ZLASTFETCHDATE\(names))
      VALUES (1, 'com.apple.coredata.cloudkit.zone', '__defaultOwner__', 1, 811764000\(flags.map { _ in ", 1" }.joined()));
      """)
  }

  /// Turns a statement for today's stores into one for those of old systems: other prefix, fewer columns.
  private static func older(_ statement: String) -> String {
    var text = statement.replacingOccurrences(of: "ANSCK", with: "ZNSCK")
    for column in [
      "ZNEEDSLOCALDELETE INTEGER, ", "ZPENDINGEXPORTCHANGETYPENUMBER INTEGER, ", "ZENCODEDRECORDASSET INTEGER, ",
      "ZSYSTEMFIELDSASSET INTEGER, ", "ZCOUNTAFFECTEDOBJECTS INTEGER, ", "ZCOUNTFINISHEDOBJECTS INTEGER, ",
      ", ZEVENTIDENTIFIER BLOB",
    ] {
      text = text.replacingOccurrences(of: column, with: "")
    }
    return text
  }
}

/// SQLite refused to build a sample.
package enum SampleStoreError: Error {
  case refused(String)
}

extension SampleStore {
  /// Stores in the conditions in which they are found.
  package enum Condition: String, CaseIterable, Sendable {
    case healthy, stuck, throttled, running
    case midRecovery = "mid-recovery"
    case old
  }

  /// Builds a store in a condition and closes it.
  package static func make(_ condition: Condition, at path: String) throws {
    let store = try SampleStore(at: path, isOld: condition == .old)
    let prefix = condition == .old ? "ZNSCK" : "ANSCK"
    if condition != .old {
      try store.addZone(
        setting: condition == .midRecovery ? ["ZNEEDSRECOVERYFROMUSERPURGE", "ZNEEDSIMPORT"] : [])
    }
    switch condition {
    case .healthy:
      try store.addRecords(20)
      try store.addExport(minute: 1, objects: 20)
    case .stuck:
      try store.addRecords(20, waiting: 12)
      try store.addExport(minute: 1, objects: 8)
      for minute in [10.0, 20, 30] {
        try store.addExport(minute: minute, domain: "CKErrorDomain", code: 2, objects: 12)
      }
    case .throttled:
      try store.addRecords(2000, waiting: 1600)
      try store.addExport(minute: 1, objects: 400)
      try store.addExport(minute: 2, domain: "CKErrorDomain", code: 6)
      for second in 1...9 {
        try store.addExport(minute: 2 + Double(second) / 60, seconds: 0.06, domain: "CKErrorDomain", code: 7)
      }
    case .running:
      try store.addRecords(20, waiting: 12)
      try store.addExport(minute: 1, objects: 8)
      try store.addExport(minute: 10, domain: "CKErrorDomain", code: 2, objects: 12)
      try store.addExport(minute: 11, seconds: nil)
    case .midRecovery:
      try store.addRecords(20, waiting: 20)
      try store.addExport(minute: 1, domain: "CKErrorDomain", code: 28)
    case .old:
      try store.run("ALTER TABLE ZNSCKRECORDMETADATA RENAME COLUMN ZLASTEXPORTEDTRANSACTIONNUMBER TO ZUNUSED")
      try store.addRecords(20, waiting: 3, prefix: prefix)
    }
    store.close()
  }

  /// Builds a store of any size: narrow rows, so that five million take about 600 MB.
  package static func makeSparse(records: Int, at path: String) throws {
    let store = try SampleStore(at: path)
    try store.run(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      DROP INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK;
      DROP INDEX Z_NSCKRecordMetadata_UNIQUE_ckRecordName_recordZone;
      """)
    try store.addZone()
    try store.addRecords(records, waiting: records / 50)
    try store.addExport(minute: 1, objects: 400)
    store.close()
  }
}
