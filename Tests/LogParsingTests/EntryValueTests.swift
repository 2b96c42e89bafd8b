import Inputs
import LogParsing
import SyncModel
import Testing

/// Times and identifiers of Console rows against the slow and plain way to read them.
struct EntryValueTests {
  private func rows(_ lines: [String]) throws -> [RequestBatch.Row] {
    let format = try #require(LogFormats.all.first { $0.info.id == "console-json" })
    let sink = BatchSink()
    let text = lines.joined(separator: "\n")
    try format.read(ByteSource(path: "x", bytes: Array(text.utf8)), options: ReadingOptions(), into: sink)
    return sink.rows
  }

  private final class BatchSink: RecordSink {
    var rows: [RequestBatch.Row] = []
    func add(_ batch: RequestBatch) { rows += batch.rows }
    func add(_ request: RequestRecord) {}
    func add(_ error: ErrorReport) {}
    func add(_ page: PageRecord) {}
    func add(_ activity: Activity) {}
    func add(_ observation: Observation) {}
    func add(_ state: StoreState) {}
    func add(_ tally: InputTally) {}
  }

  @Test func timesOfTheSameDayAndOfOthersAreReadAlike() throws {
    var lines: [String] = []
    var expected: [Int64] = []
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for number in 0..<3000 {
      let (day, hour, minute) = (27 + number / 600, number % 26, (number * 7) % 62)
      let (second, millisecond) = ((number * 13) % 62, (number * 37) % 1000)
      let month = day > 30 ? 12 : 11
      let date = "2026-\(month)-\(two(day > 30 ? day - 30 : day))"
      let isShort = number % 3 == 0
      let fraction = isShort ? "" : ".\(millisecond / 100)\(millisecond / 10 % 10)\(millisecond % 10)"
      lines.append(
        #"{"time":"\#(date)T\#(two(hour)):\#(two(minute)):\#(two(second))\#(fraction)Z","operationType":"RecordSave"}"#)
      let moment = Timestamp(
        year: 2026, month: month, day: day > 30 ? day - 30 : day, hour: hour, minute: minute, second: second,
        millisecond: isShort ? 0 : millisecond)
      expected.append(moment?.milliseconds ?? RequestBatch.absent)
    }
    #expect(try rows(lines).map(\.time) == expected)
  }

  @Test func identifiersAreKeptAsNumbersOnlyWhenTheyCanBeGivenBack() throws {
    let uuid = "6A0BF0C0-1234-4567-89AB-CDEF0123459F"
    var lines: [String] = []
    var expected: [[UInt64]] = []
    for position in 0..<36 {
      for character in ["0", "9", "A", "F", "G", "a", "-", "/", ":", "@", "é"] {
        var letters = uuid.map(String.init)
        letters[position] = character
        let text = letters.joined()
        lines.append(#"{"time":"2026-11-27T00:00:00Z","operationType":"RecordSave","requestId":"\#(text)"}"#)
        let digits = letters.enumerated().filter { ![8, 13, 18, 23].contains($0.offset) }.map(\.element)
        let dashes = [8, 13, 18, 23].map { letters[$0] }
        let isUpper = digits.allSatisfy { "0123456789ABCDEF".contains($0) } && dashes == ["-", "-", "-", "-"]
        let halves = [digits[..<16], digits[16...]].map { UInt64($0.joined(), radix: 16) ?? 0 }
        expected.append(isUpper ? halves : [0, 0])
      }
    }
    #expect(try rows(lines).map { [$0.requestIDHigh.bigEndian, $0.requestIDLow.bigEndian] } == expected)
  }

  @Test func operationIDsAreNumbersOfSixteenDigits() throws {
    let texts = ["0143F140BB65B7E6", "0143f140BB65B7E6", "143F140BB65B7E6", "FFFFFFFFFFFFFFFF", "0143F140BB65B7EG"]
    let lines = texts.map { #"{"operationType":"RecordSave","operationId":"\#($0)"}"# }
    #expect(try rows(lines).map(\.operationID) == [0x0143_F140_BB65_B7E6, 0, 0, .max, 0])
  }
}
