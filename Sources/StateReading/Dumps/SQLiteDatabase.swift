import Inputs
import SyncModel

/// Any other SQLite database, also one that cannot be opened: read by the tables that it turns out to have.
struct SQLiteDatabase: StateDump {
  let info = StateDumpInfo(
    id: "sqlite-database", title: "SQLite database",
    origin: "A database whose kind its first pages do not tell, SyncKit's store, or one that is encrypted or damaged.")

  private static let endings = [".sqlite", ".sqlite3", ".db", ".store", ".storedata"]

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    if sample.starts(with: SQLiteHeader.magic) { return 0.9 }
    // Without its first bytes it may be an encrypted or damaged database, which deserves a clear line.
    let isNamedSo = Self.endings.contains { path.lowercased().hasSuffix($0) }
    let isBinary = sample.isEmpty || sample.prefix(512).contains { $0 == 0 || $0 > 0xf4 }
    return isNamedSo && isBinary ? 0.5 : 0
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    guard !input.sample.isEmpty else {
      sink.add(InputTally(notes: ["empty database file"]))
      return
    }
    try DatabaseInput(source: input, options: options).read(into: sink)
  }
}
