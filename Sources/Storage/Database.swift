import CSQLite
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A connection to one SQLite database.
final class Database {
  let path: String
  let handle: OpaquePointer
  /// The virtual table through which batches of requests are inserted; registered in writable ones.
  let batchTable = BatchTable()
  /// The one through which batches of pages are inserted.
  let pageTable = PageTable()
  /// What overlapping inputs are compared with.
  var knownRequests = KnownRequests()
  private var statements: [String: Statement] = [:]

  /// Opens a database, creating it when `isWritable` and absent.
  init(path: String, isWritable: Bool) throws(StorageError) {
    var handle: OpaquePointer?
    let isFrozen = !isWritable && Self.isFrozen(path)
    let flags =
      (isWritable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
      | (isFrozen ? SQLITE_OPEN_URI : 0)
    let status = sqlite3_open_v2(isFrozen ? "file:\(Self.escaped(path))?immutable=1" : path, &handle, flags, nil)
    guard status == SQLITE_OK, let handle else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(status))
      sqlite3_close_v2(handle)
      throw .cannotOpen(path: path, reason: reason)
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    guard isWritable else { return }
    try batchTable.register(in: self)
    try pageTable.register(in: self)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Whether nobody can be writing: the folder takes no file of ours, and there is no write-ahead log.
  ///
  /// SQLite needs a file beside a database with write-ahead logging even for reading, unless it is told that nothing
  /// changes.
  private static func isFrozen(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var log = stat()
    return access(folder, W_OK) != 0 && (stat(path + "-wal", &log) != 0 || log.st_size == 0)
  }

  /// A path inside a URI of SQLite.
  private static func escaped(_ path: String) -> String {
    let letters = path.map { letter -> String in
      switch letter {
      case "%": "%25"
      case "?": "%3f"
      case "#": "%23"
      default: String(letter)
      }
    }
    return letters.joined()
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(StorageError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw failure(of: String(sql.prefix(60)), status: status) }
  }

  /// Compiles a statement for repeated use.
  func prepare(_ sql: String) throws(StorageError) -> Statement {
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement else { throw failure(of: String(sql.prefix(60)), status: status) }
    return Statement(statement, database: self)
  }

  /// The compiled statement of an SQL text that is asked again and again; the caller resets it after use.
  func cached(_ sql: String) throws(StorageError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Lets go of the cached statements, which hold the connection; to be called before the last owner goes.
  func forgetStatements() { statements = [:] }

  /// Runs the body in a transaction: all of it or nothing.
  func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try cached("BEGIN IMMEDIATE").run()
    do throws(StorageError) {
      try body()
      try cached("COMMIT").run()
    } catch {
      knownRequests.forget()
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The first column of the first row as an integer, 0 when there is no row.
  func integer(_ sql: String) throws(StorageError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The error that a status stands for, with SQLite's own words.
  func failure(of operation: String, status: Int32) -> StorageError {
    switch status & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path, owner: StoreLock.owner(of: path))
    case SQLITE_NOTADB: .notAStore(path: path)
    default: .failed(operation: operation, reason: String(cString: sqlite3_errmsg(handle)))
    }
  }
}

/// A compiled statement; parameters count from 1, columns from 0, as in SQLite.
final class Statement {
  let statement: OpaquePointer
  private let database: Database

  init(_ statement: OpaquePointer, database: Database) {
    self.statement = statement
    self.database = database
  }

  deinit { sqlite3_finalize(statement) }

  /// Goes to the next row; false = there is none.
  func step() throws(StorageError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let status: throw database.failure(of: "step", status: status)
    }
  }

  /// Runs the statement to its end and makes it ready for new parameters.
  func run() throws(StorageError) {
    defer { sqlite3_reset(statement) }
    while try step() {}
  }

  /// Makes the statement ready for new parameters.
  func reset() {
    sqlite3_reset(statement)
  }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { sqlite3_bind_int64(statement, index, value) } else { sqlite3_bind_null(statement, index) }
  }

  func bind(_ index: Int32, _ value: Int?) { bind(index, value.map(Int64.init)) }

  func bind(_ index: Int32, _ value: Bool) { sqlite3_bind_int(statement, index, value ? 1 : 0) }

  func bind(_ index: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(statement, index)
      return
    }
    _ = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        if let base = characters.baseAddress {
          sqlite3_bind_text(statement, index, base, Int32(clamping: characters.count), Statement.transient)
        } else {
          sqlite3_bind_text(statement, index, "", 0, nil)
        }
      }
    }
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    // Without an address SQLite would store NULL.
    guard !bytes.isEmpty else {
      sqlite3_bind_zeroblob(statement, index, 0)
      return
    }
    bytes.withUnsafeBytes {
      _ = sqlite3_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count), Self.transient)
    }
  }

  /// The bytes of a column, valid until the next step.
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// No bytes.
  static var noBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, column)
  }

  /// The value when it is stored as an integer; nil for texts, blobs and NULL.
  func optionalNumber(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column) : nil
  }

  func optionalInt(_ column: Int32) -> Int? { optionalInteger(column).map { Int($0) } }

  func text(_ column: Int32) -> String? {
    guard let text = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Gives the bytes of a text where they stand; nil for NULL.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard let text = sqlite3_column_text(statement, column) else { return nil }
    return body(UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func bool(_ column: Int32) -> Bool { sqlite3_column_int(statement, column) != 0 }

  /// The place that a column and the one behind it, its input and its line, tell.
  func origin(_ column: Int32) -> Origin {
    Origin(source: Int32(truncatingIfNeeded: integer(column)), line: Int(integer(column + 1)))
  }

  func time(_ column: Int32) -> Timestamp? { optionalInteger(column).map { Timestamp(milliseconds: $0) } }

  /// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
