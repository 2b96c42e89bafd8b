import Arguments
import Reporting
import SourceAudit
import SyncModel
import TextPatterns

/// Looks for CloudKit faults in Swift sources.
struct AuditCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "audit", summary: "find deprecated CloudKit API and CloudKit mistakes in Swift sources",
      operands: "PATH…", minimumOperands: 1, flags: Self.flags,
      examples: [
        ("ckdiag audit Sources/", "every rule over a folder"),
        (
          "ckdiag audit . --only deprecated-api --deployment-target iOS=16",
          "what the compiler of that target warns about"
        ),
        ("ckdiag audit . --write-baseline ckdiag-baseline.json", "accept what is there today"),
        ("ckdiag audit . --baseline ckdiag-baseline.json --fail-on warning", "fail on what is new"),
        ("ckdiag audit . --format github -o audit.sarif", "annotations for a workflow and a file for code scanning"),
        ("ckdiag audit . --inventory -o migration.md", "a worksheet of deprecated API by file"),
      ])
  }

  static let flags: [Flag] =
    AuditOutput.flags + AuditSelection.flags + [
      Flag("exclude", value: "GLOB", isRepeatable: true, help: "leave out paths that match, as in .gitignore"),
      Flag("no-ignore", help: "read files that .gitignore leaves out"),
      Flag("changed-since", value: "REF", help: "report only files that differ from the Git revision REF"),
      Flag("baseline", value: "FILE", help: "do not report what FILE knows, and say which of its entries are stale"),
      Flag("write-baseline", value: "FILE", help: "write what is found to FILE and report nothing"),
      Flag("strict", help: "report suppressions and baseline entries that are not needed any more"),
      Flag(
        "schema", value: "FILE.ckdb", isRepeatable: true, help: "compare with a CloudKit schema outside of the paths"),
      Flag("inventory", help: "write a migration worksheet of deprecated API in place of findings"),
      Flag("fix", help: "apply renames that change no meaning, then report the rest"),
      Flag("quiet", short: "q", help: "write nothing to standard output; the exit code tells"),
      Flag("jobs", value: "N", help: "threads (default: one for each core)"),
    ]

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let output = try AuditOutput(arguments)
    let configuration = try AuditConfiguration(arguments, in: environment)
    let selection = try AuditSelection(arguments, configuration)
    let baseline = try arguments.value("baseline").map { path throws(CommandFailure) in try AuditBaseline(path: path) }
    let isolation = AuditIsolation(environment)
    if isolation.isSupervisor, let code = try isolation.supervise(in: environment) { return code }

    Auditor.prepare()
    let paths = arguments.operands.map { Self.relative($0, to: environment.currentDirectory) }
    let tree = SourceTree(
      paths: paths, excluding: arguments.all("exclude"),
      usesIgnoreFiles: !arguments.has("no-ignore"))
    try Self.checkHoldsSources(tree, arguments)
    var auditor = selection.auditor(jobs: try Self.jobs(arguments))
    let root = Self.root(arguments, in: environment)
    if arguments.has("write-baseline") || baseline?.isRooted != false { auditor.nameInFingerprints = root.relative }
    auditor.abandoned = isolation.abandoned
    auditor.willWork = isolation.marker()
    var outcome = try audit(tree, with: auditor, schemas: arguments.all("schema"))
    isolation.finish()
    if arguments.has("fix") {
      let fixed = try AuditFixes(outcome.findings).apply()
      environment.writeError("ckdiag: \(fixed.places) places fixed in \(fixed.files) files\n")
      if fixed.places > 0 { outcome = try audit(tree, with: auditor, schemas: arguments.all("schema")) }
    }
    var report = AuditReport(
      toolVersion: environment.version, generatedAt: environment.now, rules: selection.infos,
      findings: outcome.findings, summary: outcome.summary, notes: tree.notes + outcome.notes)
    if let reference = arguments.value("changed-since") {
      let changed = try GitChanges(since: reference, paths: paths)
      report.findings = report.findings.filter { changed.contains($0.finding.path) }
    }
    if arguments.has("strict") { report.findings = Self.sorted(report.findings + outcome.unusedSuppressions) }
    if let path = arguments.value("write-baseline") {
      try AuditBaseline(report.findings, in: root).write(to: path)
      environment.writeError("ckdiag: \(report.findings.count) findings written to '\(path)'\n")
      return .clean
    }
    if let baseline { baseline.apply(to: &report, isStrict: arguments.has("strict")) }
    if arguments.has("inventory") {
      try output.write(AuditInventory(report.findings), in: environment)
    } else {
      try output.write(report, isQuiet: arguments.has("quiet"), in: environment)
    }
    return report.notes.contains(where: \.isFailure) ? .unusable : selection.exitCode(for: report.findings)
  }

  private func audit(
    _ tree: SourceTree, with auditor: Auditor, schemas: [String]
  ) throws(CommandFailure) -> Auditor.Outcome {
    do throws(PatternError) {
      return try auditor.run(swiftFiles: tree.swiftFiles, projectFiles: tree.projectFiles + schemas)
    } catch {
      throw CommandFailure("the pattern '\(error.pattern)' is not valid: \(error.reason)")
    }
  }

  /// The folder that fingerprints count paths from.
  private static func root(_ arguments: ParsedArguments, in environment: CommandEnvironment) -> SourceRoot {
    let audited = arguments.operands.first ?? "."
    let file = arguments.value("write-baseline") ?? arguments.value("baseline") ?? "./baseline"
    return AuditBaseline.root(ofFile: file, auditing: audited, in: environment)
  }

  /// An audit of nothing is no clean audit: a folder that moved must not keep a job green.
  private static func checkHoldsSources(_ tree: SourceTree, _ arguments: ParsedArguments) throws(CommandFailure) {
    let hasFailed = tree.notes.contains(where: \.isFailure)
    guard tree.swiftFiles.isEmpty, !hasFailed, !arguments.has("changed-since") else { return }
    let paths = arguments.operands.map { "'\($0)'" }.joined(separator: ", ")
    let leavesOut = arguments.has("exclude") ? "'--exclude' and '.gitignore' leave" : "'.gitignore' leaves"
    throw CommandFailure("no Swift file below \(paths)", help: "check the path, and what \(leavesOut) out")
  }

  /// A path below the working directory without the directory, so that a baseline fits wherever it is used.
  private static func relative(_ path: String, to directory: String) -> String {
    var path = path
    while path.hasPrefix("./") { path = String(path.dropFirst(2).drop { $0 == "/" }) }
    if path.isEmpty || path == directory { return "." }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func jobs(_ arguments: ParsedArguments) throws(CommandFailure) -> Int? {
    guard let text = arguments.value("jobs") else { return nil }
    guard let jobs = Int(text), (1...256).contains(jobs) else {
      throw CommandFailure("'\(text)' is no value of '--jobs'", help: "a number from 1 to 256")
    }
    return jobs
  }

  static func sorted(_ findings: [AuditedFinding]) -> [AuditedFinding] {
    findings.sorted {
      ($0.finding.path, $0.finding.line, $0.finding.column, $0.finding.id)
        < ($1.finding.path, $1.finding.line, $1.finding.column, $1.finding.id)
    }
  }
}
