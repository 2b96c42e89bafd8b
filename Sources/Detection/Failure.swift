import Storage
import SyncModel

/// A failure that has a reason of its own, with its cause; of request logs all failures of one class.
struct Failure: Sendable {
  var cause: Cause
  /// The error of the item, not of the request around it.
  var error: ErrorReport
  /// How many failures it stands for.
  var count: Int
  /// The number of the request that failed: items of one batch have the same.
  var round: Int
  /// True when it is one item of a partial failure.
  var isItem: Bool
  /// The class of the requests when it was counted from a request log.
  var requestClass: Int64?
  var recordTypes: String?
  /// Lines of a request log's rows; empty where the error's own line is the proof.
  var rows: [Proof] = []

  /// Later failures of the same work that are counted with this one.
  var repeats: Repeats?

  /// What is known of failures that are not kept one by one.
  struct Repeats: Sendable {
    /// Failed requests among them, and rounds of this very work.
    var requests = 0
    var rounds = 0
    var last: Proof
    var longestDelayMs: Int64?
  }

  /// In the order of the input; at least one.
  var proofs: [Proof] {
    guard rows.isEmpty else { return rows }
    let own = Proof(error)
    return repeats.map { [own, $0.last] } ?? [own]
  }

  /// Counts a later failure of the same work with this one.
  mutating func `repeat`(_ later: Failure, countsAsRequest: Bool, countsAsRound: Bool) {
    count += later.count
    let last = Proof(later.error)
    var known = repeats ?? Repeats(last: last)
    known.last = last
    known.requests += countsAsRequest ? 1 : 0
    known.rounds += countsAsRound ? 1 : 0
    known.longestDelayMs = [known.longestDelayMs, later.error.retryAfterMs].compactMap { $0 }.max()
    repeats = known
  }

  /// The longest delay that the server asked for, in milliseconds.
  var longestDelayMs: Int64? { [error.retryAfterMs, repeats?.longestDelayMs].compactMap { $0 }.max() }

  /// True when the connection to the CloudKit daemon failed (NSCocoaErrorDomain 4097 and 4099).
  var isOfDaemon: Bool {
    error.domain == "NSCocoaErrorDomain" && (error.code == 4097 || error.code == 4099)
      || error.underlying?.domain == "NSCocoaErrorDomain"
  }

  /// The failure with the narrower cause that the reader of the same line found out, where it did.
  func explained(by refusals: [Origin: Cause]) -> Failure {
    guard cause == .notAuthenticated || cause == .sessionRejected, let refusal = refusals[error.origin] else {
      return self
    }
    var explained = self
    explained.cause = refusal
    return explained
  }

  /// The record zone's name without its owner.
  var zoneName: String? {
    guard let zone = error.zone, !zone.isEmpty else { return nil }
    return Wording.zoneName(zone)
  }
}

/// The failures that one finding is about.
struct FailureGroup: Sendable {
  var failures: [Failure]

  var count: Int { failures.reduce(0) { $0 + $1.count } }

  /// How many requests failed, where items of one batch count once; rows of request logs count each.
  var requests: Int {
    var rounds: Set<Int> = []
    var counted = 0
    for failure in failures {
      if failure.requestClass != nil { counted += failure.count } else { rounds.insert(failure.round) }
      counted += failure.repeats?.requests ?? 0
    }
    return counted + rounds.count
  }

  /// Distinct zone names in the order of their first failure.
  var zones: [String] { distinct { $0.zoneName } }
  /// Distinct names of records, subscriptions or shares.
  var items: [String] { distinct { $0.error.item } }
  var operations: [String] { distinct { $0.error.operation } }
  var messages: [String] { distinct { $0.error.message } }

  func distinct(_ value: (Failure) -> String?) -> [String] { Self.distinct(failures.compactMap(value)) }

  /// The names without repetitions and empty ones, in their order.
  static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// True when any message or line holds the words, in any letter case.
  func mentions(_ words: String) -> Bool {
    failures.contains { ($0.error.message ?? $0.error.text).lowercased().contains(words) }
  }

  /// Distinct users of the failed requests; 0 where no request log tells them, or not of all.
  func users(in log: FailureLog) -> Int {
    let classes = Set(failures.compactMap(\.requestClass))
    let rows = classes.flatMap { log.failedRows[$0] ?? [] }
    guard rows.count >= classes.reduce(0, { $0 + (log.survey.tallies[$1]?.count ?? 0) }) else { return 0 }
    return Set(rows.lazy.map(\.user).filter { $0 != 0 }).count
  }

  /// Makes the finding: count, times and two to five lines of evidence come from the failures.
  func finding(
    _ check: some Check, severity: Severity? = nil, title: String, explanation: String? = nil, advice: [String]? = nil,
    occurrences: Int? = nil, in log: FailureLog
  ) throws(StorageError) -> Finding {
    try log.finding(
      check.info, severity: severity, title: title, explanation: explanation, advice: advice,
      occurrences: occurrences ?? count, proofs: failures.flatMap(\.proofs).inOrder)
  }
}
