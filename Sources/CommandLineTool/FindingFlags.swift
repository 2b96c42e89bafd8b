import Arguments
import Detection
import SchemaLanguage
import SyncModel

/// The flags that say which findings count.
struct FindingFlags {
  static let flags: [Flag] =
    [
      Flag(
        "only", value: "ID,…", isRepeatable: true, suggestions: Checks.all.map(\.info.id), help: "run only these checks"
      ),
      Flag(
        "disable", value: "ID,…", isRepeatable: true, suggestions: Checks.all.map(\.info.id),
        help: "do not run these checks"),
      Flag(
        "fail-on", value: "SEVERITY", choices: ["error", "warning", "note", "never"],
        help: "exit code 1 when there is a finding of this severity or worse (default: error)"),
      Flag("schema", value: "FILE", help: "a .ckdb file, to name the line that findings about the schema miss"),
    ] + CheckThresholds.keys.map { Flag(flagName($0.name), value: "NUMBER", help: $0.meaning) }

  let selection: CheckSelection
  let thresholds: CheckThresholds
  private let failOn: Severity?
  private let schema: SchemaDocument?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    func ids(_ flag: String) throws(CommandFailure) -> Set<String> {
      let given = arguments.all(flag, splittingCommas: true)
      let known = Checks.all.map(\.info.id)
      for id in given where !known.contains(id) {
        throw CommandFailure(
          "there is no check '\(id)'",
          help: nearest(to: id, in: known).map { "did you mean '\($0)'?" } ?? "ckdiag checks lists them")
      }
      return Set(given)
    }
    selection = CheckSelection(only: try ids("only"), disabled: try ids("disable"))
    var thresholds = CheckThresholds()
    for key in CheckThresholds.keys {
      guard let text = arguments.value(Self.flagName(key.name)) else { continue }
      guard let value = Double(text), thresholds.set(key.name, to: value) else {
        throw CommandFailure(
          "'\(text)' is no value of '--\(Self.flagName(key.name))'",
          help: "a number from \(key.range.lowerBound) to \(key.range.upperBound)")
      }
    }
    self.thresholds = thresholds
    if let path = arguments.value("schema") {
      let document = SchemaDocument(path: path, bytes: try contents(of: path))
      if let error = document.syntaxErrors.first {
        throw CommandFailure(
          "'\(path)', line \(error.span.line): \(error.message)", help: "'ckdiag schema lint \(path)' names every error"
        )
      }
      schema = document
    } else {
      schema = nil
    }
    let word = arguments.value("fail-on") ?? "error"
    failOn = Severity(rawValue: word)
  }

  /// The report with the lines of the schema that its findings miss.
  func completed(_ report: Report) -> Report {
    guard let schema else { return report }
    var completed = report
    completed.findings = report.findings.map(schema.enriched)
    return completed
  }

  /// 1 when there is a finding at or above `--fail-on`.
  func exitCode(for findings: [Finding]) -> ExitCode {
    guard let failOn else { return .clean }
    return findings.contains { $0.severity >= failOn } ? .findings : .clean
  }

  /// The exit code of a report, with a word on standard error when bounds and conditions left nothing to look at.
  ///
  /// What could not be judged is no success for a script, unless `--fail-on never` says that none is asked for.
  func exitCode(
    for report: Report, emptied: EmptySelection?, in environment: CommandEnvironment
  ) -> ExitCode {
    guard let emptied, !report.notes.isEmpty else { return exitCode(for: report.findings) }
    let isFailure = emptied.isMistake && failOn != nil
    environment.writeError(
      "ckdiag: \(isFailure ? "error" : "note"): nothing is selected\n"
        + report.notes.map { "help: \($0)\n" }.joined())
    return isFailure ? .unusable : .clean
  }

  /// `slowRequestMs` as a flag: `slow-request-ms`.
  private static func flagName(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
