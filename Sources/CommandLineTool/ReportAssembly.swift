import Detection
import Storage
import SyncModel
import Telemetry

/// Puts together what `analyze` and `report` have to say of a store.
struct ReportAssembly {
  let store: EventStore
  let environment: CommandEnvironment
  var selection = CheckSelection()
  var thresholds = CheckThresholds()
  var extraDimensions: [RequestDimension] = []
  var filters: [String] = []

  /// Computes the numbers and runs the checks.
  func report() throws(StorageError) -> Report {
    let telemetry = try StoreTelemetry(
      store: store, extraDimensions: extraDimensions, slowerThanMs: Int64(thresholds.slowRequestMs))
    let findings = try Checks.run(in: store, selection: selection, thresholds: thresholds)
    var rateLimit = telemetry.rateLimit
    rateLimit?.violations = findings.filter { $0.id == "retry-after-violated" }.reduce(0) { $0 + $1.occurrences }
    var report = Report(
      toolVersion: environment.version, generatedAt: environment.now,
      inputs: try sources().map(Self.summary), period: telemetry.period, requests: telemetry.requests,
      errors: telemetry.errors, serverErrors: telemetry.serverErrors, items: telemetry.items, rateLimit: rateLimit,
      activity: telemetry.activity, syncState: try states(), findings: findings, filters: filters)
    report.groupedBy = extraDimensions.map(\.key)
    if telemetry.userCount > telemetry.userRows {
      report.notes.append(
        "Requests by user: the \(telemetry.userRows) of \(telemetry.userCount) users with most requests.")
    }
    if extraDimensions.contains(.user) || store.scope.users != nil, let moment = try store.rolledBefore() {
      report.notes.append("Requests by user are of \(moment.readable) UTC onwards: hourly counts do not tell them.")
    }
    report.sections += [try WebTraffic(store: store).section].compactMap { $0 }
    return report
  }

  /// Inputs that were given, or those of a whole store that reach into the period.
  private func sources() throws(StorageError) -> [StoredSource] {
    let scope = store.scope
    return try store.sources().filter { source in
      guard scope.sources == nil, let first = source.firstTime, let last = source.lastTime else { return true }
      return last >= scope.since ?? last && first < scope.until ?? first.advanced(byMilliseconds: 1)
    }
  }

  private static func summary(of source: StoredSource) -> InputSummary {
    var summary = source.summary
    if summary.unrecognizedLines > 0, let line = source.firstUnrecognized {
      summary.notes.append("first line not recognised: \(line)")
    }
    return summary
  }

  /// The newest state of each store, with what became of it and its events.
  private func states() throws(StorageError) -> [StoreSummary] {
    let activities = try store.activities()
    var summaries: [StoreSummary] = []
    for history in try StoreHistory.all(in: store) {
      guard let state = history.latest else { continue }
      let events = activities.filter { activity in
        activity.store.map { $0 == history.identity } ?? (activity.origin.source == state.origin.source)
      }
      summaries.append(
        StoreSummary(
          store: try store.path(of: state.origin.source), state: state, verdict: verdict(for: history), events: events))
    }
    return summaries
  }
}
