import Inputs
import SyncModel

/// A Core Data store with the bookkeeping tables of `NSPersistentCloudKitContainer`.
struct CoreDataStore: StateDump {
  let info = StateDumpInfo(
    id: "core-data-store", title: "Core Data store mirrored to CloudKit",
    origin: "The SQLite file of an NSPersistentCloudKitContainer or of SwiftData, from an app container or a backup.")

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    SQLiteHeader.confidence(of: sample, path: path, tables: ["ANSCK", "ZNSCK"])
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DatabaseInput(source: input, options: options).read(into: sink)
  }
}
