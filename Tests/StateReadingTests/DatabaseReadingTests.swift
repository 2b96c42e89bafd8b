import Foundation
import Inputs
import TestSupport
import Testing

/// A folder for the files of one test, removed with it.
final class TestFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Names, contents and times of all files.
  func fingerprint() throws -> [String: String] {
    var prints: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file(name)))
      let values = try FileManager.default.attributesOfItem(atPath: file(name))
      let time = (values[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let hash = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
      prints[name] = "\(bytes.count) \(hash) \(time)"
    }
    return prints
  }
}

/// Reads a database file where it lies.
func readStore(_ path: String) throws -> (id: String, recorder: Recorder) {
  try read(fileSource(URL(fileURLWithPath: path)))
}

struct DatabaseReadingTests {
  @Test(arguments: SampleStore.Condition.allCases) func readsAStoreInEachCondition(condition: SampleStore.Condition)
    throws
  {
    let folder = try TestFolder()
    try SampleStore.make(condition, at: folder.file("Notes.sqlite"))
    let (id, recorder) = try readStore(folder.file("Notes.sqlite"))
    #expect(id == "core-data-store")
    for index in recorder.activities.indices { recorder.activities[index].identifier = nil }
    expectGolden(recorder.summary, at: "Tests/Goldens/state/conditions/\(condition.rawValue).txt")
  }

  @Test func leavesAStoreAsItIs() throws {
    let folder = try TestFolder()
    try SampleStore.make(.stuck, at: folder.file("Notes.sqlite"))
    let before = try folder.fingerprint()
    _ = try readStore(folder.file("Notes.sqlite"))
    #expect(try folder.fingerprint() == before)
  }

  @Test func readsTheNewestRowsOfAHotLogAndLeavesItAsItIs() throws {
    let folder = try TestFolder()
    let store = try SampleStore(at: folder.file("Notes.sqlite"))
    try store.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;")
    try store.addRecords(7, waiting: 5)
    let before = try folder.fingerprint()
    #expect(before.keys.sorted() == ["Notes.sqlite", "Notes.sqlite-shm", "Notes.sqlite-wal"])
    let (_, recorder) = try readStore(folder.file("Notes.sqlite"))
    #expect(recorder.states.first?.trackedRecords == 7)
    #expect(recorder.states.first?.pendingUploads == 5)
    #expect(try folder.fingerprint() == before)
    // The writer is still there and still may write.
    try store.run("DELETE FROM ANSCKRECORDMETADATA WHERE Z_PK > 3")
    #expect(try readStore(folder.file("Notes.sqlite")).recorder.states.first?.trackedRecords == 3)
  }

  @Test(arguments: ["WAL", "DELETE"]) func neverBlocksAWriterAndReadsWholeTransactions(mode: String) throws {
    let folder = try TestFolder()
    let path = folder.file("Notes.sqlite")
    let store = try SampleStore(at: path)
    try store.run("PRAGMA journal_mode = \(mode); PRAGMA synchronous = OFF; PRAGMA busy_timeout = 0;")
    var counts: [Int] = []
    for round in 0..<60 {
      // Two rows a transaction: an odd number would be half of one.
      try store.run(
        """
        BEGIN; INSERT INTO ANSCKRECORDMETADATA(ZENTITYID, ZENTITYPK, ZCKRECORDNAME) VALUES (1, \(2 * round), 'a\(round)');
        """)
      if round % 10 == 0 { counts.append(try readStore(path).recorder.states.first?.trackedRecords ?? -1) }
      try store.run(
        """
        INSERT INTO ANSCKRECORDMETADATA(ZENTITYID, ZENTITYPK, ZCKRECORDNAME) VALUES (1, \(2 * round + 1), 'b\(round)');
        COMMIT;
        """)
    }
    #expect(counts == [0, 20, 40, 60, 80, 100])
  }

  @Test func readsWholeTransactionsWhileAThreadWrites() async throws {
    let folder = try TestFolder()
    let path = folder.file("Notes.sqlite")
    let store = try SampleStore(at: path)
    try store.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 20;")
    store.close()
    let writer = Task.detached {
      let store = try SampleStore(reopening: path)
      try store.run("PRAGMA busy_timeout = 0; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 20;")
      for round in 0..<400 {
        try store.run(
          """
          BEGIN; INSERT INTO ANSCKRECORDMETADATA(ZENTITYID, ZENTITYPK, ZCKRECORDNAME)
          VALUES (1, \(2 * round), 'a\(round)'), (1, \(2 * round + 1), 'b\(round)'); COMMIT;
          """)
      }
    }
    var counts: [Int] = []
    for _ in 0..<12 {
      let (_, recorder) = try readStore(path)
      #expect(recorder.tally.notes.filter { $0.hasPrefix("failed") } == [])
      counts.append(recorder.states.first?.trackedRecords ?? -1)
    }
    try await writer.value
    #expect(counts == counts.sorted())
    #expect(counts.filter { $0 < 0 || $0 % 2 != 0 } == [])
    #expect(try readStore(path).recorder.states.first?.trackedRecords == 800)
  }

  @Test func readsAMemberOfAnArchive() throws {
    let folder = try TestFolder()
    try SampleStore.make(.stuck, at: folder.file("Notes.sqlite"))
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("Notes.sqlite"))))
    let (_, recorder) = try read(bytes, named: "backup.zip//Notes.sqlite")
    #expect(recorder.states.first?.pendingUploads == 12)
  }
}

struct DamagedDatabaseTests {
  @Test func saysThatAFileIsEncryptedOrNoDatabase() throws {
    var random: UInt64 = 42
    let bytes = (0..<8192).map { _ -> UInt8 in
      random = random &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: random >> 33)
    }
    let (id, recorder) = try read(bytes, named: "Secret.sqlite")
    #expect(id == "sqlite-database")
    #expect(
      recorder.tally.notes == [
        "failed: damaged(path: \"Secret.sqlite\", reason: \"no SQLite database can be seen in it: encrypted, or not a "
          + "database\")"
      ])
  }

  @Test func saysHowMuchOfAHalfCopiedStoreIsThere() throws {
    let folder = try TestFolder()
    try SampleStore.make(.throttled, at: folder.file("Notes.sqlite"))
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("Notes.sqlite"))))
    let (_, recorder) = try read(Array(bytes[..<(bytes.count / 3)]), named: "Notes.sqlite")
    #expect(recorder.tally.isTruncated)
    #expect(recorder.tally.notes.first == "half copied: \(bytes.count / 3) of \(bytes.count) bytes")
    #expect(recorder.tally.notes.contains { $0.hasPrefix("failed: damaged") })
  }

  @Test func readsWhatIsLeftOfADamagedStoreAndReportsTheIntegrityCheck() throws {
    let folder = try TestFolder()
    try SampleStore.make(.throttled, at: folder.file("Notes.sqlite"))
    let store = try SampleStore(reopening: folder.file("Notes.sqlite"))
    let page = try store.number("SELECT rootpage FROM sqlite_master WHERE name = 'ANSCKRECORDMETADATA'")
    store.close()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("Notes.sqlite"))))
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    for offset in (page - 1) * size..<page * size { bytes[offset] = 0x5a }
    let (_, recorder) = try read(bytes, named: "Notes.sqlite")
    #expect(recorder.activities.count == 11)
    let failure = try #require(recorder.tally.notes.first { $0.hasPrefix("failed") })
    #expect(failure.contains("integrity_check"))
    #expect(failure.contains("malformed"))
  }

  @Test func saysThatADatabaseIsForeign() throws {
    let folder = try TestFolder()
    let store = try SampleStore(reopening: folder.file("Other.sqlite"))
    try store.run("CREATE TABLE note(id INTEGER PRIMARY KEY); INSERT INTO note VALUES (1);")
    store.close()
    let (id, recorder) = try readStore(folder.file("Other.sqlite"))
    #expect(id == "sqlite-database")
    #expect(recorder.tally.notes == ["a database without CloudKit sync tables; nothing to read"])
  }

  @Test func leavesViewsOfAForeignSchemaAlone() throws {
    let folder = try TestFolder()
    let store = try SampleStore(reopening: folder.file("Trap.sqlite"))
    try store.run(
      """
      CREATE VIEW ANSCKRECORDMETADATA AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS ZENTITYID FROM n;
      """)
    store.close()
    #expect(
      try readStore(folder.file("Trap.sqlite")).recorder.tally.notes == [
        "a database without CloudKit sync tables; nothing to read"
      ])
  }

  @Test func takesACompanionFileAsPartOfItsStore() throws {
    let folder = try TestFolder()
    let store = try SampleStore(at: folder.file("Notes.sqlite"))
    try store.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;")
    try store.addRecords(2)
    for ending in ["-wal", "-shm"] {
      let (id, recorder) = try readStore(folder.file("Notes.sqlite" + ending))
      #expect(id == "sqlite-companion")
      #expect(recorder.tally.notes == ["belongs to '\(folder.file("Notes.sqlite"))'"])
    }
  }

  @Test func letsAScriptDoNothingButFillTables() throws {
    let folder = try TestFolder()
    let script = """
      ATTACH DATABASE '\(folder.file("made.sqlite"))' AS made;
      CREATE TABLE made.a(b);
      VACUUM INTO '\(folder.file("vacuumed.sqlite"))';
      CREATE TABLE ANSCKRECORDMETADATA(ZENTITYID, ZENTITYPK, ZNEEDSUPLOAD, ZNEEDSCLOUDDELETE);
      INSERT INTO ANSCKRECORDMETADATA VALUES (1, 1, 1, 0), (1, 2, 0, 0);
      """
    let (_, recorder) = try read(Array(("BEGIN TRANSACTION;\n" + script).utf8), named: "dump.sql")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(recorder.states.first?.trackedRecords == 2)
    #expect(recorder.tally.notes == ["3 statements not run"])
  }
}
