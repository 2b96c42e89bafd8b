import SyncModel

/// Classifies the errors of a log one by one, and keeps what checks need of them.
///
/// A log may tell the same failure of the same work a million times. So many are kept one by one; what comes after them
/// is counted with the last, so that numbers stay exact and memory does not grow with the log.
struct FailureCollector {
  /// Failures of one kind of work that are kept one by one.
  static let mostAlike = 200
  /// As many where each has a moment before which nothing may be sent.
  private static let mostWaits = 50_000
  /// Kinds of work that are told apart by record and message.
  private static let mostKinds = 100_000

  private(set) var failures: [Failure] = []
  private(set) var partialFailures = PartialFailures()
  /// Errors that say that Core Data mirroring has stopped.
  private(set) var mirroringErrors: [ErrorReport] = []
  /// The number of requests that failed.
  private(set) var rounds = 0
  /// The lines of refused signatures and sessions, whose requests are counted by line.
  private(set) var refusedLines: [Cause: Set<Origin>] = [:]
  private(set) var classifier = ErrorClassifier()
  private var answers = WebAnswers()
  private var kinds: [Int: Kind] = [:]
  private var lastRound: [Cause: Int] = [:]
  /// What readers found out about refused signatures and web sessions, by the line of the error.
  private let refusals: [Origin: Cause]

  private struct Kind {
    var count = 0
    var round = -1
    /// The failure that the next ones are counted with, and its newest moment.
    var last = 0
    var time: Timestamp?
  }

  init(refusals: [Origin: Cause]) { self.refusals = refusals }

  mutating func add(_ error: ErrorReport) {
    for complete in answers.add(error) { take(complete) }
  }

  /// Takes what was held back, at the end of the log.
  mutating func finish() {
    for complete in answers.finish() { take(complete) }
  }

  private mutating func take(_ error: ErrorReport) {
    let round = rounds
    rounds += 1
    if let failure = failure(error, round: round, isItem: false) { keep(failure) }
    var roots: [Failure] = []
    for item in error.items ?? [] {
      guard let failure = failure(completed(item, from: error), round: round, isItem: true) else { continue }
      roots.append(failure)
      keep(failure)
    }
    partialFailures.add(error, round: round, roots: roots)
    if error.domain == "NSCocoaErrorDomain", error.code.flatMap({ Cause(cocoaCode: $0) }) == .mirroringStopped {
      mirroringErrors.append(error)
    }
  }

  private mutating func failure(_ error: ErrorReport, round: Int, isItem: Bool) -> Failure? {
    guard let cause = classifier.cause(of: error) else { return nil }
    return Failure(cause: cause, error: error, count: max(1, error.count), round: round, isItem: isItem)
      .explained(by: refusals)
  }

  private mutating func keep(_ failure: Failure) {
    let isNewRound = lastRound.updateValue(failure.round, forKey: failure.cause) != failure.round
    if failure.cause == .signatureRejected || failure.cause == .sessionRejected {
      refusedLines[failure.cause, default: []].insert(failure.error.origin)
    }
    let number = number(of: failure)
    var kind = kinds[number] ?? Kind()
    let waits = failure.cause.asksToWait && failure.error.retryAfterMs ?? 0 > 0
    if kind.count >= (waits ? Self.mostWaits : Self.mostAlike), isSoon(failure, after: kind.time) {
      failures[kind.last].repeat(
        failure, countsAsRequest: isNewRound, countsAsRound: kind.round != failure.round)
    } else {
      kind.last = failures.count
      kind.count += 1
      failures.append(failure)
    }
    kind.round = failure.round
    kind.time = failure.error.time
    kinds[number] = kind
  }

  /// After a long pause a new start is told apart from what went before.
  private func isSoon(_ failure: Failure, after earlier: Timestamp?) -> Bool {
    guard let earlier, let now = failure.error.time else { return true }
    return now.milliseconds &- earlier.milliseconds <= RepetitionFinder.longestPauseMs
  }

  /// Stands for what makes failures alike: everything but moment, line and ids.
  private func number(of failure: Failure) -> Int {
    let number = number(of: failure, isExact: true)
    return kinds.count < Self.mostKinds || kinds[number] != nil ? number : self.number(of: failure, isExact: false)
  }

  private func number(of failure: Failure, isExact: Bool) -> Int {
    let error = failure.error
    var hasher = Hasher()
    hasher.combine(failure.cause)
    hasher.combine(failure.isItem)
    hasher.combine(error.origin.source)
    hasher.combine(error.domain)
    hasher.combine(error.code)
    hasher.combine(error.serverCode)
    hasher.combine(error.httpStatus)
    hasher.combine(error.operation)
    hasher.combine(isExact)
    guard isExact else { return hasher.finalize() }
    hasher.combine(error.underlying)
    hasher.combine(error.message)
    hasher.combine(error.item)
    hasher.combine(error.zone)
    hasher.combine(error.containerID)
    return hasher.finalize()
  }

  /// An item knows neither time nor operation of its own: they are those of the request.
  private func completed(_ item: ErrorReport, from request: ErrorReport) -> ErrorReport {
    var item = item
    item.time = item.time ?? request.time
    item.operation = item.operation ?? request.operation
    item.requestID = item.requestID ?? request.requestID
    item.operationID = item.operationID ?? request.operationID
    if item.text.isEmpty { item.text = request.text }
    return item
  }
}
