import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// Operations are matched by their ids alone, however many are open at once.
struct OperationMatchingTests {
  private static func id(_ number: Int) -> String {
    let digits = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16, uppercase: number.isMultiple(of: 2))
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func line(_ second: Int, _ text: String) -> String {
    let clock = "\(10 + second / 3600):\(10 + second / 60 % 50):\(10 + second % 50)"
    return "2026-10-07 \(clock).000000+0000 0x46 Default 0x1b 755 0 Notes: (CloudKit) [com.apple.cloudkit:OP] \(text)\n"
  }

  @Test func matchesThousandsThatAreOpenAtOnce() throws {
    let numbers = Array(1...5000)
    // Ends come in another order than beginnings, so that each has neighbours in every state.
    let ends = numbers.map { $0 * 3989 % 5003 }.filter { (1...5000).contains($0) }
    let log =
      numbers.map {
        Self.line(
          1,
          "Starting operation <CKModifyRecordsOperation: 0x1; databaseScope=Private, operationID=\(Self.id($0)), <private>>"
        )
      }.joined()
      + ends.map {
        Self.line(3, "Finished operation <CKModifyRecordsOperation: 0x1; operationID=\(Self.id($0)), <private>> ")
      }.joined()
    let recorder = RecordingSink()
    let format = try #require(LogFormats.all.first { $0.info.id == "unified-log" })
    try format.read(ByteSource(path: "x", bytes: Array(log.utf8)), options: ReadingOptions(), into: recorder)
    #expect(recorder.batches.flatMap(\.rows).map(\.operationID) == ends.map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 })
    #expect(recorder.batches.flatMap(\.rows).map(\.line) == ends.map(Int64.init))
    #expect(Set(recorder.batches.flatMap(\.rows).map(\.durationMs)) == [2000])
    let open = Set(numbers).subtracting(ends)
    #expect(
      recorder.activities.map(\.identifier) == open.sorted().map { Self.id($0).uppercased() }.prefix(1000).map(\.self))
  }

  @Test func takesNoIDThatIsNotSixteenDigits() throws {
    let ids = [
      "0143F140BB65B7E", "0143F140BB65B7EG", "0143F140:B65B7E6", "@143F140BB65B7E6", "0143f140bb65b7e`",
      "é143F140BB65B7E",
    ]
    let log = ids.map {
      Self.line(1, "Finished operation <CKQueryOperation: 0x1; operationID=\($0), <private>> ")
    }.joined()
    let recorder = RecordingSink()
    let format = try #require(LogFormats.all.first { $0.info.id == "unified-log" })
    try format.read(ByteSource(path: "x", bytes: Array(log.utf8)), options: ReadingOptions(), into: recorder)
    #expect(recorder.batches.flatMap(\.rows).map(\.operationID) == [])
  }
}
