/// What can go wrong with a store.
package enum StorageError: Error, Equatable {
  /// The file cannot be opened or created; the reason is the system's.
  case cannotOpen(path: String, reason: String)
  /// The file is a database, but not a ckdiag store.
  case notAStore(path: String)
  /// The store was written by a newer ckdiag.
  case newerVersion(path: String, version: Int)
  /// Another process is writing.
  case locked(path: String, owner: String?)
  /// SQLite refused a statement: disk full, read-only, damaged.
  case failed(operation: String, reason: String)
}
