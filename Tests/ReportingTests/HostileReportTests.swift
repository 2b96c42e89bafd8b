import Reporting
import SyncModel
import TestSupport
import Testing

/// Every text of a report comes from a log and wants to be markup.
struct HostileReportTests {
  private static let evil =
    "<img src=x onerror=alert(1)>\"'`|</td></script></style></title><!--&lt;\u{0}\u{1B}[31m\n# x"

  @Test func pageHoldsNoMarkupOfALog() throws {
    let page = try render(Self.report, as: "html")
    #expect(!page.contains("<img") && !page.contains("onerror=alert(1)>"))
    for end in ["</td></script>", "</style></title>", "<!--&lt;"] { #expect(!page.contains(end)) }
    // Apart from the document type every angle bracket belongs to an element that the page itself makes.
    let names = Set(page.matches(of: /<\/?([a-zA-Z!][a-zA-Z0-9]*)/).map { String($0.output.1) })
    let known: Set<String> = [
      "!DOCTYPE", "a", "b", "body", "code", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "footer", "h1",
      "h2", "h3", "head", "header", "html", "li", "link", "main", "meta", "nav", "ol", "p", "path", "rect", "script",
      "section", "small", "span", "style", "summary", "svg", "table", "tbody", "td", "th", "thead", "title", "tr", "ul",
      "wbr",
    ]
    #expect(names.subtracting(known) == [])
    #expect(page.split(separator: "<script>", omittingEmptySubsequences: false).count == 2)
  }

  @Test func markdownHoldsNoMarkupOfALog() throws {
    let page = try render(Self.report, as: "markdown")
    var isCode = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode { continue }
      let line = line.replacing(/`+[^`]*`+/, with: "")
      #expect(!line.contains("<img") && !line.contains("</td>") && !line.contains("<!--"))
      #expect(!line.hasPrefix("# x"))
    }
    #expect(!isCode)
  }

  @Test func markdownTablesKeepTheirColumns() throws {
    for report in [Self.report, FixedReports.rich] {
      var columns: Int?
      for line in try render(report, as: "markdown").split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("|") else {
          columns = nil
          continue
        }
        let count = line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
        #expect(columns == nil || columns == count, "\(line)")
        columns = count
      }
    }
  }

  private static var report: Report {
    var report = FixedReports.rich
    for index in report.inputs.indices {
      report.inputs[index].path = evil
      report.inputs[index].format = evil
      report.inputs[index].notes = [evil]
    }
    report.filters = [evil]
    report.errors = [
      ErrorSummary(
        domain: evil, code: 1, name: evil, underlying: UnderlyingCode(domain: evil, code: 2), count: 1, printed: 1,
        collateral: 0)
    ]
    report.serverErrors = [ServerErrorSummary(code: evil, count: 1, operation: evil)]
    report.items = [ItemSummary(item: evil, zone: evil, domain: evil, code: 1, serverCode: evil, message: evil)]
    report.requests?.groups = [
      RequestGrouping(
        key: "byZone", dimension: "zone", rows: [RequestGroup(key: evil, count: 1, failed: 1, latencyMs: nil)])
    ]
    for index in report.findings.indices {
      report.findings[index].title = evil
      report.findings[index].explanation = evil
      report.findings[index].advice = [evil]
      report.findings[index].evidence = [Evidence(path: evil, line: 1, text: evil)]
    }
    for index in report.syncState.indices {
      report.syncState[index].store = evil
      report.syncState[index].verdict = evil
      report.syncState[index].state.zones = [StoreState.Zone(name: evil, owner: evil, database: evil, flags: [evil])]
      report.syncState[index].state.entities = [
        StoreState.Entity(name: evil, tracked: 1, pendingUploads: 1, pendingDeletes: 1)
      ]
      report.syncState[index].state.flags = [evil]
      report.syncState[index].state.notes = [evil]
      for event in report.syncState[index].events.indices { report.syncState[index].events[event].errorDomain = evil }
    }
    report.comparison?.label = evil
    report.comparison?.remarks = [evil]
    for index in report.comparison?.rows.indices ?? 0..<0 {
      report.comparison?.rows[index].name = evil
      report.comparison?.rows[index].unit = evil
    }
    report.sections = [
      ReportSection(
        id: "s", title: evil, sentences: [evil],
        table: ReportTable(
          columns: [ReportTable.Column(evil), ReportTable.Column("n", isNumber: true)], rows: [[evil, evil]]),
        heatMap: HeatMap(rowNames: [evil], columnNames: [evil, "b"], values: [[1, nil]], unit: evil))
    ]
    return report
  }
}
