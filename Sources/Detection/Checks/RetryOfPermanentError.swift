import Storage
import SyncModel

/// The same request fails again and again although time cannot heal its error.
struct RetryOfPermanentError: FailureCheck {
  private(set) var repetitions = 3
  let info = CheckInfo(
    id: "retry-of-permanent-error", title: "A request is repeated although it can never succeed", severity: .error,
    explanation: """
      The error tells of something that only a change heals: the account, the container, the schema, the storage or \
      the request itself. Sending the same again costs battery and the app's share of the rate limit, and hides the \
      cause in noise.
      """,
    advice: [
      "Stop after the first failure, and go on when what the error names has changed",
      "Retry only 3, 4, 6, 7, 23 and 36 by a timer, after the delay that the error asks for",
    ])

  func applying(_ thresholds: CheckThresholds) -> any Check {
    var copy = self
    copy.repetitions = Int(thresholds.repetitions)
    return copy
  }

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    var finder = RepetitionFinder()
    // A batch that is sent again is told by a check of its own.
    let resent = Set(log.partialFailures.resent().joined().flatMap(\.rounds))
    for failure in log.failures where failure.cause.isPermanent && failure.requestClass == nil {
      if failure.isItem && resent.contains(failure.round) { continue }
      finder.add(failure, details: Self.work(of: failure), subject: failure.error.item ?? failure.zoneName)
    }
    let loops =
      finder.repetitions(atLeast: repetitions)
      + (try log.requestRepetitions(atLeast: repetitions, of: \.isPermanent))
    var findings: [Finding] = []
    for (_, loops) in Dictionary(grouping: loops, by: \.cause).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let longest = loops.max(by: { $0.count < $1.count }) else { continue }
      let whose = longest.subject.map { " of \(Wording.quoted($0))" } ?? ""
      let more = loops.count > 1 ? " and \(loops.count - 1) more loops" : ""
      findings.append(
        try log.finding(
          info, title: "Same failure \(Wording.times(longest.count)) in a row: \(longest.label)\(whose)\(more)",
          occurrences: loops.reduce(0) { $0 + $1.count }, proofs: longest.proofs
        ).seen(in: loops))
    }
    return findings
  }

  /// What was asked for, as far as the error tells: its record or zone, its operation, its words without identifiers.
  private static func work(of failure: Failure) -> String {
    let error = failure.error
    return [error.item, error.zone, error.operation, error.message.map(\.withoutIdentifiers), error.label]
      .map { $0 ?? "" }.joined(separator: "\u{1F}")
  }
}

extension String {
  /// Without pointers and long identifiers, which differ from one print of the same error to the next.
  fileprivate var withoutIdentifiers: String {
    split { !$0.isLetter && !$0.isNumber && $0 != "-" }
      .filter { $0.count < 16 && !$0.hasPrefix("0x") && !($0.count > 7 && $0.allSatisfy(\.isHexDigit)) }
      .joined(separator: " ")
  }
}
