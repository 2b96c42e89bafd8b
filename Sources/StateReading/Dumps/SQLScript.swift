import CSQLite
import CloudKitFacts
import Inputs
import SyncModel

/// The statements of a whole store, as `sqlite3 store .dump` writes them: run in a scratch database and read there.
struct SQLScript: StateDump {
  let info = StateDumpInfo(
    id: "sql-script", title: "SQL script of a sync store",
    origin: "`sqlite3 MyApp.sqlite .dump`, or the CREATE and INSERT statements of some of its tables.")

  /// A statement longer than this is left out; blobs of ten megabytes fit.
  private static let longestStatement = 64 << 20

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    let upper = String(
      decoding: sample.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    guard upper.holds("CREATE TABLE ") else { return 0 }
    let text = String(decoding: sample, as: UTF8.self)
    guard Self.beginsAsScript(text) else { return 0 }
    let isKnown = ["ANSCK", "ZNSCK", "SQLITEDATA_ICLOUD", "QSSERVERTOKEN"].contains { upper.contains($0) }
    let isDump = upper.contains("PRAGMA FOREIGN_KEYS=OFF;") && upper.contains("BEGIN TRANSACTION;")
    return isKnown ? 0.97 : isDump ? 0.7 : 0
  }

  /// True when the first line that is no comment begins a statement of a script.
  private static func beginsAsScript(_ text: String) -> Bool {
    let first = text.split(whereSeparator: \.isNewline).first { line in
      let line = line.drop { $0.isWhitespace }
      return !line.isEmpty && !line.hasPrefix("--") && !line.hasPrefix("/*")
    }
    let upper = first?.drop { $0.isWhitespace }.uppercased() ?? ""
    return ["PRAGMA ", "BEGIN", "CREATE ", "INSERT "].contains { upper.hasPrefix($0) }
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    let database: DumpDatabase
    do throws(DumpError) { database = try DumpDatabase(path: "", mode: .scratch) } catch {
      throw .unreadable(path: input.path, reason: "no temporary database can be made")
    }
    let reader = LineReader(input)
    var statement: [UInt8] = []
    var skipped = 0
    var isTooLong = false
    _ = database.execute("BEGIN")
    while let line = try reader.next() {
      if statement.count + line.count < Self.longestStatement {
        statement += line
        statement.append(10)
      } else {
        isTooLong = true
      }
      guard line.last(where: { $0 != 32 && $0 != 9 }) == UInt8(ascii: ";"), isComplete(&statement) else { continue }
      let text = String(decoding: statement, as: UTF8.self)
      statement.removeAll(keepingCapacity: true)
      if isTooLong || !run(text, in: database) { skipped += 1 }
      isTooLong = false
    }
    _ = database.execute("COMMIT")
    var content = DatabaseInput.content(of: database, named: input.path, options: options)
    if skipped > 0 { content.notes.append("\(counted(skipped, "statement")) not run") }
    let isCut = statement.contains { $0 != 10 && $0 != 32 && $0 != 13 && $0 != 9 } && !isComment(statement)
    content.deliver(
      to: sink, tally: InputTally(bytes: reader.bytesRead, lines: reader.number, isTruncated: isCut))
    if case .database(_, let reason)? = content.failure { throw .damaged(path: input.path, reason: reason) }
  }

  private func isComplete(_ statement: inout [UInt8]) -> Bool {
    statement.append(0)
    defer { statement.removeLast() }
    return statement.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { sqlite3_complete($0) == 1 } ?? false
      }
    }
  }

  /// Transactions and settings of the script are left out: the whole script is one transaction of ours.
  private func run(_ statement: String, in database: DumpDatabase) -> Bool {
    let upper = statement.drop { $0.isWhitespace }.prefix(24).uppercased()
    for ignored in ["PRAGMA", "BEGIN", "COMMIT", "END", "ANALYZE", "CREATE TRIGGER", "CREATE VIEW", "ROLLBACK"]
    where upper.hasPrefix(ignored) {
      return true
    }
    return database.execute(statement)
  }

  private func isComment(_ statement: [UInt8]) -> Bool {
    String(decoding: statement.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).allSatisfy {
      $0.drop { $0.isWhitespace }.hasPrefix("--")
    }
  }
}
