import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// A partial failure that another thread's lines or a terminal's edge cut through reads like the whole one.
struct DisturbedErrorTests {
  private struct Reading: Equatable {
    var codes: [Int?]
    var items: [[String?]]
    var zones: [[String?]]
    var counts: [[Int]]
    var messages: [[String?]]
  }

  private static let lines = [
    #"upload: <CKError 0x600: "Partial Failure" (2/1011); "Failed to modify some records"; container ID = "iCloud.x"; "#
      + "partial errors: {",
    "\tA:b|(c).1:(Far zone:__defaultOwner__) = <CKError 0x601: \"Server Record Changed\" (14/2004); "
      + "server message = \"client oplock error updating record\"; op = 00AA11BB22CC33DD>",
    "\t... 7 \"Batch Request Failed\" CKErrors omitted ...",
    "}>",
  ]
  private static let stamp = "2026-03-04 11:12:13.400000+0100 Beets[4:97] "

  private static func reading(_ text: String) throws -> Reading {
    let recorder = RecordingSink()
    try #require(LogFormats.all.last).read(
      ByteSource(path: "x", bytes: Array(text.utf8)), options: ReadingOptions(), into: recorder)
    let items = recorder.errors.map { $0.items ?? [] }
    return Reading(
      codes: recorder.errors.map(\.code), items: items.map { $0.map(\.item) }, zones: items.map { $0.map(\.zone) },
      counts: items.map { $0.map(\.count) }, messages: items.map { $0.map(\.message) })
  }

  private static func wrapped(_ lines: [String], at width: Int) -> String {
    lines.map { line in
      let characters = Array(line.replacing("\t", with: "    "))
      return stride(from: 0, to: characters.count, by: width).map { start in
        String(characters[start..<min(start + width, characters.count)])
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  @Test func readsTheWholePrint() throws {
    let whole = try Self.reading(Self.lines.joined(separator: "\n"))
    #expect(whole.codes == [2])
    #expect(whole.items.first?.first == "A:b|(c).1")
    #expect(whole.counts.first?.reduce(0, +) == 8)
  }

  @Test func passesLinesOfOtherThreads() throws {
    let noise = "2026-03-04 11:12:13.500000+0100 Beets[4:12] [UI] pass 3"
    let text = Self.stamp + Self.lines.joined(separator: "\n\(noise)\n")
    #expect(try Self.reading(text) == Self.reading(Self.stamp + Self.lines.joined(separator: "\n")))
  }

  @Test func passesBareLinesOfOthers() throws {
    let noise = "redraw of tile 3\nnw_connection_copy_protocol_metadata [C1] Client called"
    let text = Self.lines.joined(separator: "\n\(noise)\n")
    #expect(try Self.reading(text) == Self.reading(Self.lines.joined(separator: "\n")))
  }

  @Test(arguments: [60, 80, 97, 120]) func joinsWhatATerminalBroke(_ width: Int) throws {
    #expect(try Self.reading(Self.wrapped(Self.lines, at: width)) == Self.reading(Self.lines.joined(separator: "\n")))
  }

  @Test func keepsItemsOfEqualWidthApart() throws {
    let items = (1...3).map { "\tr\($0):(Z:__defaultOwner__) = <CKError 0x1: \"Zone Busy\" (23); \"busy\">" }
    let text = ([Self.lines[0]] + items + ["}>"]).joined(separator: "\n")
    #expect(try Self.reading(text).items == [["r1", "r2", "r3"]])
  }
}
