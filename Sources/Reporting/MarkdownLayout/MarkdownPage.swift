import HTML
import SyncModel

/// The lines of a Markdown report while it is written.
struct MarkdownPage {
  private(set) var text = ""

  private static let rowLimit = 20
  private static let findingLimit = 50

  /// False once the report is nearly as long as a comment of GitHub may be: 65,536 characters.
  var hasRoom: Bool { text.utf16.count < 50_000 }

  /// Adds a line as it is.
  mutating func line(_ line: String = "") { text += line + "\n" }

  /// The table of findings, and each finding in full folded behind it.
  mutating func add(findings: [Finding]) {
    guard !findings.isEmpty else { return }
    line()
    line("| | Finding | Seen | First advice |")
    line("| --- | --- | ---: | --- |")
    for finding in findings.prefix(Self.findingLimit) {
      let advice = finding.advice.first.map { Markdown.text(TextCanvas.sentence($0)) } ?? ""
      let seen = finding.occurrences == 1 ? "once" : "\(Quantity.count(finding.occurrences))×"
      line(
        "| \(finding.severity.rawValue) | **\(Markdown.text(finding.title))** `\(finding.id)` | \(seen) | \(advice) |")
    }
    if findings.count > Self.findingLimit {
      line()
      line("and \(Quantity.count(findings.count - Self.findingLimit)) more findings")
    }
    for finding in findings where hasRoom && (!finding.evidence.isEmpty || finding.advice.count > 1) {
      fold("\(finding.severity.rawValue): \(finding.title)") { page in page.add(finding) }
    }
  }

  private mutating func add(_ finding: Finding) {
    if !finding.explanation.isEmpty {
      line(Markdown.text(finding.explanation))
      line()
    }
    for advice in finding.advice { line("- \(Markdown.text(TextCanvas.sentence(advice)))") }
    if let span = Moments.span(finding.firstSeen, finding.lastSeen) {
      line()
      line("Seen \(span).")
    }
    guard !finding.evidence.isEmpty else { return }
    line()
    line(
      Markdown.block(
        finding.evidence.map { entry in
          let place = entry.line > 0 ? "\(entry.path):\(entry.line)" : entry.path
          return "\(place): \(DisplayText.excerpt(entry.text, around: entry.focus, to: 300))"
        }))
  }

  /// The key numbers as one table.
  mutating func add(_ numbers: [KeyNumber]) {
    guard !numbers.isEmpty else { return }
    let hasChange = numbers.contains { $0.change != nil }
    line()
    line("| Number | Value | |" + (hasChange ? " Change |" : ""))
    line("| --- | ---: | --- |" + (hasChange ? " --- |" : ""))
    for number in numbers {
      let change = hasChange ? " \(Markdown.text(number.change ?? "")) |" : ""
      line("| \(number.label) | \(number.value) | \(Markdown.text(number.detail)) |\(change)")
    }
  }

  /// A store, folded behind its verdict.
  mutating func add(_ store: StoreSummary, named name: String) {
    fold("\(name): \(store.verdict)") { page in
      for sentence in store.sentences { page.line("- \(Markdown.text(sentence))") }
      for table in [store.entityTable, store.zoneTable].compactMap({ $0 }) { page.add(table) }
    }
  }

  /// A chapter, folded behind its title.
  mutating func add(_ chapter: Chapter) {
    fold(chapter.title) { page in
      for sentence in chapter.sentences { page.line("- \(Markdown.text(sentence))") }
      if let table = chapter.table { page.add(table) }
      if let map = chapter.heatMap { page.add(DataTable(map)) }
    }
  }

  private mutating func add(_ table: DataTable) {
    guard !table.rows.isEmpty else { return }
    line()
    line("| " + table.columns.map { Markdown.text($0.title) }.joined(separator: " | ") + " |")
    line("| " + table.columns.map { $0.isNumber ? "---:" : "---" }.joined(separator: " | ") + " |")
    let rows = table.rows.prefix(Self.rowLimit)
    let names = DisplayText.clippedApart(rows.map { DisplayText.oneLine($0.first?.text ?? "") }, to: 120)
    for (row, name) in zip(rows, names) {
      let cells = ([name] + row.dropFirst().map { DisplayText.clipped(DisplayText.oneLine($0.text), to: 120) })
        .map { Markdown.text($0) }
      line("| " + cells.joined(separator: " | ") + " |")
    }
    if table.rows.count > Self.rowLimit {
      line()
      line("and \(Quantity.count(table.rows.count - Self.rowLimit)) more")
    }
  }

  private mutating func fold(_ summary: String, _ content: (inout MarkdownPage) -> Void) {
    line()
    // What stands here is HTML, not Markdown.
    line("<details><summary>\(escaped(DisplayText.cut(DisplayText.oneLine(summary), to: 200)))</summary>")
    line()
    content(&self)
    line()
    line("</details>")
  }
}

extension DataTable {
  /// A heat map as the table of its numbers.
  init(_ map: HeatMap) {
    columns = [.words(map.unit)] + map.columnNames.map { .number($0) }
    rows = zip(map.rowNames, map.values).map { name, values in
      let cells = (0..<map.columnNames.count).map { index -> Cell in
        let value = values.indices.contains(index) ? values[index] : nil
        return Cell(text: value.map { Quantity.plain($0) } ?? "", value: value)
      }
      return [.words(name)] + cells
    }
  }
}
