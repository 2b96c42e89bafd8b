import SyncModel

extension FailureLog {
  /// The mistakes that uncaught exceptions name, where no printed error near them says the same.
  static func crashes(_ lines: [Observation], besides failures: [Failure]) -> [Failure] {
    var known: [Cause: [Origin]] = [:]
    if !lines.isEmpty { for failure in failures { known[failure.cause, default: []].append(failure.error.origin) } }
    return lines.enumerated().compactMap { number, line in
      guard let cause = CauseRule.cause(in: line.text.lowercased()),
        known[cause]?.contains(where: { isNear($0, line.origin) }) != true
      else { return nil }
      known[cause, default: []].append(line.origin)
      var error = ErrorReport(origin: line.origin, domain: "CKException")
      error.time = line.time
      error.text = line.text
      // Rounds of requests count upwards.
      return Failure(cause: cause, error: error, count: 1, round: -1 - number, isItem: false)
    }
  }

  /// A crash takes a few lines.
  private static func isNear(_ one: Origin, _ other: Origin) -> Bool {
    one.source == other.source && (-5...5).contains(one.line &- other.line)
  }
}
