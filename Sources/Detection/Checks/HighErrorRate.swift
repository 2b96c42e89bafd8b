import Storage
import SyncModel

/// Operations of which too large a share fails.
struct HighErrorRate: FailureCheck {
  private(set) var thresholds = CheckThresholds()
  let info = CheckInfo(
    id: "high-error-rate", title: "A large share of requests fails", severity: .warning,
    explanation: """
      The share of failed requests of an operation is above the threshold (errorRate in .ckdiag.json, 5 % unless set). \
      The other findings name the causes; this one tells how much of the traffic they spoil.
      """,
    advice: [
      "Begin with the error that is counted most in the table of errors",
      "Compare platforms and system versions: a rate that is high on one of them is a bug of one release",
    ])

  /// Fewer failures say nothing about a rate.
  private static let minimumFailures = 3

  func applying(_ thresholds: CheckThresholds) -> any Check {
    var copy = self
    copy.thresholds = thresholds
    return copy
  }

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let tallies = OperationTally.all(in: log)
    // A log without any success was most likely filtered to failures, and knows no rate.
    guard tallies.contains(where: { $0.failed < $0.count }) else { return [] }
    let high = tallies.filter {
      Double($0.count) >= thresholds.minimumRequests && $0.failed >= Self.minimumFailures
        && $0.errorRate > thresholds.errorRate
    }
    guard let worst = high.max(by: { ($0.errorRate, $0.count) < ($1.errorRate, $1.count) }) else { return [] }
    let others = high.filter { $0.operation != worst.operation }.sorted { $0.failed > $1.failed }
    let names = others.prefix(3).map(\.operation) + (others.count > 3 ? ["\(others.count - 3) more"] : [])
    let more = names.isEmpty ? "" : "; above the limit too: " + names.joined(separator: ", ")
    return [
      try log.finding(
        info,
        title: "\(worst.operation) fails in \(Wording.percent(worst.errorRate)) of "
          + "\(Wording.counted(worst.count, "request"))\(more)",
        occurrences: high.reduce(0) { $0 + $1.failed }, proofs: proofs(of: high, in: log))
    ]
  }

  /// The first and the last failure, and three that lie evenly between them.
  private func proofs(of tallies: [OperationTally], in log: FailureLog) -> [Proof] {
    let classes = tallies.reduce(into: Set<Int64>()) { $0.formUnion($1.classes) }
    let rows = log.survey.failures.filter { classes.contains($0.requestClass) }
      .sorted { ($0.time?.milliseconds ?? .min) < ($1.time?.milliseconds ?? .min) }
    return rows.spread(over: 5).compactMap { row in
      log.classes[row.requestClass].map { Proof(row, of: RequestKind($0)) }
    }
  }
}
