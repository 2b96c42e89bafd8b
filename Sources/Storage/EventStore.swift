import CSQLite
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A store of everything that was read, and the queries that telemetry and checks ask.
package final class EventStore {
  let database: Database
  /// What queries are restricted to.
  package var scope = Scope()
  /// A census of more requests than this reads them in halves on two threads.
  package var rowsReadAtOnce: Int64 = 200_000
  private let temporaryFile: String?
  /// Held for as long as the object lives; nil = the store is not filled.
  private let lock: StoreLock?
  /// True until the first input of a new store is in.
  private var isNew = false
  var paths: [Int32: String] = [:]
  var cachedSuspiciousPages: (scope: Scope, pages: [PageRecord])?
  var liveCensus: (any LiveCensusTaking)? {
    didSet { if liveCensus == nil { livePaging = nil } }
  }
  /// How far the streams of pages have come, told while they are written to a store that was empty.
  var livePaging: PagingProgress?
  var cachedTimedRows: TimedRows?
  var cachedClasses: [Int64: StoredRequestClass]?
  var cachedCensus: (scope: Scope, limit: Int64, census: RequestCensus)?
  var cachedSymbols: SymbolTable?
  var cachedErrors: (scope: Scope, errors: [ErrorReport])?

  /// Opens a store on disk, or creates it; an older one is brought up to date.
  ///
  /// A store that is only read is not created. With the name of a `command` the store is that command's alone
  /// to fill for as long as the object lives; another owner is waited for.
  package convenience init(
    path: String, isWritable: Bool = true, lockedBy command: String? = nil, waitingMs: Int = 5000
  ) throws(StorageError) {
    try self.init(path: path, isWritable: isWritable, temporaryFile: nil) { () throws(StorageError) in
      guard let command else { return nil }
      return try StoreLock(store: path, command: command, waitingMs: waitingMs)
    }
  }

  /// Makes a temporary store that is removed when the store object goes.
  package static func temporary() throws(StorageError) -> EventStore {
    let folder = String(cString: getenv("TMPDIR") ?? strdup("/tmp"))
    var template = Array("\(folder)/ckdiag-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: folder, reason: String(cString: strerror(errno)).lowercased())
    }
    close(descriptor)
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    return try EventStore(path: path, isWritable: true, temporaryFile: path) { nil }
  }

  private init(
    path: String, isWritable: Bool, temporaryFile: String?, lock: () throws(StorageError) -> StoreLock?
  ) throws(StorageError) {
    self.temporaryFile = temporaryFile
    database = try Database(path: path, isWritable: isWritable)
    self.lock = try lock()
    sqlite3_busy_timeout(database.handle, 10_000)
    if temporaryFile == nil {
      try open(isWritable: isWritable)
    } else {
      // Nothing of a temporary store must survive, so nothing is written twice.
      try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
      try database.execute("PRAGMA page_size = 8192; PRAGMA cache_size = -16384;")
      try migrate(from: 0)
    }
  }

  deinit {
    cachedSymbols = nil
    database.forgetStatements()
    if let temporaryFile { unlink(temporaryFile) }
  }

  private func open(isWritable: Bool) throws(StorageError) {
    if !isWritable { healed() }
    let version = Int(try database.integer("PRAGMA user_version"))
    let application = try database.integer("PRAGMA application_id")
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_master") == 0
    guard application == Migrations.applicationID || (isEmpty && version == 0) else {
      throw .notAStore(path: database.path)
    }
    guard version <= Migrations.all.count else { throw .newerVersion(path: database.path, version: version) }
    guard isWritable else {
      // Reading needs today's tables too.
      if isEmpty { throw .notAStore(path: database.path) }
      if version < Migrations.all.count { _ = try EventStore(path: database.path) }
      return
    }
    if isEmpty { try database.execute("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL;") }
    // The first input of a new store is written with a rollback journal: its pages are new, so that each is written once
    // instead of twice. `firstInputIsIn` turns to WAL when it is in.
    let mode = isEmpty ? "DELETE" : "WAL"
    try database.execute("PRAGMA journal_mode = \(mode); PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;")
    isNew = isEmpty
    if version < Migrations.all.count { try migrate(from: version) }
  }

  /// Takes back what a writer left half done that was killed during the first input; a reader alone may not.
  private func healed() {
    guard access(database.path + "-journal", F_OK) == 0,
      let writer = try? Database(path: database.path, isWritable: true)
    else { return }
    sqlite3_busy_timeout(writer.handle, 10_000)
    _ = try? writer.integer("SELECT count(*) FROM sqlite_master")
  }

  private func migrate(from version: Int) throws(StorageError) {
    try database.execute("BEGIN IMMEDIATE")
    // Another process may have been faster.
    let present = max(version, Int(try database.integer("PRAGMA user_version")))
    for step in Migrations.all[min(present, Migrations.all.count)...] { try database.execute(step) }
    try database.execute(
      "PRAGMA application_id = \(Migrations.applicationID); PRAGMA user_version = \(Migrations.all.count); COMMIT")
  }

  /// The numbers of texts and classes, shared by the sessions of one run.
  func symbols() throws(StorageError) -> SymbolTable {
    if let cachedSymbols { return cachedSymbols }
    let table = try SymbolTable(database: database)
    cachedSymbols = table
    return table
  }

  /// Turns a new store to write-ahead logging, so that readers never wait for writers.
  func firstInputIsIn() throws(StorageError) {
    guard isNew else { return }
    isNew = false
    try database.execute("PRAGMA journal_mode = WAL")
  }
}
