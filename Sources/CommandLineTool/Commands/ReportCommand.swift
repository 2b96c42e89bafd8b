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
      flags: [
        Flag("db", value: "FILE", help: "the store that ingest or analyze --db filled"),
        Flag(
          "reports", value: "DIR",
          help:
            "file the report as DIR/2026/W48/report.html and bring DIR/index.html, latest.html and feed.json up to date"
        ),
      ] + ReportOutput.flags
        + CompareFlags.flags + ScopeFlags.flags + FindingFlags.flags,
      examples: [
        ("ckdiag report --db sync.sqlite --last 7d -o week.html", "the last seven days as one HTML file"),
        (
          "ckdiag report --db sync.sqlite --last week --compare previous",
          "the last whole week beside the week before"
        ),
        ("ckdiag report --db sync.sqlite --last 7d --slo availability=99.5 --slo p95=2s", "the error budget"),
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
    let compare = try CompareFlags(arguments)
    let period = scope.since.map { Period(start: $0, end: scope.until ?? environment.now) }
    _ = try compare.earlier(than: period, now: environment.now)
    var report: Report
    let emptied: EmptySelection?
    let store: EventStore
    var assembly: ReportAssembly
    do throws(StorageError) {
      store = try EventStore(path: path, isWritable: false)
      try scope.apply(to: store)
      assembly = ReportAssembly(store: store, environment: environment)
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
    report = try PeriodReport(store: store, compare: compare, period: period, now: environment.now)
      .completed(report, assembly: assembly)
    if let folder = arguments.value("reports") {
      let filed = arguments.has("redact") ? report.redacted() : report
      try file(
        filed, of: period ?? report.period, filters: arguments.all("where"), in: folder, store, environment)
    }
    // A report that was filed is shown besides only where that is asked for.
    if !arguments.has("reports") || arguments.has("format") || arguments.has("output") {
      try output.write(report, in: environment)
    }
    return findings.exitCode(for: report, emptied: emptied, in: environment)
  }

  private func file(
    _ report: Report, of period: Period?, filters: [String], in folder: String, _ store: EventStore,
    _ environment: CommandEnvironment
  ) throws(CommandFailure) {
    let archive = ArchiveFolder(path: folder, environment: environment)
    if let period, let path = try archive.add(report, of: period, filters: filters, store: store) {
      environment.writeError("ckdiag: wrote \(path)\n")
    } else {
      environment.writeError("ckdiag: nothing in the period; '\(folder)' stays as it is\n")
    }
  }
}
