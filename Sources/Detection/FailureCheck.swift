import Storage
import SyncModel

/// A check that looks at classified failures.
package protocol FailureCheck: Check {
  func findings(in log: FailureLog) throws(StorageError) -> [Finding]
  /// The thresholds that the log must be made with; the standard ones unless a check has its own.
  var thresholds: CheckThresholds { get }
}

extension FailureCheck {
  package var thresholds: CheckThresholds { CheckThresholds() }

  package func findings(in store: EventStore) throws(StorageError) -> [Finding] {
    try findings(in: FailureLog(store, thresholds: thresholds))
  }
}

/// A check that speaks of all failures with one cause.
protocol CauseCheck: FailureCheck {
  var cause: Cause { get }
  /// What makes failures a finding of their own, such as the field that lacks an index; the same for all by default.
  func subject(of failure: Failure) -> String
  func title(of group: FailureGroup) -> String
  /// The title where the whole log tells more, such as how many users the failures are of; the other one by default.
  func title(of group: FailureGroup, in log: FailureLog) -> String
  /// Replaces the check's own explanation where the failures tell more.
  func explanation(of group: FailureGroup) -> String?
  /// Replaces the check's own advice where the failures tell more.
  func advice(for group: FailureGroup) -> [String]?
  /// Replaces the check's own severity.
  func severity(of group: FailureGroup) -> Severity?
}

extension CauseCheck {
  func subject(of failure: Failure) -> String { "" }
  func title(of group: FailureGroup, in log: FailureLog) -> String { title(of: group) }
  func explanation(of group: FailureGroup) -> String? { nil }
  func advice(for group: FailureGroup) -> [String]? { nil }
  func severity(of group: FailureGroup) -> Severity? { nil }

  package func findings(in log: FailureLog) throws(StorageError) -> [Finding] { try causeFindings(in: log) }

  /// The findings that failures prove, for checks that look at more than failures.
  func causeFindings(in log: FailureLog) throws(StorageError) -> [Finding] {
    var findings: [Finding] = []
    for group in groups(of: log.failures(cause)) {
      let title = title(of: group, in: log)
      let concentration = Concentration(log: log).sentence(of: group.failures, under: title)
      let explanation = explanation(of: group)
      findings.append(
        try group.finding(
          self, severity: severity(of: group), title: title,
          explanation: concentration.map { "\($0) \(explanation ?? info.explanation)" } ?? explanation,
          advice: advice(for: group), in: log))
    }
    return findings
  }

  /// One group a subject in the order of the first failure; many subjects are one group, or the report drowns in them.
  private func groups(of failures: [Failure]) -> [FailureGroup] {
    guard !failures.isEmpty else { return [] }
    var order: [String] = []
    var bySubject: [String: [Failure]] = [:]
    for failure in failures {
      let subject = subject(of: failure)
      if bySubject[subject] == nil { order.append(subject) }
      bySubject[subject, default: []].append(failure)
    }
    guard order.count <= 4 else { return [FailureGroup(failures: failures)] }
    return order.compactMap { bySubject[$0].map(FailureGroup.init) }
  }
}
