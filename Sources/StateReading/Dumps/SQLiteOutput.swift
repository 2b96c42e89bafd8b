import CloudKitFacts
import Inputs
import SyncModel

/// What `sqlite3` printed about a sync store, pasted from a terminal in any output mode.
struct SQLiteOutput: StateDump {
  let info = StateDumpInfo(
    id: "sqlite-output", title: "Output of sqlite3 on a sync store",
    origin: "Queries and their results from a terminal, with or without the prompt, in any of sqlite3's modes.")

  private static let largest = 64 << 20
  private static let telltales: [StaticString] = [
    "NSCKRECORD", "NSCKEVENT", "ZNEEDSUPLOAD", "ZCLOUDKITEVENTTYPE", "SQLITEDATA_ICLOUD",
  ]

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    guard !sample.contains(0) else { return 0 }
    let upper = String(
      decoding: sample.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    guard Self.telltales.contains(where: { upper.holds($0) }) else { return 0 }
    let text = String(decoding: sample, as: UTF8.self)
    let reader = ResultReader(text)
    let (content, _) = ResultMeaning.content(of: reader.results, origin: Origin(line: 0), identity: "")
    guard content.records > 0 else { return 0 }
    // A log that quotes one query stays a log.
    return reader.otherLines.count <= 3 * content.records + 20 ? 0.95 : 0.2
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    let bytes = try input.readAll(limit: Self.largest)
    let reader = ResultReader(String(decoding: bytes, as: UTF8.self))
    let origin = Origin(source: options.source, line: 0)
    let identity = reader.storeName ?? fileName(of: input.path)
    var (content, unknown) = ResultMeaning.content(of: reader.results, origin: origin, identity: identity)
    if unknown > 0 { content.notes.append("\(counted(unknown, "result")) of other queries left out") }
    content.deliver(
      to: sink,
      tally: InputTally(
        bytes: Int64(bytes.count), lines: bytes.reduce(0) { $0 + ($1 == 10 ? 1 : 0) },
        unrecognizedLines: reader.otherLines.count,
        firstUnrecognized: reader.otherLines.first.map { String($0.text.prefix(200)) }))
  }
}
