import CSQLite
import SyncModel

/// What a store is, apart from what it says.
package struct StoreFacts: Equatable, Sendable {
  /// A table with its rows; nil bytes where SQLite was built without its size statistics.
  package struct Table: Equatable, Sendable {
    package var name: String
    package var rows: Int64
    /// With the indexes of the table.
    package var bytes: Int64?
  }

  package var schemaVersion: Int
  package var bytes: Int64
  /// Bytes of pages that nothing uses.
  package var freeBytes: Int64
  package var inputs: Int64
  /// From the first to the last moment of everything.
  package var period: Period?
  /// The time of the oldest request.
  package var oldestRequest: Timestamp?
  package var lastIngest: Timestamp?
  /// By size, then name.
  package var tables: [Table]
  /// What `PRAGMA integrity_check` says; empty = nothing is wrong.
  package var faults: [String]
}

extension EventStore {
  /// Counts and checks the whole store, whatever the scope.
  package func facts() throws(StorageError) -> StoreFacts {
    let page = try database.integer("PRAGMA page_size")
    let row = try database.prepare(
      "SELECT count(*), min(first_time), max(last_time), max(ingested_at) FROM source")
    guard try row.step() else { throw .failed(operation: "SELECT count(*)", reason: "no row") }
    var period: Period?
    if let start = row.time(1), let end = row.time(2) { period = Period(start: start, end: end) }
    let oldest = try database.prepare("SELECT min(time_ms) FROM request")
    return StoreFacts(
      schemaVersion: Int(try database.integer("PRAGMA user_version")),
      bytes: try database.integer("PRAGMA page_count") * page,
      freeBytes: try database.integer("PRAGMA freelist_count") * page, inputs: row.integer(0), period: period,
      oldestRequest: try oldest.step() ? oldest.time(0) : nil, lastIngest: row.time(3), tables: try tables(),
      faults: try faults())
  }

  private func tables() throws(StorageError) -> [StoreFacts.Table] {
    let sizes = sizesByTable()
    let names = try database.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    var tables: [StoreFacts.Table] = []
    while try names.step() {
      guard let name = names.text(0) else { continue }
      tables.append(
        StoreFacts.Table(
          name: name, rows: try database.integer("SELECT count(*) FROM \"\(name)\""),
          bytes: sizes.map { $0[name] ?? 0 }))
    }
    return tables.sorted { ($1.bytes ?? 0, $0.name) < ($0.bytes ?? 0, $1.name) }
  }

  /// nil where SQLite was built without `dbstat`.
  private func sizesByTable() -> [String: Int64]? {
    do throws(StorageError) {
      let rows = try database.prepare(
        """
        SELECT m.tbl_name, sum(d.pgsize) FROM (SELECT name, pgsize FROM dbstat WHERE aggregate = 1) d
          JOIN sqlite_master m ON m.name = d.name
        GROUP BY 1
        """)
      var sizes: [String: Int64] = [:]
      while try rows.step() { sizes[rows.text(0) ?? ""] = rows.integer(1) }
      return sizes
    } catch {
      return nil
    }
  }

  private func faults() throws(StorageError) -> [String] {
    let rows = try database.prepare("PRAGMA integrity_check(20)")
    var faults: [String] = []
    while try rows.step() {
      if let text = rows.text(0), text != "ok" { faults.append(text) }
    }
    return faults
  }
}
