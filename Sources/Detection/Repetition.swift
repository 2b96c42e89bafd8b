import SyncModel

/// The same failure of the same work, one after the other.
struct Repetition {
  var cause: Cause
  /// How many rounds there were.
  var count: Int
  /// Lines of the rounds, the first and the last among them.
  var proofs: [Proof]
  var label: String
  /// The record, zone or operation that fails.
  var subject: String?
}

extension Finding {
  /// The finding with the time of all repetitions that it counts; its evidence is of the longest.
  func seen(in repetitions: [Repetition]) -> Finding {
    let times = repetitions.flatMap { $0.proofs.compactMap(\.time) }
    var finding = self
    finding.firstSeen = times.min() ?? firstSeen
    finding.lastSeen = times.max() ?? lastSeen
    return finding
  }
}

/// Collects failures by the work that failed and finds those that repeat without a success between them.
struct RepetitionFinder {
  /// What tells one piece of work from another.
  struct Work: Hashable {
    var cause: Cause
    var source: Int32
    var details: String
  }

  private struct Attempt {
    var round: Int
    /// 1, and those that are counted with it.
    var rounds: Int
    var proofs: [Proof]
    var label: String
    var subject: String?
  }

  /// Longer pauses make a new start: nobody loops once a day.
  static let longestPauseMs: Int64 = 3_600_000
  private var attempts: [Work: [Attempt]] = [:]
  private var order: [Work] = []

  mutating func add(_ failure: Failure, details: String, subject: String?) {
    let proofs = failure.proofs
    guard let proof = proofs.first else { return }
    let work = Work(cause: failure.cause, source: proof.origin.source, details: details)
    if attempts[work] == nil { order.append(work) }
    attempts[work, default: []].append(
      Attempt(
        round: failure.round, rounds: 1 + (failure.repeats?.rounds ?? 0), proofs: proofs, label: failure.error.label,
        subject: subject))
  }

  /// The runs of at least so many rounds, in the order of their first line.
  func repetitions(atLeast count: Int) -> [Repetition] {
    order.flatMap { work -> [Repetition] in
      runs(attempts[work] ?? []).compactMap { run in
        let rounds = run.reduce(0) { $0 + $1.rounds }
        guard rounds >= count else { return nil }
        return Repetition(
          cause: work.cause, count: rounds, proofs: run.flatMap(\.proofs), label: run[0].label,
          subject: run[0].subject)
      }
    }
  }

  private func runs(_ attempts: [Attempt]) -> [[Attempt]] {
    var runs: [[Attempt]] = []
    for attempt in attempts {
      guard let last = runs.last?.last else {
        runs.append([attempt])
        continue
      }
      if attempt.round == last.round { continue }
      if let before = last.proofs.last?.time, let now = attempt.proofs.first?.time,
        now.milliseconds &- before.milliseconds > Self.longestPauseMs
      {
        runs.append([attempt])
      } else {
        runs[runs.count - 1].append(attempt)
      }
    }
    return runs
  }
}
