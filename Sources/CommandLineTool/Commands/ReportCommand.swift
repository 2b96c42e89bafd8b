import Arguments
import Detection
import Storage
import SyncModel
import Telemetry

/// Reports on what a store holds.
struct ReportCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "report", summary: "report on a period of what a store holds",
      maximumOperands: 0,
      flags: [Flag("db", value: "FILE", help: "the store that ingest or analyze --db filled")] + ReportOutput.flags
        + ScopeFlags.flags + FindingFlags.flags,
      examples: [
        ("ckdiag report --db sync.sqlite --last 7d -o week.html", "the last seven days as one HTML file"),
        ("ckdiag report --db sync.sqlite --where platform=Watch --last 24h", "one platform, one day"),
      ])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    guard let path = arguments.value("db") else {
      throw CommandFailure("'report' needs a store", help: "add --db FILE; ckdiag ingest fills one")
    }
    let output = try ReportOutput(arguments)
    let scope = try ScopeFlags(arguments, now: environment.now)
    let findings = try FindingFlags(arguments)
    let report: Report
    do throws(StorageError) {
      let store = try EventStore(path: path, isWritable: false)
      try scope.apply(to: store)
      var assembly = ReportAssembly(store: store, environment: environment)
      assembly.selection = findings.selection
      assembly.thresholds = findings.thresholds
      assembly.extraDimensions = scope.extraDimensions
      assembly.filters = scope.words
      report = findings.completed(try assembly.report())
    } catch {
      throw CommandFailure(error)
    }
    try output.write(report, in: environment)
    return findings.exitCode(for: report.findings)
  }
}
