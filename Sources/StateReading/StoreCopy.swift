import Foundation

/// The files of a store on disk, told apart without opening the database.
struct StoreFiles {
  let path: String

  /// A non-empty write-ahead log: the newest rows are in it.
  var hasWriteAheadLog: Bool { size(of: path + "-wal") > 0 }
  /// A non-empty rollback journal: a transaction is under way, or was cut off.
  var hasJournal: Bool { size(of: path + "-journal") > 0 }

  /// What changes when another process writes: sizes and times of the database, and the generation of its log.
  var stamp: [String] {
    ["", "-journal"].map { suffix in
      guard let values = try? FileManager.default.attributesOfItem(atPath: path + suffix) else { return "" }
      let time = (values[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(size(of: path + suffix)) \(time)"
    } + [logGeneration]
  }

  /// The header of the write-ahead log, which is replaced when the log starts over; appending leaves it as it is.
  var logGeneration: String {
    guard let file = FileHandle(forReadingAtPath: path + "-wal") else { return "" }
    defer { try? file.close() }
    let header = (try? file.read(upToCount: 32)) ?? nil
    return (header ?? Data()).map { String($0, radix: 16) }.joined(separator: " ")
  }

  func size(of path: String) -> Int64 {
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    return (values?[.size] as? NSNumber)?.int64Value ?? 0
  }
}

/// A folder that only this user can look into, removed with its files when the value goes.
final class PrivateFolder {
  let path: String

  init() throws(DumpError) {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .file(reason: "no temporary folder can be made in '\(FileManager.default.temporaryDirectory.path)'")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Copies a store with its log so that the copy is one moment of it, even while another process writes.
  ///
  /// No lock is taken. The database is copied before its log, so that pages which a checkpoint writes meanwhile are
  /// still in the copied log; only a log that started over in between spoils the copy, and then it is made again.
  func copyStore(_ files: StoreFiles) throws(DumpError) -> (path: String, isOneMoment: Bool) {
    let target = path + "/store.sqlite"
    var isOneMoment = false
    for attempt in 0..<8 where !isOneMoment {
      if attempt > 0 { Thread.sleep(forTimeInterval: 0.02 * Double(attempt)) }
      let isLogged = files.hasWriteAheadLog
      let before = isLogged ? [files.logGeneration] : files.stamp
      for suffix in ["", "-wal", "-journal"] {
        try? FileManager.default.removeItem(atPath: target + suffix)
        try copy(files.path + suffix, to: target + suffix, mustExist: suffix.isEmpty)
      }
      isOneMoment = before == (isLogged ? [files.logGeneration] : files.stamp)
    }
    return (target, isOneMoment)
  }

  private func copy(_ source: String, to target: String, mustExist: Bool) throws(DumpError) {
    guard let input = FileHandle(forReadingAtPath: source) else {
      if mustExist { throw .file(reason: "cannot be opened") }
      return
    }
    defer { try? input.close() }
    guard FileManager.default.createFile(atPath: target, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: target)
    else { throw .file(reason: "the private copy cannot be written") }
    defer { try? output.close() }
    do {
      while let piece = try input.read(upToCount: 4 << 20), !piece.isEmpty { try output.write(contentsOf: piece) }
    } catch { throw .file(reason: "the private copy cannot be written; is the disk full?") }
  }
}
