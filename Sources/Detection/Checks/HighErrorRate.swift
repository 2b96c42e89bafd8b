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
    return Self.spread(log.survey.failures, of: classes).compactMap { row in
      log.classes[row.requestClass].map { Proof(row, of: RequestKind($0)) }
    }
  }

  /// Rows of some classes, evenly spread in time with the first and the last; of very many, a sample is put in order.
  private static func spread(_ rows: [FailedRequest], of classes: Set<Int64>) -> [FailedRequest] {
    let wanted = rows.lazy.filter { classes.contains($0.requestClass) }
    func isEarlier(_ left: FailedRequest, _ right: FailedRequest) -> Bool {
      left.time?.milliseconds ?? .min < right.time?.milliseconds ?? .min
    }
    let count = wanted.reduce(0) { count, _ in count + 1 }
    let places = Set((0..<count).spread(over: mostSorted))
    var sample = wanted.enumerated().filter { places.contains($0.offset) }.map(\.element)
    if count > mostSorted {
      sample += [wanted.min(by: isEarlier), wanted.max(by: isEarlier)].compactMap { $0 }
    }
    return sample.sorted(by: isEarlier).spread(over: 5)
  }

  private static let mostSorted = 10_000
}
