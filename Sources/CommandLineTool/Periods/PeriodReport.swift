import Detection
import Storage
import SyncModel
import Telemetry

/// Adds to a report what a period says over time: comparison, worst hours, maps of the week, error budget.
struct PeriodReport {
  let store: EventStore
  let compare: CompareFlags
  /// The bounds that the user gave, the end filled in with now; nil = everything.
  let period: Period?
  let now: Timestamp

  /// The report with its sections; the store's scope is the report's before and after.
  func completed(_ report: Report, assembly: ReportAssembly) throws(CommandFailure) -> Report {
    var report = report
    let earlier = try compare.earlier(than: period, now: now)
    do throws(StorageError) {
      let numbers = try PeriodNumbers(store: store)
      report.sections += numbers.sections(of: period ?? report.period)
      if !compare.objectives.isEmpty {
        let end = period?.end ?? report.period?.end ?? now
        report.sections.append(try ErrorBudget(of: compare.objectives, until: end, in: store).section)
      }
      guard let earlier else { return report }
      let scope = store.scope
      store.scope.since = earlier.period.start
      store.scope.until = earlier.period.end
      defer { store.scope = scope }
      let then = try PeriodNumbers(store: store)
      let current = period ?? report.period ?? earlier.period
      var comparison = PeriodComparison(
        now: numbers, in: current, then: then, in: earlier.period, label: earlier.label)
      let gone = [report.requests?.rolledBefore, try store.rolledBefore()].compactMap { $0 }.max()
      if let gone {
        // Findings need rows: a period that lost some would seem to have fewer.
        comparison.remarks.append(
          "New and resolved findings are not told: findings cover only \(gone.readable) UTC onwards.")
      } else {
        let findings = try Checks.run(in: store, selection: assembly.selection, thresholds: assembly.thresholds)
        // A period without anything in it has no findings either, and would seem to be without faults.
        if !(numbers.isEmpty && report.findings.isEmpty || then.isEmpty && findings.isEmpty) {
          comparison.remarks += Self.remarks(report.findings, findings, until: current.end)
        }
      }
      report.comparison = comparison
      if let regressions = numbers.regressions(since: then) { report.sections.insert(regressions, at: 0) }
    } catch {
      throw CommandFailure(error)
    }
    return report
  }

  /// Findings that came and those that went, with the age of the new ones.
  private static func remarks(_ now: [Finding], _ then: [Finding], until end: Timestamp) -> [String] {
    func list(_ findings: [Finding], _ other: [Finding], _ words: (Finding) -> String) -> String? {
      let known = Set(other.map(\.id))
      var seen: Set<String> = []
      let fresh = findings.filter { !known.contains($0.id) && seen.insert($0.id).inserted }
      return fresh.isEmpty ? nil : fresh.map(words).joined(separator: ", ")
    }
    return [
      list(now, then) { finding in finding.id + (finding.firstSeen.map { " (\(age(from: $0, to: end)) old)" } ?? "") }
        .map { "New findings: \($0)." },
      list(then, now, \.id).map { "Resolved findings: \($0)." },
    ].compactMap { $0 }
  }

  private static func age(from start: Timestamp, to end: Timestamp) -> String {
    let hours = max(0, end.milliseconds - start.milliseconds) / 3_600_000
    return hours >= 48 ? "\(hours / 24) days" : hours == 1 ? "1 hour" : "\(hours) hours"
  }
}
