import SyncModel

extension TextCanvas {
  /// The findings, each with what it means, what to do and the lines that prove it.
  mutating func add(findings: [Finding]) {
    guard !findings.isEmpty else { return }
    heading("Findings")
    for (index, finding) in findings.enumerated() {
      if index > 0 { line() }
      add(finding)
    }
  }

  private mutating func add(_ finding: Finding) {
    let word = finding.severity.rawValue + ":"
    let title = Self.wrapped("\(finding.title) [\(finding.id)]", columns: width - word.count - 1)
    for (index, part) in title.enumerated() {
      let opening =
        index == 0 ? painted(word, Paint(finding.severity)) : String(repeating: " ", count: word.count)
      line("\(opening) \(painted(part, .heading))")
    }
    if !finding.explanation.isEmpty { paragraph(finding.explanation, indent: 2) }
    for advice in finding.advice { paragraph(Self.sentence(advice), first: "  →", indent: 4) }
    var seen = "Seen " + (finding.occurrences == 1 ? "once" : Quantity.counted(finding.occurrences, "time"))
    if let span = Moments.span(finding.firstSeen, finding.lastSeen) { seen += ", \(span)" }
    paragraph(seen + (finding.evidence.isEmpty ? "." : ":"), indent: 2, paint: .quiet)
    add(finding.evidence)
  }

  /// Evidence under the name of its input, each line with its number.
  private mutating func add(_ evidence: [Evidence]) {
    let digits = evidence.map { $0.line > 0 ? String($0.line).count : 0 }.max() ?? 0
    var path: String?
    for entry in evidence {
      if entry.path != path {
        line("    " + painted(DisplayText.clipped(DisplayText.oneLine(entry.path), to: width - 4), .quiet))
        path = entry.path
      }
      let number = entry.line > 0 ? DisplayText.padded(String(entry.line), to: digits, right: true) : ""
      let indent = 6 + (digits > 0 ? digits + 2 : 0)
      let opening = DisplayText.padded("      " + number, to: indent)
      // Three lines a piece are enough to recognise a line and to find it in the input.
      let text = DisplayText.excerpt(
        DisplayText.oneLine(entry.text), around: entry.focus, to: 3 * (width - indent) - 12)
      let parts = Self.wrapped(text, columns: width - indent)
      for (index, part) in parts.prefix(4).enumerated() {
        line((index == 0 ? painted(opening, .quiet) : String(repeating: " ", count: indent)) + part)
      }
      if parts.isEmpty, !number.isEmpty { line(painted(opening, .quiet)) }
    }
  }

  /// A verb phrase as a sentence: capital first, full stop last; names such as `iCloud` keep their letters.
  static func sentence(_ phrase: String) -> String {
    guard let last = phrase.last else { return phrase }
    let isName = phrase.dropFirst().first?.isUppercase == true
    let start = isName ? phrase : phrase.prefix(1).uppercased() + phrase.dropFirst()
    return ".!?:".contains(last) ? start : start + "."
  }
}
