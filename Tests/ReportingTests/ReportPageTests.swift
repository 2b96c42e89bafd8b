import Foundation
import Reporting
import SyncModel
import TestSupport
import Testing

struct ReportPageTests {
  @Test func everyLinkHasItsAnchor() throws {
    for report in [FixedReports.rich, FixedReports.empty] {
      let page = try render(report, as: "html")
      let ids = page.matches(of: #/ id="([^"]+)"/#).map { $0.output.1 }
      #expect(Set(ids).count == ids.count)
      for link in page.matches(of: ##/ href="#([^"]+)"/##) { #expect(ids.contains(link.output.1)) }
    }
  }

  @Test func nothingIsLoadedFromAnywhere() throws {
    let page = try render(FixedReports.rich, as: "html")
    #expect(page.contains("default-src &#39;none&#39;"))
    #expect(page.firstMatch(of: /(src|href)="(https?:)?\/\//) == nil)
    #expect(!page.contains("@import") && !page.contains("url("))
  }

  /// A report with as much of everything as a long period brings stays quick to open.
  @Test func longTablesAreCut() throws {
    var report = FixedReports.rich
    let item = ItemSummary(item: "4F2A9C11-77B0-4D6E-9C1B-0A1B2C3D4E5F", zone: "Notes", code: 14, message: "exists")
    report.items = Array(repeating: item, count: 5_000)
    let rows = (0..<3_000).map { RequestGroup(key: "zone-\($0)", count: 3, failed: 1, latencyMs: nil) }
    report.requests?.groups[2].rows = rows
    let page = try render(report, as: "html")
    #expect(page.utf8.count < 400_000)
    #expect(page.contains("and 4,850 more") && page.contains("and 2,850 more"))
  }

  /// A comment of GitHub holds 65,536 characters.
  @Test func markdownFitsAComment() throws {
    var report = FixedReports.rich
    report.findings = Array(repeating: report.findings[1], count: 400)
    report.sections = Array(repeating: report.sections[0], count: 100)
    let page = try render(report, as: "markdown")
    #expect(page.utf16.count < 60_000)
    #expect(page.contains("and 350 more findings") && page.contains("This is cut to fit a comment"))
  }

  /// The page of formats names every one of them.
  @Test func docsNameEveryFormat() throws {
    let page = try String(contentsOf: packageFolder.appendingPathComponent("docs/reports.md"), encoding: .utf8)
    for format in ReportFormats.all {
      #expect(page.contains("`\(format.info.id)`"))
      #expect(page.contains("`.\(format.info.fileExtensions.first ?? "")`"))
    }
  }
}
