import SyncModel

/// Findings by file, with the line and a caret, then what they add up to.
struct TextAudit: AuditFormat {
  let info = ReportFormatInfo(
    id: "text", title: "findings by file with source lines, for a terminal", fileExtensions: ["txt"])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    var canvas = TextCanvas(style: style)
    var path: String?
    var explained: Set<String> = []
    for audited in report.findings {
      if audited.finding.path != path {
        if path != nil { canvas.line() }
        path = audited.finding.path
        canvas.line(canvas.painted(DisplayText.oneLine(audited.finding.path), .heading))
      }
      add(audited, isFirst: explained.insert(audited.finding.id).inserted, to: &canvas)
    }
    addTotals(of: report, to: &canvas)
    output.write(canvas.text)
  }

  private func add(_ audited: AuditedFinding, isFirst: Bool, to canvas: inout TextCanvas) {
    let finding = audited.finding
    let place = "  \(finding.line):\(finding.column) "
    let word = canvas.painted(finding.severity.rawValue, TextCanvas.Paint(finding.severity))
    canvas.line("\(place)\(word)  \(DisplayText.oneLine(finding.message))  \(canvas.painted(finding.id, .quiet))")
    let excerpt = SourceExcerpt(audited, columns: canvas.width - 10)
    if !excerpt.line.isEmpty {
      let number = String(finding.line)
      let gutter = String(repeating: " ", count: max(1, 7 - number.count)) + number + " | "
      canvas.line(canvas.painted(gutter, .quiet) + excerpt.line)
      canvas.line(
        canvas.painted("        | ", .quiet) + canvas.painted(excerpt.caret, TextCanvas.Paint(finding.severity)))
    }
    guard isFirst else { return }
    if !finding.explanation.isEmpty { canvas.paragraph(finding.explanation, first: "    why:", indent: 10) }
    for advice in finding.advice.prefix(2) { canvas.paragraph(advice, first: "    help:", indent: 10) }
  }

  private func addTotals(of report: AuditReport, to canvas: inout TextCanvas) {
    if !report.findings.isEmpty {
      canvas.line()
      addRuleTotals(of: report, to: &canvas)
      addAPITotals(of: report, to: &canvas)
    }
    for note in report.notes {
      let sample = note.paths.prefix(3).map { DisplayText.oneLine($0) }.joined(separator: ", ")
      let more = note.paths.count > 3 ? " and \(note.paths.count - 3) more" : ""
      canvas.paragraph("\(note.text): \(sample)\(more)", first: "note:", indent: 6)
    }
    canvas.line(report.totalSentence)
  }

  private func addRuleTotals(of report: AuditReport, to canvas: inout TextCanvas) {
    let counts = Dictionary(grouping: report.findings, by: \.finding.id).mapValues(\.count)
    canvas.line(canvas.painted("By rule", .heading))
    for (id, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      canvas.line("  \(padded(count))  \(id)")
    }
  }

  private func addAPITotals(of report: AuditReport, to canvas: inout TextCanvas) {
    let groups = Dictionary(grouping: report.findings.filter { $0.finding.api != nil }) { $0.finding.api ?? "" }
    guard groups.count > 1 else { return }
    canvas.line(canvas.painted("By API", .heading))
    for (api, places) in groups.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
      let replacement = places.first?.finding.replacement.map { " → \($0)" } ?? ""
      canvas.line("  \(padded(places.count))  \(api)\(replacement)")
    }
  }

  private func padded(_ count: Int) -> String {
    let digits = String(count)
    return String(repeating: " ", count: max(0, 5 - digits.count)) + digits
  }
}

extension AuditReport {
  /// `12 findings (2 errors, 10 warnings) in 3 of 120 files; 4 suppressed, 2 in the baseline`.
  package var totalSentence: String {
    let files = "\(summary.files) \(summary.files == 1 ? "file" : "files")"
    var extras: [String] = []
    if summary.suppressed > 0 { extras.append("\(summary.suppressed) suppressed") }
    if summary.baseline > 0 { extras.append("\(summary.baseline) in the baseline") }
    if summary.staleBaseline > 0 { extras.append("\(summary.staleBaseline) stale in the baseline") }
    let tail = extras.isEmpty ? "" : "; " + extras.joined(separator: ", ")
    guard !findings.isEmpty else { return "No findings in \(files)\(tail)" }
    let parts = Severity.allCases.compactMap { severity -> String? in
      let count = findings.filter { $0.finding.severity == severity }.count
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let places = Set(findings.map(\.finding.path)).count
    let noun = findings.count == 1 ? "finding" : "findings"
    return "\(findings.count) \(noun) (\(parts.joined(separator: ", "))) in \(places) of \(files)\(tail)"
  }
}

/// A source line cut to the width at hand, and the caret line under it.
struct SourceExcerpt {
  let line: String
  let caret: String

  init(_ audited: AuditedFinding, columns: Int) {
    let finding = audited.finding
    let bytes = Array(audited.sourceLine.utf8)
    let start = max(0, min(finding.column - 1, bytes.count))
    let end = finding.endLine == finding.line ? max(start, min(finding.endColumn - 1, bytes.count)) : bytes.count
    let indent = bytes.prefix { $0 == 32 || $0 == 9 }.count
    // Keep the place in view: drop the start of a line that is too long.
    let room = max(20, columns)
    let first = end - indent > room ? max(indent, min(start - room / 3, bytes.count - room)) : indent
    let head = DisplayText.oneLine(String(decoding: bytes[min(first, start)..<start], as: UTF8.self))
    let marked = DisplayText.oneLine(String(decoding: bytes[start..<end], as: UTF8.self))
    let tail = DisplayText.oneLine(String(decoding: bytes[end...], as: UTF8.self))
    let lead = first > indent ? "…" : ""
    let whole = lead + head + marked + tail
    let isCut = DisplayText.width(whole[...]) > room
    line = isCut ? DisplayText.prefix(whole, columns: room - 1) + "…" : whole
    let width = max(1, min(DisplayText.width(marked[...]), room - DisplayText.width((lead + head)[...])))
    caret =
      String(repeating: " ", count: DisplayText.width((lead + head)[...])) + "^"
      + String(repeating: "~", count: max(0, width - 1))
  }
}
