import Foundation
import Inputs
import SyncModel

/// A file that SQLite keeps beside a database: read together with it, never alone.
struct WriteAheadLog: StateDump {
  let info = StateDumpInfo(
    id: "sqlite-companion", title: "SQLite write-ahead log, shared memory or journal",
    origin: "The '-wal', '-shm' or '-journal' file beside a database, found when a folder is read.")

  private static let endings = ["-wal", "-shm", "-journal"]

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    let isLog = sample.starts(with: [0x37, 0x7f, 0x06, 0x82]) || sample.starts(with: [0x37, 0x7f, 0x06, 0x83])
    let isJournal = sample.starts(with: [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
    if isLog || isJournal { return 1 }
    guard Self.endings.contains(where: path.lowercased().hasSuffix) else { return 0 }
    return sample.isEmpty || sample.contains(0) ? 0.9 : 0
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    let ending = Self.endings.first(where: input.path.lowercased().hasSuffix) ?? ""
    let database = String(input.path.dropLast(ending.count))
    var tally = InputTally(bytes: Int64(input.sample.count))
    if let path = input.plainFilePath {
      tally.bytes = StoreFiles(path: path).size(of: path)
      let isThere = !ending.isEmpty && FileManager.default.fileExists(atPath: String(path.dropLast(ending.count)))
      tally.notes = [isThere ? "belongs to '\(database)'" : "its database is not beside it; nothing to read"]
    } else if ending == "-wal" {
      tally.notes = ["the newest rows of '\(database)' are in it; unpack the archive so that both are read together"]
    } else {
      tally.notes = ["belongs to '\(database)'"]
    }
    sink.add(tally)
  }
}
