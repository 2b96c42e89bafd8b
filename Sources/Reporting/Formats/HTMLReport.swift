import HTML
import SyncModel

/// One self-contained page: verdict, numbers and findings first, then charts, tables and cards.
struct HTMLReport: ReportFormat {
  let info = ReportFormatInfo(
    id: "html", title: "a self-contained page for a browser, light and dark", fileExtensions: ["html", "htm"])

  private static let compared: Set = ["comparison", "operations-compared"]

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    let charts = TimelineCharts(report.requests?.drawnTimeline)
    let groupings = report.requests?.shownGroups ?? []
    let all = report.chapters
    var grouped: [String: RequestGrouping] = [:]
    for grouping in groupings {
      if let id = report.requests.flatMap({ Chapter(grouping, of: $0)?.id }) { grouped[id] = grouping }
    }
    let groups = all.filter { grouped[$0.id] != nil }
    // What is compared stands before the tables, as in every other form.
    let compared = all.prefix { grouped[$0.id] == nil && report.comparison != nil && Self.compared.contains($0.id) }
    let others =
      all.dropFirst(compared.count).filter { grouped[$0.id] == nil } + (report.inputChapter.map { [$0] } ?? [])
    var parts: [(id: String, title: String)] = []
    if !report.findings.isEmpty { parts.append(("findings", "Findings")) }
    if charts != nil { parts.append(("over-time", "Over time")) }
    if !report.syncState.isEmpty { parts.append(("sync-state", "Sync state")) }
    parts += (compared + groups.prefix(1) + others).map { ($0.id, $0.title) }
    let document = Document {
      tag("html", Attribute("lang", "en")) {
        report.pageHead
        tag("body") {
          report.pageOpening(sections: parts)
          tag("main", .id("main")) {
            if let findings = report.pageFindings { findings }
            if let charts { charts.node }
            if let stores = report.pageStores { stores }
            for chapter in compared { chapter.node() }
            if let first = groups.first { first.node(extra: grouped[first.id]?.latencyRanges.map { [$0] } ?? []) }
            if groups.count > 1 {
              tag("div", .class("pairs")) { for group in groups.dropFirst() { group.narrow.node() } }
            }
            for chapter in others { chapter.node() }
          }
          report.pageEnd
          tag("script") { Node.trusted(pageScript) }
        }
      }
    }
    document.write(to: &output)
  }
}
