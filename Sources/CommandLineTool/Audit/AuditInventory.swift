import Reporting
import SyncModel

/// A migration worksheet: every retired API by file, in the order in which the work is best done.
struct AuditInventory {
  /// The forms that an inventory can be written in.
  static let formats = [
    ReportFormatInfo(id: "text", title: "plain text", fileExtensions: ["txt"]),
    ReportFormatInfo(id: "markdown", title: "Markdown with boxes to tick", fileExtensions: ["md"]),
    ReportFormatInfo(id: "csv", title: "comma-separated values", fileExtensions: ["csv"]),
  ]

  /// One API in one file.
  private struct Row {
    var step: Int
    var api: String
    var path: String
    var lines: [Int]
    var replacement: String
    var note: String
  }

  private let rows: [Row]

  init(_ findings: [AuditedFinding]) {
    var groups: [String: [SourceFinding]] = [:]
    for audited in findings where audited.finding.api != nil {
      groups["\(audited.finding.api ?? "")\u{0}\(audited.finding.path)", default: []].append(audited.finding)
    }
    rows = groups.values.compactMap { group in
      guard let first = group.first, let api = first.api else { return nil }
      return Row(
        step: Self.step(of: first), api: api, path: first.path, lines: group.map(\.line).sorted(),
        replacement: first.replacement ?? "nothing: remove it", note: first.explanation)
    }.sorted { ($0.step, $0.path, $0.api) < ($1.step, $1.path, $1.api) }
  }

  /// What does not compile comes first, renames next, then blocks with their item blocks, then what has no successor.
  private static func step(of finding: SourceFinding) -> Int {
    if finding.severity == .error { return 1 }
    if finding.fixIts.contains(where: \.isSafe) { return 2 }
    return finding.replacement == nil ? 4 : 3
  }

  private static let steps = [
    1: "What a current SDK does not compile", 2: "Renames that 'ckdiag audit --fix' does",
    3: "Replacements that need a new body", 4: "Features that are gone",
  ]

  func text(as format: String) -> String {
    switch format {
    case "csv": csv
    case "markdown": markdown
    default: plain
    }
  }

  private var total: String {
    let places = rows.map(\.lines.count).reduce(0, +)
    return "\(places) places of \(Set(rows.map(\.api)).count) APIs in \(Set(rows.map(\.path)).count) files"
  }

  private var csv: String {
    func cell(_ text: String) -> String {
      // A leading sign would be a formula in a spreadsheet.
      let safe = ["=", "+", "-", "@"].contains(where: text.hasPrefix) ? "'" + text : text
      return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
    let lines = rows.map {
      [
        String($0.step), cell($0.path), cell($0.api), String($0.lines.count),
        cell($0.lines.map(String.init).joined(separator: " ")), cell($0.replacement), cell($0.note),
      ].joined(separator: ",")
    }
    return (["step,file,api,count,lines,replacement,note"] + lines).joined(separator: "\n") + "\n"
  }

  private var markdown: String {
    func cell(_ text: String) -> String {
      text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
    }
    var text = "# CloudKit migration\n\n\(total).\n"
    for step in 1...4 {
      let own = rows.filter { $0.step == step }
      guard !own.isEmpty else { continue }
      text += "\n## \(step). \(Self.steps[step] ?? "")\n"
      var path = ""
      for row in own {
        if row.path != path { text += "\n### \(cell(row.path))\n\n" }
        path = row.path
        let lines = row.lines.map(String.init).joined(separator: ", ")
        text += "- [ ] `\(row.api)` → `\(row.replacement)` (\(row.lines.count)×, line \(lines))\n"
      }
    }
    return text
  }

  private var plain: String {
    var text = "CloudKit migration: \(total)\n"
    for step in 1...4 {
      let own = rows.filter { $0.step == step }
      guard !own.isEmpty else { continue }
      text += "\n\(step). \(Self.steps[step] ?? "")\n"
      var path = ""
      for row in own {
        if row.path != path { text += "  \(row.path)\n" }
        path = row.path
        let lines = row.lines.map(String.init).joined(separator: ", ")
        text += "    \(row.api) → \(row.replacement) (\(row.lines.count)×, line \(lines))\n"
      }
    }
    return text
  }
}
