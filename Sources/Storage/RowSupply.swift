import CSQLite
import SyncModel

/// The rows that a virtual table has at the moment: one `INSERT … SELECT` takes them all.
///
/// It is the first member of what a table shows, so that SQLite's callbacks, which can carry no type, find it there.
struct RowSupply {
  /// Gives SQLite the value of a column of a row of what is shown; what is not given is NULL.
  typealias Put = @convention(c) (Int32, Int, UnsafeMutableRawPointer, OpaquePointer?) -> Void

  var count: Int
  let put: Put

  /// Gives SQLite an integer unless it is absent.
  @inline(__always)
  static func give(_ value: Int64, _ context: OpaquePointer?) {
    if value != RequestBatch.absent { sqlite3_result_int64(context, value) }
  }

  /// Makes a table of these rows known to a connection; the memory must outlive it.
  static func register(
    _ content: UnsafeMutableRawPointer, as name: String, columns: [String], in database: Database
  ) throws(StorageError) {
    let table = "CREATE TABLE x(\(columns.joined(separator: ",")))"
    let origin = UnsafeMutablePointer<Origin>.allocate(capacity: 1)
    origin.initialize(to: Origin(content: content, declaration: table))
    let status = sqlite3_create_module_v2(database.handle, name, &module, origin) { origin in
      origin?.assumingMemoryBound(to: Origin.self).deinitialize(count: 1)
      origin?.deallocate()
    }
    guard status == SQLITE_OK else { throw database.failure(of: "register \(name)", status: status) }
  }

  /// What a table is made of.
  private struct Origin {
    var content: UnsafeMutableRawPointer
    var declaration: String
  }

  /// A connected table: SQLite's part first, then ours.
  private struct Table {
    var base = sqlite3_vtab()
    var content: UnsafeMutableRawPointer
  }

  private struct Cursor {
    var base = sqlite3_vtab_cursor()
    var content: UnsafeMutableRawPointer
    var row = 0
  }

  nonisolated(unsafe) private static var module: sqlite3_module = {
    // Written once before any connection uses it, and only read afterwards.
    var module = sqlite3_module()
    module.xConnect = { database, origin, _, _, table, _ in
      guard let origin = origin?.assumingMemoryBound(to: Origin.self) else { return SQLITE_ERROR }
      let status = sqlite3_declare_vtab(database, origin.pointee.declaration)
      guard status == SQLITE_OK else { return status }
      let new = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      new.initialize(to: Table(content: origin.pointee.content))
      table?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    module.xDisconnect = { table in
      UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
      return SQLITE_OK
    }
    module.xBestIndex = { _, _ in SQLITE_OK }
    module.xOpen = { table, cursor in
      guard let table = UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self) else { return SQLITE_ERROR }
      let new = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      new.initialize(to: Cursor(content: table.pointee.content))
      cursor?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    module.xClose = { cursor in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).deallocate()
      return SQLITE_OK
    }
    module.xFilter = { cursor, _, _, _, _ in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).pointee.row = 0
      return SQLITE_OK
    }
    module.xNext = { cursor in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).pointee.row += 1
      return SQLITE_OK
    }
    module.xEof = { cursor in
      guard let state = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else { return 1 }
      let supply = state.pointee.content.assumingMemoryBound(to: RowSupply.self)
      return state.pointee.row >= supply.pointee.count ? 1 : 0
    }
    module.xRowid = { _, _ in SQLITE_ERROR }
    module.xColumn = { cursor, context, column in
      guard let state = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else {
        return SQLITE_ERROR
      }
      let content = state.pointee.content
      content.assumingMemoryBound(to: RowSupply.self).pointee.put(column, state.pointee.row, content, context)
      return SQLITE_OK
    }
    return module
  }()
}
