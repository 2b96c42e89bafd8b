import CSQLite

/// Why a database of a dump cannot be read, or not further.
enum DumpError: Error, Equatable {
  /// SQLite's result code and words.
  case database(code: Int32, reason: String)
  /// The system refused a file operation.
  case file(reason: String)
}

/// A SQLite database that holds sync state, opened for nothing but reading.
final class DumpDatabase {
  /// How the file is opened.
  enum Mode: Equatable {
    /// The original, without any lock and without files beside it.
    case original
    /// A private copy, where SQLite may replay a write-ahead log or a rollback journal.
    case privateCopy
    /// An empty database of SQLite's own temporary storage, filled from a script.
    case scratch
  }

  private let handle: OpaquePointer

  init(path: String, mode: Mode) throws(DumpError) {
    var opened: OpaquePointer?
    let flags: Int32
    let name: String
    switch mode {
    case .original:
      flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = "file:\(Self.escaped(path))?mode=ro&immutable=1"
    case .privateCopy:
      flags = SQLITE_OPEN_READWRITE
      name = path
    case .scratch:
      flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      name = ""
    }
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, code == SQLITE_OK else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close(opened)
      throw .database(code: code, reason: reason)
    }
    handle = opened
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 256 << 20)
    // Functions and views of a foreign schema are not to be trusted; the cache stays small whatever the store's size.
    for setting in ["trusted_schema = OFF", "cell_size_check = ON", "cache_size = -8192", "temp_store = FILE"] {
      sqlite3_exec(handle, "PRAGMA \(setting)", nil, nil, nil)
    }
    if mode == .scratch { forbidEverythingButTables() }
  }

  deinit { sqlite3_close(handle) }

  /// One row of a result; valid inside the closure that gets it.
  struct Row {
    fileprivate let statement: OpaquePointer

    func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }

    func integer(_ column: Int) -> Int64? {
      isNull(column) ? nil : sqlite3_column_int64(statement, Int32(column))
    }

    func real(_ column: Int) -> Double? {
      isNull(column) ? nil : sqlite3_column_double(statement, Int32(column))
    }

    /// The value where it is a number, or a text that SQLite reads as one; 0 for NULL.
    func count(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, Int32(column))) }

    func text(_ column: Int) -> String? {
      guard let start = sqlite3_column_text(statement, Int32(column)) else { return nil }
      let length = Int(sqlite3_column_bytes(statement, Int32(column)))
      return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }

    func bytes(_ column: Int) -> [UInt8]? {
      guard let start = sqlite3_column_blob(statement, Int32(column)) else { return nil }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
    }
  }

  /// Runs a query and hands over its rows until the closure returns false.
  func forEachRow(_ query: String, _ body: (Row) -> Bool) throws(DumpError) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, query, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
      throw lastError
    }
    defer { sqlite3_finalize(statement) }
    let row = Row(statement: statement)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if !body(row) { return }
      case SQLITE_DONE: return
      default: throw lastError
      }
    }
  }

  /// The first row's values, by a closure, or nil when there is no row.
  func first<Value>(_ query: String, _ body: (Row) -> Value) throws(DumpError) -> Value? {
    var value: Value?
    try forEachRow(query) { row in
      value = body(row)
      return false
    }
    return value
  }

  /// The names of the real tables; views and virtual tables of a foreign schema are left alone.
  func tables() throws(DumpError) -> Set<String> {
    var names: Set<String> = []
    let query = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    try forEachRow(query) { row in
      if let name = row.text(0) { names.insert(name) }
      return true
    }
    return names
  }

  /// The names of a table's columns, generated ones included, in upper case.
  func columns(of table: String) throws(DumpError) -> Set<String> {
    var names: Set<String> = []
    try forEachRow("PRAGMA table_xinfo(\(Self.quoted(table)))") { row in
      if let name = row.text(1) { names.insert(name.uppercased()) }
      return true
    }
    return names
  }

  /// The wanted columns as a select list, NULL in the place of those that the table does not have.
  func selectList(_ wanted: [String], of table: String) throws(DumpError) -> String {
    let present = try columns(of: table)
    return wanted.map { present.contains($0.uppercased()) ? Self.quoted($0) : "NULL" }.joined(separator: ", ")
  }

  /// The first complaints of `PRAGMA integrity_check`, or nil when it finds none.
  func integrityComplaint() -> String? {
    var lines: [String] = []
    do throws(DumpError) {
      try forEachRow("PRAGMA integrity_check(3)") { row in
        if let line = row.text(0) { lines += line.split(separator: "\n").map(String.init) }
        return true
      }
    } catch {
      if case .database(_, let reason) = error { lines.append(reason) }
    }
    let said = lines.filter { $0 != "ok" && !$0.hasPrefix("***") }
    return said.isEmpty ? nil : said.prefix(3).joined(separator: "; ")
  }

  /// Runs one statement of a script.
  func execute(_ statement: String) -> Bool {
    sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK
  }

  /// A name as SQL writes it.
  static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  private var lastError: DumpError {
    .database(code: sqlite3_errcode(handle), reason: String(cString: sqlite3_errmsg(handle)))
  }

  /// A script of a stranger may make tables and fill them, and nothing else: no other file, no setting, no trigger.
  private func forbidEverythingButTables() {
    // Half a thousand million steps in one statement: no INSERT of a dump comes near, a query bomb ends here.
    sqlite3_progress_handler(handle, 500_000_000, { _ in 1 }, nil)
    sqlite3_set_authorizer(
      handle,
      { _, action, first, second, _, _ in
        switch action {
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_INSERT, SQLITE_READ, SQLITE_SELECT, SQLITE_TRANSACTION,
          SQLITE_UPDATE, SQLITE_REINDEX:
          return SQLITE_OK
        case SQLITE_PRAGMA:
          let name = first.map { String(cString: $0) } ?? ""
          return ["table_xinfo", "integrity_check"].contains(name) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_FUNCTION:
          let name = second.map { String(cString: $0).lowercased() } ?? ""
          return name == "load_extension" ? SQLITE_DENY : SQLITE_OK
        default:
          return SQLITE_DENY
        }
      }, nil)
  }

  /// A path inside a `file:` URI.
  private static func escaped(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
