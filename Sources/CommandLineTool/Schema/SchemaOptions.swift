import Arguments
import Reporting
import SchemaLanguage
import SourceAudit
import SyncModel

/// The flags of `ckdiag schema`, checked.
struct SchemaOptions {
  let task: SchemaTask
  let format: SchemaReport.Format
  let outputPath: String?
  let schemaPath: String?
  private let only: Set<String>
  private let disabled: Set<String>
  private let failOn: Severity?

  init(_ arguments: ParsedArguments, for task: SchemaTask) throws(CommandFailure) {
    func ids(_ flag: String) throws(CommandFailure) -> Set<String> {
      let given = arguments.all(flag, splittingCommas: true)
      let known = Self.allChecks.map(\.id)
      for id in given where !known.contains(id) {
        throw CommandFailure(
          "there is no schema check '\(id)'",
          help: nearest(to: id, in: known).map { "did you mean '\($0)'?" } ?? "ckdiag checks lists them")
      }
      return Set(given)
    }
    self.task = task
    outputPath = arguments.value("output")
    schemaPath = arguments.value("schema")
    let ending = outputPath?.split(separator: ".").last.flatMap { SchemaReport.Format(fileExtension: String($0)) }
    let asked = arguments.value("format").flatMap { SchemaReport.Format(rawValue: $0) }
    format = asked ?? ending ?? (task == .checklist ? .markdown : .text)
    only = try ids("only")
    let isPrivate = arguments.value("database") == "private"
    disabled = try ids("disable").union(isPrivate ? LintRules.aboutGrants : [])
    failOn = Severity(rawValue: arguments.value("fail-on") ?? (task == .diff ? "warning" : "error"))
    if let outputPath { try ReportOutput.checkWritable(outputPath) }
  }

  /// What is known of every check whose id begins with `schema-` and that this command runs.
  static var allChecks: [CheckInfo] {
    LintRules.all.map(\.info) + DiffRules.all.map(\.info) + UsageChecks.all.map(\.info)
  }

  func keeps(_ finding: SourceFinding) -> Bool {
    (only.isEmpty || only.contains(finding.id)) && !disabled.contains(finding.id)
  }

  func write(_ report: SchemaReport, in environment: CommandEnvironment) throws(CommandFailure) {
    let text = report.rendered(as: format, in: environment)
    guard let outputPath else { return environment.writeOutput(text) }
    try ReportOutput.write(text, to: outputPath)
  }

  func exitCode(for report: SchemaReport) -> ExitCode {
    if report.isUnusable { return .unusable }
    guard let failOn else { return .clean }
    return report.findings.contains { $0.severity >= failOn } ? .findings : .clean
  }
}
