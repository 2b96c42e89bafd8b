import Foundation
import Reporting
import SyncModel
import TestSupport
import Testing

/// What holds for every registered format.
struct ReportFormatTests {
  static let ids = ReportFormats.all.map(\.info.id)

  @Test func idsAndExtensionsAreUnique() {
    #expect(Set(Self.ids).count == Self.ids.count)
    let extensions = ReportFormats.all.flatMap(\.info.fileExtensions)
    #expect(Set(extensions).count == extensions.count)
    #expect(ReportFormats.all.allSatisfy { !$0.info.fileExtensions.isEmpty })
  }

  @Test func everyFileOfTheFolderIsRegistered() throws {
    let folder = packageFolder.appendingPathComponent("Sources/Reporting/Formats")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let types = Set(ReportFormats.all.map { "\(type(of: $0)).swift" })
    #expect(Set(files) == types)
  }

  @Test(arguments: ids) func rendersTheRichReport(_ id: String) throws {
    let format = try #require(ReportFormats.all.first { $0.info.id == id })
    expectGolden(
      try render(FixedReports.rich, as: id),
      at: "Tests/Goldens/reports/rich.\(format.fileExtension)")
  }

  @Test(arguments: ids) func rendersTheEmptyReport(_ id: String) throws {
    let format = try #require(ReportFormats.all.first { $0.info.id == id })
    expectGolden(
      try render(FixedReports.empty, as: id),
      at: "Tests/Goldens/reports/empty.\(format.fileExtension)")
  }

  @Test(arguments: ids) func sameReportGivesSameBytes(_ id: String) throws {
    #expect(try render(FixedReports.rich, as: id) == render(FixedReports.rich, as: id))
  }

  @Test(arguments: ids) func everyReportEndsWithOneLineEnd(_ id: String) throws {
    for report in [FixedReports.rich, FixedReports.empty] {
      let text = try render(report, as: id)
      #expect(text.isEmpty || text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
  }

  @Test(arguments: ids) func nothingThatALogHoldsSteersTheTerminal(_ id: String) throws {
    var report = FixedReports.rich
    for index in report.findings.indices {
      report.findings[index].title = "\u{1B}[2J\u{9B}31m\u{202E}x\u{7}"
      report.findings[index].evidence = [Evidence(path: "a\u{1B}b", line: 1, text: "\u{1B}]0;title\u{7}")]
    }
    report.items[0].item = "\u{1B}[31m"
    let text = try render(report, as: id)
    #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) })
  }
}

extension ReportFormat {
  fileprivate var fileExtension: String { info.fileExtensions.first ?? "txt" }
}

/// Renders a report by the id of a format.
func render(_ report: Report, as id: String, style: RenderingStyle = RenderingStyle()) throws -> String {
  let format = try #require(ReportFormats.all.first { $0.info.id == id })
  var text = ""
  format.render(report, style: style, to: &text)
  return text
}
