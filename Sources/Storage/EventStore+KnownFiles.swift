import CSQLite
import SyncModel

/// A file that was read to its end, and the inputs that it gave.
package struct KnownFile: Equatable, Sendable {
  package var path: String
  package var stamp: FileStamp
  /// More than one for an archive.
  package var sources: [Int32]

  package init(path: String, stamp: FileStamp, sources: [Int32]) {
    self.path = path
    self.stamp = stamp
    self.sources = sources
  }
}

extension EventStore {
  /// The inputs that a file gave when it was read; nil unless the file is the same and all of them are still here.
  package func sources(of path: String, stamp: FileStamp) throws(StorageError) -> [Int32]? {
    let row = try database.cached(
      """
      SELECT f.sources FROM known_file f WHERE f.path = ? AND f.bytes = ? AND f.modified_ns = ? AND f.changed_ns = ?
        AND f.inode = ? AND f.device = ?
        AND NOT EXISTS (SELECT 1 FROM json_each(f.sources) j LEFT JOIN source s ON s.id = j.value WHERE s.id IS NULL)
      """)
    defer { row.reset() }
    bind(path, stamp, to: row)
    guard try row.step(), let text = row.text(0) else { return nil }
    return text.split { !$0.isNumber }.compactMap { Int32($0) }
  }

  /// Remembers files, so that they need not be read again while they stay as they are.
  package func remember(_ files: [KnownFile]) throws(StorageError) {
    guard !files.isEmpty else { return }
    try database.transaction { () throws(StorageError) in
      let insert = try database.cached("INSERT OR REPLACE INTO known_file VALUES (?, ?, ?, ?, ?, ?, ?)")
      for file in files {
        bind(file.path, file.stamp, to: insert)
        insert.bind(7, "[" + file.sources.map(String.init).joined(separator: ",") + "]")
        try insert.run()
      }
    }
  }

  private func bind(_ path: String, _ stamp: FileStamp, to statement: Statement) {
    statement.bind(1, path)
    statement.bind(2, stamp.bytes)
    statement.bind(3, stamp.modifiedNs)
    statement.bind(4, stamp.changedNs)
    statement.bind(5, stamp.inode)
    statement.bind(6, stamp.device)
  }
}
