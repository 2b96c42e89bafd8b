import Arguments
import Detection
import LogParsing
import Storage
import SyncModel
import Telemetry

/// Reads inputs and reports on them: the main command.
struct AnalyzeCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "analyze", summary: "read logs, traffic and sync stores, and say what is wrong and what to do",
      operands: "INPUT…", minimumOperands: 1, flags: Self.flags,
      examples: [
        ("ckdiag analyze console.json", "the report of a CloudKit Console export"),
        ("ckdiag analyze Logs/ -o report.html", "everything below a folder, as one HTML file"),
        ("pbpaste | ckdiag analyze -", "a log from the clipboard"),
        ("ckdiag analyze app.log --format json --fail-on error", "for a script: JSON, exit code 1 on errors"),
        ("ckdiag analyze week.ndjson --where operation=RecordSave --last 24h", "one operation, one day"),
      ])
  }

  static let flags: [Flag] =
    [
      Flag("db", value: "FILE", help: "add what is read to the store FILE instead of a temporary one")
    ] + ReportOutput.flags + InputFlags.flags + ScopeFlags.flags + FindingFlags.flags

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let output = try ReportOutput(arguments)
    let inputs = try InputFlags(arguments)
    let scope = try ScopeFlags(arguments, now: environment.now)
    let findings = try FindingFlags(arguments)
    var report: Report
    let emptied: EmptySelection?
    let hasFailures: Bool
    do throws(StorageError) {
      let store = try Self.store(arguments.value("db"))
      try store.countWhileWriting(
        extraDimensions: scope.extraDimensions, slowerThanMs: Int64(findings.thresholds.slowRequestMs))
      var ingestion = Ingestion(store: store, now: environment.now)
      ingestion.forcedFormat = inputs.format
      ingestion.userFormats = inputs.userFormats
      ingestion.options = inputs.options
      ingestion.storePath = arguments.value("db")
      try ingestion.read(operands: arguments.operands)
      hasFailures = !ingestion.failures.isEmpty
      ingestion.tell(isVerbose: inputs.isVerbose, in: environment)
      store.scope.sources = Set(ingestion.sources)
      try scope.apply(to: store)
      var assembly = ReportAssembly(store: store, environment: environment)
      assembly.selection = findings.selection
      assembly.thresholds = findings.thresholds
      assembly.extraDimensions = scope.extraDimensions
      assembly.filters = scope.words
      report = findings.completed(try assembly.report())
      emptied = try EmptySelection(of: report, scope: scope, in: store, now: environment.now)
      report.notes += emptied?.notes ?? []
    } catch {
      throw CommandFailure(error)
    }
    try output.write(report, in: environment)
    let code = findings.exitCode(for: report, emptied: emptied, in: environment)
    return hasFailures ? .unusable : code
  }

  private static func store(_ path: String?) throws(StorageError) -> EventStore {
    guard let path else { return try EventStore.temporary() }
    return try EventStore(path: path, lockedBy: "analyze")
  }
}
