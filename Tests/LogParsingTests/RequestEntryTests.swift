import Foundation
import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// A request row with its symbols as texts.
struct EntryRow: Equatable {
  var line: Int64
  var time: Int64?
  var operation: String?
  var zone: String?
  var status: String?
  var error: String?
  var outcome: RequestOutcome?
  var isThrottled: Bool
  var user: String?
  var duration: Int64?
  var inserted: Int64?
}

/// Keeps the rows that a reader hands over.
final class RowRecorder: RecordSink {
  var rows: [EntryRow] = []
  var tally = InputTally()
  var errors: [ErrorReport] = []
  var pages: [PageRecord] = []
  private var symbols: [Int: [String]] = [:]
  private var classes: [Int: [RequestClass]] = [:]

  func add(_ batch: RequestBatch) {
    symbols[batch.worker, default: [""]] += batch.newSymbols
    classes[batch.worker, default: [RequestClass()]] += batch.newClasses
    let texts = symbols[batch.worker] ?? []
    func text(_ number: UInt32) -> String? { number == 0 ? nil : texts[Int(number)] }
    func known(_ value: Int64) -> Int64? { value == RequestBatch.absent ? nil : value }
    for row in 0..<batch.count {
      let kind = (classes[batch.worker] ?? [])[Int(batch.rows[row].classNumber)]
      rows.append(
        EntryRow(
          line: batch.rows[row].line, time: known(batch.rows[row].time), operation: text(kind.operation),
          zone: text(kind.zone),
          status: text(kind.status), error: text(kind.error), outcome: RequestOutcome(rawValue: Int(kind.outcome)),
          isThrottled: kind.flags & 2 != 0, user: text(batch.rows[row].user),
          duration: known(batch.rows[row].durationMs),
          inserted: known(batch.rows[row].inserted)))
    }
  }
  func add(_ request: RequestRecord) {}
  func add(_ error: ErrorReport) { errors.append(error) }
  func add(_ page: PageRecord) { pages.append(page) }
  func add(_ activity: Activity) {}
  func add(_ observation: Observation) {}
  func add(_ state: StoreState) {}
  func add(_ tally: InputTally) { self.tally = tally }
}

private func read(_ text: String, as id: String, options: ReadingOptions = ReadingOptions()) throws -> RowRecorder {
  let format = try #require(LogFormats.all.first { $0.info.id == id })
  let recorder = RowRecorder()
  try format.read(ByteSource(path: "x", bytes: Array(text.utf8)), options: options, into: recorder)
  return recorder
}

struct RequestEntryTests {
  /// Entries with the texts that trouble readers: quotes, delimiters, line ends, emoji.
  private func randomEntries(_ count: Int, _ random: inout some RandomNumberGenerator) -> [[(String, String)]] {
    let texts = ["Notes", "a,b", "semi;colon", "q\"uote", "tab\there", "Größe 🎉", "com.apple.coredata.cloudkit.zone"]
    return (0..<count).map { index in
      var entry = [("time", "2026-09-0\(1 + index % 9)T10:00:0\(index % 10)Z")]
      entry.append(("operationType", ["RecordSave", "ZoneChanges"].randomElement(using: &random) ?? ""))
      if Bool.random(using: &random) { entry.append(("zone", texts.randomElement(using: &random) ?? "")) }
      entry.append(("overallStatus", ["SUCCESS", "USER_ERROR"].randomElement(using: &random) ?? ""))
      if Bool.random(using: &random) { entry.append(("error", "THROTTLED")) }
      if Bool.random(using: &random) { entry.append(("userId", "_\(Int.random(in: 0...9, using: &random))")) }
      if Bool.random(using: &random) {
        entry.append(("executionTimeMs", String(Int.random(in: 0...99_999, using: &random))))
      }
      return entry
    }
  }

  private func json(_ entry: [(String, String)], separator: String = ",") -> String {
    func quoted(_ text: String) -> String {
      "\""
        + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        .replacingOccurrences(of: "\t", with: "\\t") + "\""
    }
    return "{" + entry.map { "\(quoted($0.0)): \(quoted($0.1))" }.joined(separator: separator) + "}"
  }

  private func table(_ entries: [[(String, String)]], _ delimiter: String) -> String {
    let columns = ["executionTimeMs", "error", "time", "zone", "operationType", "userId", "overallStatus"]
    func field(_ text: String) -> String { "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
    let rows = entries.map { entry in
      columns.map { column in field(entry.first { $0.0 == column }?.1 ?? "") }.joined(separator: delimiter)
    }
    return ([columns.joined(separator: delimiter)] + rows).joined(separator: "\r\n") + "\r\n"
  }

  @Test func everyLayoutGivesTheSameRows() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<40 {
      let entries = randomEntries(Int.random(in: 1...60, using: &random), &random)
      func withoutLines(_ text: String, _ id: String) throws -> [EntryRow] {
        let recorder = try read(text, as: id)
        #expect(recorder.tally.unrecognizedLines == 0)
        return recorder.rows.map { row in
          var row = row
          row.line = 0
          return row
        }
      }
      let lines = try withoutLines(entries.map { json($0) }.joined(separator: "\n"), "console-json")
      #expect(lines.count == entries.count)
      #expect(try withoutLines("[" + entries.map { json($0) }.joined(separator: ",") + "]", "console-json") == lines)
      let pretty = entries.map { json($0, separator: ",\n  ") }.joined(separator: ",\n")
      #expect(try withoutLines("[\n\(pretty)\n]\n", "console-json") == lines)
      #expect(try withoutLines("{\"count\": 3, \"logs\": [\(pretty)]}", "console-json") == lines)
      for delimiter in [",", ";", "\t"] {
        #expect(try withoutLines(table(entries, delimiter), "console-csv") == lines)
      }
    }
  }

  @Test func everyCutKeepsTheWholeEntriesBeforeIt() throws {
    var random = SeededGenerator(seed: 2)
    let entries = randomEntries(12, &random)
    let text = "[" + entries.map { json($0) }.joined(separator: ",\n") + "]"
    let whole = try read(text, as: "console-json").rows
    for end in stride(from: 1, to: text.utf8.count, by: 7) {
      let cut = String(decoding: Array(text.utf8).prefix(end), as: UTF8.self)
      let recorder = try read(cut, as: "console-json")
      #expect(recorder.rows == Array(whole.prefix(recorder.rows.count)))
      #expect(recorder.rows.count == cut.components(separatedBy: "}").count - 1)
    }
  }

  @Test func readsWhatTheNotesOfAnEntryMean() throws {
    let recorder = try read(
      """
      {"operationType":"RecordSave","overallStatus":"SUCCESS","executionTimeMs":"1,204","time":1796022000000}
      {"operationType":"RecordSave","overallStatus":"Sonderfall","executionTimeMs":-4}
      {"operationType":"RecordSave","error":"Quota Exceeded","overallStatus":"USER_ERROR","time":"2026-02-30T10:00:00Z"}
      {"operationType":"RecordSave","overallStatus":"SUCCESS","overallStatus":"USER_ERROR","recordInsertCount":99999999999999999999}
      {"name":"no request"}
      {"operationType":"RecordSave","overallStatus":"503","retryAfter":2.5,"colour":"blue"}
      """, as: "console-json")
    let first = EntryRow(
      line: 1, time: 1_796_022_000_000, operation: "RecordSave", status: "SUCCESS", outcome: .succeeded,
      isThrottled: false, duration: 1204)
    #expect(recorder.rows.first == first)
    #expect(recorder.rows.map(\.outcome) == [.succeeded, .unknown, .failed, .succeeded, .failed])
    #expect(recorder.rows.map(\.error) == [nil, nil, "QUOTA_EXCEEDED", nil, nil])
    #expect(recorder.rows.map(\.isThrottled) == [false, false, false, false, true])
    #expect(recorder.tally.unrecognizedLines == 1)
    #expect(
      recorder.tally.notes == [
        "3 entries without a time", "1 entry whose time does not exist or cannot be read",
        "1 entry with an unknown status", "1 negative duration, left out", "keys not understood: colour, name",
      ])
  }

  @Test func ordersDayAndMonthByEvidenceOnly() throws {
    func entry(_ date: String) -> String {
      "{\"time\":\"\(date), 7:57:46 UTC\",\"operationType\":\"RecordSave\",\"overallStatus\":\"SUCCESS\"}\n"
    }
    let dayFirst = try read(entry("03/07/2021") + entry("21/07/2021"), as: "console-json").rows
    #expect(dayFirst.map(\.time) == [1_625_299_066_000, 1_626_854_266_000])
    let monthFirst = try read(entry("07/03/2021") + entry("07/21/2021"), as: "console-json").rows
    #expect(monthFirst.map(\.time) == dayFirst.map(\.time))
    #expect(throws: InputError.self) { try read(entry("07/03/2021"), as: "console-json") }
    let told = try read(entry("07/03/2021"), as: "console-json", options: ReadingOptions(dateOrder: .monthFirst)).rows
    #expect(told.map(\.time) == [1_625_299_066_000])
  }

  @Test func requestLogTellsPagesAndNativeErrors() throws {
    let recorder = try read(
      """
      {"time":"2026-11-30T07:00:00Z","operation":"query","database":"private","zone":"Notes","durationMs":184,"status":"ok","cursorOut":"a2","moreComing":true,"items":200,"user":"d"}
      {"time":"2026-11-30T07:00:01Z","operation":"CKModifyRecordsOperation","status":"failed","code":7,"underlying":2062,"retryAfterSeconds":30.5}
      """, as: "request-log")
    #expect(recorder.pages.map(\.cursorOut) == ["a2"])
    #expect(recorder.pages.map(\.kind) == [.query])
    #expect(recorder.errors.map(\.code) == [7])
    #expect(recorder.errors.map(\.underlying) == [UnderlyingCode(code: 2062)])
    #expect(recorder.errors.map(\.retryAfterMs) == [30_500])
    #expect(recorder.rows.map(\.isThrottled) == [false, true])
  }
}
