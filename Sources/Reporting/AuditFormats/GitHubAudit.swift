import SyncModel

/// GitHub's workflow commands, fitted to what one step shows: ten errors, ten warnings, ten notices.
struct GitHubAudit: AuditFormat {
  /// Annotations of each kind that GitHub keeps for a step; the last of a kind that is full says how many more there are.
  private static let limit = 10

  let info = ReportFormatInfo(id: "github", title: "annotations for a GitHub workflow", fileExtensions: [])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    for severity in Severity.allCases {
      let all = report.findings.filter { $0.finding.severity == severity }
      // One annotation of a kind that overflows is the count of the rest.
      let shown = all.count > Self.limit ? all.prefix(Self.limit - 1) : all[...]
      for audited in shown { output.write(Self.command(audited.finding)) }
      if shown.count < all.count {
        output.write("::\(Self.name(severity)) title=ckdiag::\(all.count - shown.count) more \(severity.rawValue)s")
        output.write(" are in the job summary\n")
      }
    }
    for note in report.notes where note.isFailure {
      output.write("\(note.text): \(note.paths.prefix(5).joined(separator: ", "))\n")
    }
    output.write(report.totalSentence + "\n")
  }

  private static func command(_ finding: SourceFinding) -> String {
    // Columns are only allowed within one line.
    let columns = finding.line == finding.endLine ? "col=\(finding.column),endColumn=\(finding.endColumn)," : ""
    return "::\(name(finding.severity)) file=\(property(finding.path)),line=\(finding.line),endLine=\(finding.endLine),"
      + "\(columns)title=\(property(finding.id))::\(data(finding.message))\n"
  }

  private static func name(_ severity: Severity) -> String { severity == .note ? "notice" : severity.rawValue }

  /// The escapes of workflow commands, as actions/toolkit writes them.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension AuditReport {
  /// Markdown for `$GITHUB_STEP_SUMMARY`: totals and the first hundred findings, the severe ones first.
  package var stepSummary: String {
    var text = "### ckdiag audit\n\n\(totalSentence)\n"
    guard !findings.isEmpty else { return text }
    func cell(_ words: String) -> String {
      DisplayText.oneLine(words).replacing("|", with: "\\|").replacing("<", with: "&lt;")
    }
    text += "\n| | place | finding | rule |\n|---|---|---|---|\n"
    let sorted = findings.enumerated().sorted {
      ($1.element.finding.severity, $0.offset) < ($0.element.finding.severity, $1.offset)
    }
    for (_, audited) in sorted.prefix(100) {
      let finding = audited.finding
      text += "| \(finding.severity.rawValue) | `\(cell(finding.path)):\(finding.line)` | \(cell(finding.message)) | "
      text += "\(finding.id) |\n"
    }
    if findings.count > 100 { text += "\n\(findings.count - 100) more findings are not shown.\n" }
    return text
  }
}
