import Foundation
import Inputs
import SyncModel

/// An input that is a SQLite database: opened where it lies, copied first where another process may write.
struct DatabaseInput {
  let source: ByteSource
  let options: StateReadingOptions

  /// Reads the database and hands over what it holds; a damaged one gives what is readable, then the error.
  func read(into sink: any RecordSink) throws(InputError) {
    var bytes = Int64(source.sample.count)
    let content: DumpContent
    do throws(DumpError) {
      if let path = source.plainFilePath {
        bytes = StoreFiles(path: path).size(of: path)
        content = try readFile(path)
      } else {
        let folder = try PrivateFolder()
        bytes = try write(to: folder.path + "/store.sqlite")
        content = readDatabase(at: folder.path + "/store.sqlite", mode: .privateCopy)
      }
    } catch {
      throw inputError(for: error, complaint: nil)
    }
    var delivered = content
    if let shortage = shortage(of: bytes) { delivered.notes.append(shortage) }
    if lacksItsLog, !content.states.isEmpty {
      delivered.notes.append(
        "the store uses a write-ahead log and none lies beside it: if it was copied without its '-wal' file, the newest "
          + "changes are missing")
    }
    delivered.deliver(to: sink, tally: InputTally(bytes: bytes, isTruncated: shortage(of: bytes) != nil))
    if let failure = content.failure {
      throw inputError(for: failure, complaint: shortage(of: bytes))
    }
  }

  /// True for a store in the mode that Core Data uses, when there is no log, not even an empty one.
  ///
  /// The 19th and 20th byte of the header are 2 in that mode. A writer that closes well may remove its log, so that this
  /// proves nothing.
  private var lacksItsLog: Bool {
    guard source.sample.count >= 20, source.sample[18] == 2, source.sample[19] == 2 else { return false }
    return source.plainFilePath.map { !FileManager.default.fileExists(atPath: $0 + "-wal") } ?? true
  }

  /// Reads the file where it lies when nobody writes to it, else a private copy of it and its log.
  private func readFile(_ path: String) throws(DumpError) -> DumpContent {
    let files = StoreFiles(path: path)
    if !files.hasWriteAheadLog, !files.hasJournal {
      let before = files.stamp
      let content = readDatabase(at: path, mode: .original)
      if files.stamp == before { return content }
    }
    let folder = try PrivateFolder()
    let copy = try folder.copyStore(files)
    var content = readDatabase(at: copy.path, mode: .privateCopy)
    if !copy.isOneMoment {
      content.notes.append("the store was written to all the while; its newest rows may be missing")
    }
    return content
  }

  private func readDatabase(at path: String, mode: DumpDatabase.Mode) -> DumpContent {
    var content = DumpContent()
    do throws(DumpError) {
      let database = try DumpDatabase(path: path, mode: mode)
      content = Self.content(of: database, named: source.path, options: options)
      // An encrypted file fails at its first page; asking it for its integrity would say the same once more.
      if case .database(let code, let reason)? = content.failure, code != 26 {
        let complaint = database.integrityComplaint() ?? "no complaint"
        content.failure = .database(code: code, reason: "\(reason); integrity_check: \(complaint)")
      }
    } catch { content.failure = error }
    return content
  }

  /// Reads a database by the tables that it has.
  static func content(of database: DumpDatabase, named path: String, options: StateReadingOptions) -> DumpContent {
    var content = DumpContent()
    content.attempt { (content) throws(DumpError) in
      let tables = try database.tables()
      let origin = Origin(source: options.source, line: 0)
      var isKnown = false
      for prefix in ["ANSCK", "ZNSCK"] where tables.contains(prefix + "RECORDMETADATA") {
        isKnown = true
        let store = MirroredStore(database: database, tables: tables, prefix: prefix, path: path, origin: origin)
        store.read(into: &content)
      }
      if tables.contains("sqlitedata_icloud_metadata") {
        isKnown = true
        MetadataDatabase(database: database, tables: tables, path: path, origin: origin).read(into: &content)
      }
      for table in ["ZQSSERVERTOKEN", "QSSERVERTOKEN"] where tables.contains(table) {
        isKnown = true
        try readServerTokens(table, of: database, path: path, origin: origin, into: &content)
      }
      guard !isKnown else { return }
      let kind = tables.contains("Z_PRIMARYKEY") ? "a Core Data store that is not mirrored to CloudKit" : "a database"
      content.notes.append("\(kind) without CloudKit sync tables; nothing to read")
    }
    return content
  }

  /// SyncKit keeps one change token a row.
  private static func readServerTokens(
    _ table: String, of database: DumpDatabase, path: String, origin: Origin, into content: inout DumpContent
  ) throws(DumpError) {
    let columns = try database.columns(of: table)
    guard let column = ["ZTOKEN", "TOKEN"].first(where: columns.contains) else { return }
    var zones: [StoreState.Zone] = []
    try database.forEachRow("SELECT \(column) FROM \(table) ORDER BY rowid LIMIT 1000") { row in
      zones.append(StoreState.Zone(name: nil, tokenDigest: row.bytes(0).map { digest(of: $0) }))
      return true
    }
    content.records += zones.count
    content.states.append(
      StoreState(
        origin: origin, identity: fileName(of: path), kind: .tokens, zones: zones,
        notes: ["SyncKit: \(counted(zones.count, "server change token"))"]))
  }

  private func write(to path: String) throws(DumpError) -> Int64 {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: path)
    else { throw .file(reason: "the private copy cannot be written") }
    defer { try? output.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var total: Int64 = 0
    while true {
      let count: Int
      do throws(InputError) { count = try source.read(into: buffer) } catch { break }
      guard count > 0, let base = buffer.baseAddress else { break }
      do {
        try output.write(contentsOf: Data(bytes: base, count: count))
      } catch { throw .file(reason: "the private copy cannot be written; is the disk full?") }
      total += Int64(count)
    }
    return total
  }

  /// What the header says the size is, where the file is smaller than that.
  private func shortage(of bytes: Int64) -> String? {
    let header = source.sample
    guard header.count >= 100, header.starts(with: SQLiteHeader.magic) else { return nil }
    func number(_ offset: Int) -> Int64 { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
    // The page count is only kept by writers that also keep the second copy of the change counter.
    guard number(24) == number(92), number(28) > 0 else { return nil }
    let pageSize = Int64(header[16]) << 8 | Int64(header[17])
    let expected = number(28) * (pageSize == 1 ? 65_536 : pageSize)
    return bytes < expected ? "half copied: \(bytes) of \(expected) bytes" : nil
  }

  private func inputError(for failure: DumpError, complaint: String?) -> InputError {
    switch failure {
    case .file(let reason):
      return .unreadable(path: source.path, reason: reason)
    case .database(let code, let reason):
      // SQLITE_NOTADB
      if code == 26 {
        return .damaged(path: source.path, reason: "no SQLite database can be seen in it: encrypted, or not a database")
      }
      return .damaged(path: source.path, reason: [complaint, reason].compactMap(\.self).joined(separator: "; "))
    }
  }
}

/// The first bytes of a SQLite database, and the names by which one is known that cannot be opened.
enum SQLiteHeader {
  static let magic = Array("SQLite format 3\u{0}".utf8)

  /// How sure it is that the input is a database with a table whose name begins in one of the given ways.
  ///
  /// The list of tables may lie behind the sample; a plain file is then asked for it.
  static func confidence(of sample: [UInt8], path: String, tables names: [String]) -> Double {
    guard sample.starts(with: magic) else { return 0 }
    let text = String(decoding: sample, as: UTF8.self)
    if names.contains(where: { text.contains($0) }) { return 1 }
    var found = false
    do throws(DumpError) {
      let database = try DumpDatabase(path: path, mode: .original)
      found = try database.tables().contains { table in names.contains { table.hasPrefix($0) } }
    } catch { return 0 }
    return found ? 1 : 0
  }
}

/// The last part of a path.
func fileName(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
