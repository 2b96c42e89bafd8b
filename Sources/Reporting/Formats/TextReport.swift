import SyncModel

/// For a terminal or a mail: the verdict, the findings, then the numbers, within the given columns.
struct TextReport: ReportFormat {
  let info = ReportFormatInfo(id: "text", title: "text for a terminal or a mail", fileExtensions: ["txt", "text"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    var canvas = TextCanvas(style: style)
    let verdict = report.verdict
    canvas.paragraph(verdict.sentence, paint: Self.paint(verdict.level))
    for sentence in report.opening { canvas.paragraph(sentence) }
    canvas.add(findings: report.rankedFindings)
    canvas.add(keyNumbers: report.keyNumbers)
    if let requests = report.requests {
      canvas.add(requests.bytes)
      if let timeline = requests.drawnTimeline { canvas.add(timeline) }
    }
    canvas.add(report.namedStores)
    for chapter in report.chapters { canvas.add(chapter, rows: Self.rowLimit) }
    if let inputs = report.inputChapter {
      canvas.add(inputs.withoutColumn("Notes"), rows: Self.rowLimit)
      // A column has no room for sentences, and it is the first to go.
      for note in report.inputNotes(limit: 8) { canvas.paragraph(note, indent: 2) }
    }
    canvas.line()
    if report.hasPercentiles { canvas.paragraph(report.percentileDefinition, paint: .quiet) }
    canvas.paragraph(
      "ckdiag \(report.toolVersion), \(report.generatedAt.readable) UTC. Every time above is UTC.", paint: .quiet)
    output.write(canvas.text)
  }

  /// A text report is read, not searched: the JSON and HTML reports have every row.
  private static let rowLimit = 12

  private static func paint(_ level: Verdict.Level) -> TextCanvas.Paint {
    switch level {
    case .repair: .error
    case .risk, .unknown: .warning
    case .sound: .good
    }
  }
}

extension Report {
  /// True when a percentile is shown, so that the definition must be.
  var hasPercentiles: Bool { requests?.latencyMs != nil || activity.contains { $0.durationSeconds != nil } }
}
