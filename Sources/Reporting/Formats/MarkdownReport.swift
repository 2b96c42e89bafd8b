import SyncModel

/// For a pull request or a chat: the verdict, the findings as a table, the rest folded away.
struct MarkdownReport: ReportFormat {
  let info = ReportFormatInfo(
    id: "markdown", title: "Markdown for a pull request or a chat", fileExtensions: ["md", "markdown"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    var page = MarkdownPage()
    let verdict = report.verdict
    let headline = report.changeHeadline.map { " \($0)" } ?? ""
    page.line("### \(Self.sign(verdict.level)) \(Markdown.text(verdict.sentence + headline))")
    for note in report.notes { page.line("\n\(Markdown.text(note))") }
    page.add(findings: report.rankedFindings)
    page.add(report.keyNumbers)
    for (name, store) in report.namedStores where page.hasRoom { page.add(store, named: name) }
    for chapter in report.chapters + (report.inputChapter.map { [$0] } ?? []) where page.hasRoom { page.add(chapter) }
    page.line()
    if !page.hasRoom { page.line("This is cut to fit a comment; the HTML report has everything.") }
    for sentence in report.dataQuality { page.line(Markdown.text(sentence)) }
    if report.hasPercentiles { page.line(report.percentileDefinition) }
    page.line("Made by ckdiag \(report.toolVersion), \(report.generatedAt.readable) UTC; every time is UTC.")
    output.write(page.text)
  }

  private static func sign(_ level: Verdict.Level) -> String {
    switch level {
    case .repair: "🔴"
    case .risk: "🟡"
    case .sound: "🟢"
    case .unknown: "⚪"
    }
  }
}
