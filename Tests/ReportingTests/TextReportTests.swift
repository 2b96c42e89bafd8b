import Reporting
import SyncModel
import TestSupport
import Testing

struct TextReportTests {
  @Test(arguments: [40, 57, 64, 80, 100, 132, 250]) func fitsTheTerminal(_ width: Int) throws {
    let text = try render(FixedReports.rich, as: "text", style: RenderingStyle(width: width))
    for line in text.split(separator: "\n") { #expect(columns(of: line) <= width, "\(line)") }
  }

  @Test func fitsWithNamesThatAreLongAndWide() throws {
    var report = FixedReports.rich
    let name = String(repeating: "記録👩‍👩‍👧e\u{301}", count: 60)
    report.items = [ItemSummary(item: name, zone: name, serverCode: name, message: name)]
    report.inputs = [InputSummary(path: name, format: name, notes: [name])]
    report.filters = [name]
    for index in report.findings.indices { report.findings[index].title = name }
    for width in [40, 80] {
      let text = try render(report, as: "text", style: RenderingStyle(width: width))
      for line in text.split(separator: "\n") { #expect(columns(of: line) <= width, "\(line)") }
    }
  }

  @Test func evidenceKeepsWhatProvesTheFinding() throws {
    var report = FixedReports.rich
    let start = String(repeating: "Begin ", count: 60)
    let line = start + "then: Invalid bundle ID for container, end"
    report.findings[0].evidence = [Evidence(path: "a.log", line: 1, text: line, focus: "Invalid bundle ID")]
    #expect(try joined(report).contains(" … Begin Begin "))
    #expect(try joined(report).contains("then: Invalid bundle ID for container, end"))
    for focus in ["", "not in the line", "Begin"] {
      report.findings[0].evidence = [Evidence(path: "a.log", line: 1, text: line, focus: focus)]
      #expect(try joined(report).contains("1 Begin Begin ") && !joined(report).contains("Invalid bundle ID for"))
    }
  }

  /// The report with each run of blanks and line ends as one blank.
  private func joined(_ report: Report) throws -> String {
    try render(report, as: "text", style: RenderingStyle(width: 80)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func colourIsOnlyThereWhenAskedFor() throws {
    let plain = try render(FixedReports.rich, as: "text")
    let painted = try render(FixedReports.rich, as: "text", style: RenderingStyle(usesColour: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(painted.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(painted.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test func verdictIsTheFirstLineAndTheMainChangeFollows() throws {
    var report = FixedReports.rich
    let text = try render(report, as: "text")
    let verdict = "Sync needs repair: 2 errors, 1 warning and 1 note in 12,345 requests over 7 d.\n"
    #expect(text.hasPrefix(verdict + "Against the 7 days before, the error rate rose from 1.1 % to 3.3 %, mostly by\n"))
    report.comparison = nil
    #expect(try render(report, as: "text").hasPrefix(verdict + "\nFINDINGS\n"))
  }

  /// Cut names that would look alike show where they differ.
  @Test func differentNamesStayDifferentWhereThereIsNoRoom() throws {
    let same = String(repeating: "SyncEngine-fetch-and-merge-", count: 3)
    var report = FixedReports.empty
    report.requests = RequestTelemetry(
      count: 6, failed: 0, affectedUsers: 0, latencyMs: nil,
      groups: [
        RequestGrouping(
          key: "byOperationGroup", dimension: "operation group",
          rows: ["upload", "deload"].map {
            RequestGroup(key: "\(same)\($0)-of-all-the-changes-since-launch", count: 3, failed: 0, latencyMs: nil)
          })
      ])
    let lines = try render(report, as: "text").split(separator: "\n").filter { $0.contains("SyncEngine") }
    #expect(lines.count == 2 && Set(lines).count == 2)
    #expect(lines[0].contains("upload") && lines[1].contains("deload"))
  }

  @Test func percentilesAreDefinedOnce() throws {
    let text = try render(FixedReports.rich, as: "text")
    #expect(text.split(separator: "nearest rank", omittingEmptySubsequences: false).count == 2)
    #expect(try !render(FixedReports.empty, as: "text").contains("nearest rank"))
  }

  /// Columns as a terminal counts them, for the characters that the fixed reports hold.
  private func columns(of line: Substring) -> Int {
    line.reduce(0) { sum, character in
      let wide = character.unicodeScalars.contains {
        $0.properties.isEmojiPresentation || $0.value == 0xFE0F || (0x2E80...0x9FFF).contains($0.value)
      }
      return sum + (wide ? 2 : 1)
    }
  }
}
