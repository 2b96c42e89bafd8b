import Reporting
import SchemaLanguage
import SyncModel

/// The result of a `ckdiag schema` task before it is written.
struct SchemaReport {
  /// The forms in which it can be written.
  enum Format: String, CaseIterable {
    case text
    case markdown
    case json

    /// The format that a file name's ending asks for.
    init?(fileExtension: String) {
      switch fileExtension.lowercased() {
      case "txt", "text", "log": self = .text
      case "md", "markdown": self = .markdown
      case "json": self = .json
      default: return nil
      }
    }
  }

  /// Findings under a heading; without findings it is left out.
  struct Section {
    var title = ""
    var findings: [SourceFinding]
  }

  var task: SchemaTask
  var sections: [Section] = []
  /// One line without a full stop.
  var summary = ""
  /// Set when an input could not be used as what it was given for.
  var isUnusable = false
  /// Markdown that is the whole result, for the checklist.
  var checklist: String?
  /// In the order in which they were read.
  private(set) var paths: [String] = []
  private var lines: [String: [Substring]] = [:]

  init(task: SchemaTask) { self.task = task }

  var findings: [SourceFinding] { sections.flatMap(\.findings) }

  /// Remembers a file, so that a finding can show its line.
  mutating func add(_ document: SchemaDocument) {
    add(path: document.path, text: String(decoding: document.bytes, as: UTF8.self))
  }

  /// Remembers a file, so that a finding can show its line.
  mutating func add(path: String, text: String) {
    paths.append(path)
    // Columns do not count a byte order mark.
    let counted = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    lines[path] = counted.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  /// The line in which a finding stands; nil when there is none.
  func line(of finding: SourceFinding) -> Substring? {
    guard let lines = lines[finding.path], lines.indices.contains(finding.line - 1) else { return nil }
    return lines[finding.line - 1]
  }

  /// `2 errors, 1 note in 3 files`.
  var countOfFindings: String {
    let files = "\(paths.count) file\(paths.count == 1 ? "" : "s")"
    let counts = [Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? "No findings in \(files)" : counts.joined(separator: ", ") + " in \(files)"
  }

  /// The result as text, ending with a line break.
  func rendered(as format: Format, in environment: CommandEnvironment) -> String {
    switch format {
    case .text: checklist ?? text
    case .markdown: checklist ?? markdown
    case .json: json(in: environment)
    }
  }
}

extension SchemaReport {
  /// A compiler-like line for each finding, with the place in the file and the first advice.
  private var text: String {
    var output = ""
    for section in sections where !section.findings.isEmpty {
      if !section.title.isEmpty { output += "\(section.title)\n\n" }
      for finding in section.findings {
        output += "\(finding.path):\(finding.line):\(finding.column): \(finding.severity.rawValue): "
        output += "\(finding.message) [\(finding.id)]\n"
        output += marked(finding)
        if let advice = finding.advice.first { output += "  help: \(advice)\n" }
      }
      output += "\n"
    }
    return output + summary + "\n"
  }

  /// The line of the finding and a mark below its place.
  private func marked(_ finding: SourceFinding) -> String {
    guard let line = line(of: finding), !line.allSatisfy(\.isWhitespace) else { return "" }
    let before = String(decoding: line.utf8.prefix(finding.column - 1), as: UTF8.self)
    let length = finding.endLine == finding.line ? max(1, finding.endColumn - finding.column) : 1
    let marked = String(decoding: line.utf8.dropFirst(finding.column - 1).prefix(length), as: UTF8.self)
    let number = String(finding.line)
    let margin = String(repeating: " ", count: max(0, 6 - number.count)) + number
    let blanks = String(before.map { $0 == "\t" ? "\t" : " " })
    let mark = "^" + String(repeating: "~", count: max(0, marked.count - 1))
    return "\(margin) | \(line)\n       | \(blanks)\(mark)\n"
  }

  /// A table for each section, for pull requests and wikis.
  private var markdown: String {
    var output = "# Schema \(task.rawValue)\n\n\(summary).\n"
    for section in sections where !section.findings.isEmpty {
      if !section.title.isEmpty { output += "\n## \(section.title)\n" }
      output += "\n| severity | place | finding | what to do |\n|---|---|---|---|\n"
      for finding in section.findings {
        let cells = [
          finding.severity.rawValue, "`\(finding.path):\(finding.line)`", "\(finding.message) (`\(finding.id)`)",
          finding.advice.first ?? "",
        ]
        output += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
      }
    }
    return output
  }

  /// The envelope of the audit's JSON.
  private func json(in environment: CommandEnvironment) -> String {
    var object: [String: JSONValue] = [
      "schemaVersion": .string(reportSchemaVersion),
      "tool": .object(["name": .string("ckdiag"), "version": .string(environment.version)]),
      "generatedAt": .string(environment.now.iso8601),
      "task": .string(task.rawValue),
      "findings": .array(findings.map(\.schemaJSON)),
      "summary": .object([
        "files": .integer(Int64(paths.count)), "findings": .integer(Int64(findings.count)), "text": .string(summary),
      ]),
    ]
    if let checklist { object["checklist"] = .string(checklist) }
    var output = ""
    JSONValue.object(object).write(to: &output)
    return output + "\n"
  }
}

extension SourceFinding {
  fileprivate var schemaJSON: JSONValue {
    .object([
      "id": .string(id), "severity": .string(severity.rawValue), "path": .string(path),
      "line": .integer(Int64(line)), "column": .integer(Int64(column)), "endLine": .integer(Int64(endLine)),
      "endColumn": .integer(Int64(endColumn)), "message": .string(message), "explanation": .string(explanation),
      "advice": .array(advice.map { .string($0) }),
    ])
  }
}
