import Foundation
import Reporting
import SyncModel

/// Findings that a project lives with for now, by content: an entry fits however the lines move.
struct AuditBaseline {
  private struct Entry {
    var fingerprint: String
    var id: String
    var path: String
    var message: String
  }

  private var entries: [Entry]
  private var path = ""
  /// True when paths count from the repository or the folder of the file on, which version 1 took from the working
  /// directory.
  private(set) var isRooted = true

  init(_ findings: [AuditedFinding], in root: SourceRoot) {
    entries = findings.map {
      Entry(
        fingerprint: $0.fingerprint, id: $0.finding.id, path: root.relative($0.finding.path),
        message: $0.finding.message)
    }
  }

  /// The folder that a baseline counts paths from: the repository of what is audited, else its own folder.
  static func root(ofFile path: String, auditing audited: String, in environment: CommandEnvironment) -> SourceRoot {
    SourceRoot(repositoryOf: audited, workingDirectory: environment.currentDirectory)
      ?? SourceRoot(path + "/..", workingDirectory: environment.currentDirectory)
  }

  /// Reads a baseline that `write(to:)` wrote.
  init(path: String) throws(CommandFailure) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(
        "cannot read the baseline '\(path)'", help: "write it first: ckdiag audit … --write-baseline \(path)")
    }
    guard let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let list = root["findings"] as? [[String: Any]]
    else { throw CommandFailure("'\(path)' is no baseline of ckdiag audit") }
    self.path = path
    isRooted = (root["version"] as? Int ?? 1) > 1
    entries = list.compactMap { entry in
      guard let fingerprint = entry["fingerprint"] as? String else { return nil }
      return Entry(
        fingerprint: fingerprint, id: entry["id"] as? String ?? "", path: entry["path"] as? String ?? "",
        message: entry["message"] as? String ?? "")
    }
  }

  /// Writes one finding a line, so that a change of the file reads well.
  func write(to path: String) throws(CommandFailure) {
    var text = "{\"version\": 2, \"findings\": [\n"
    for (index, entry) in entries.enumerated() {
      JSONValue.object([
        "fingerprint": .string(entry.fingerprint), "id": .string(entry.id), "path": .string(entry.path),
        "message": .string(entry.message),
      ]).write(to: &text, indent: nil)
      text += index + 1 < entries.count ? ",\n" : "\n"
    }
    try ReportOutput.write(text + "]}\n", to: path)
  }

  /// Takes known findings out of the report and counts the entries that fit nothing.
  func apply(to report: inout AuditReport, isStrict: Bool) {
    let known = Set(entries.map(\.fingerprint))
    let found = Set(report.findings.map(\.fingerprint))
    let all = report.findings.count
    report.findings.removeAll { known.contains($0.fingerprint) }
    report.summary.baseline = all - report.findings.count
    let stale = entries.filter { !found.contains($0.fingerprint) }
    report.summary.staleBaseline = stale.count
    guard isStrict else { return }
    for entry in stale {
      let finding = SourceFinding(
        id: "stale-baseline", severity: .warning, path: path, line: 1, column: 1, endLine: 1, endColumn: 1,
        message: "the baseline knows '\(entry.id)' in '\(entry.path)', which is not found any more",
        explanation: "An entry that fits nothing would hide the next finding that looks like it.",
        advice: ["Write the baseline again"])
      report.findings.append(AuditedFinding(finding: finding, sourceLine: "", fingerprint: entry.fingerprint))
    }
  }
}
