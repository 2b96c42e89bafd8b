import Inputs
import SyncModel

/// The metadatabase of the SQLiteData library.
struct SQLiteDataStore: StateDump {
  let info = StateDumpInfo(
    id: "sqlite-data-store", title: "SQLiteData metadatabase",
    origin: "The hidden '.<name>.metadata*.sqlite' beside the database of an app that uses SQLiteData.")

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    SQLiteHeader.confidence(of: sample, path: path, tables: ["sqlitedata_icloud"])
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DatabaseInput(source: input, options: options).read(into: sink)
  }
}
