import Storage
import SyncModel

/// Everything that failed, each with its one cause: made once and shared by all checks.
package final class FailureLog {
  let store: EventStore
  /// In the order of the inputs, those of request logs at the end.
  let failures: [Failure]
  let partialFailures: PartialFailures
  /// Errors that say that Core Data mirroring has stopped.
  let mirroringErrors: [ErrorReport]
  let survey: RequestSurvey
  /// The failed rows of request logs by class, in the order of the inputs.
  let failedRows: [Int64: [FailedRequest]]
  private(set) lazy var operationShares = AttributeShares(self) { $0.operation }
  private(set) lazy var clientOSShares = AttributeShares(self) { $0.clientOS }
  let classes: [Int64: StoredRequestClass]
  /// The causes of request classes that failed.
  let causeOfClass: [Int64: Cause]
  var knownPaging: (analysis: PagingAnalysis, result: PagingAnalysis.Result)?
  private let byCause: [Cause: [Int]]
  private let refusedLines: [Cause: Set<Origin>]

  /// Reads and classifies what a store holds.
  package init(_ store: EventStore, thresholds: CheckThresholds = CheckThresholds()) throws(StorageError) {
    self.store = store
    classes = try store.requestClasses()
    survey = try store.surveyRequests(slowerThanMs: Int64(thresholds.slowRequestMs))
    failedRows = Dictionary(grouping: survey.failures, by: \.requestClass)
    var collector = FailureCollector(refusals: try Self.refusals(in: store))
    try store.forEachError { collector.add($0) }
    collector.finish()
    var classifier = collector.classifier
    causeOfClass = Self.causes(of: classes, with: &classifier)
    partialFailures = collector.partialFailures
    mirroringErrors = collector.mirroringErrors
    refusedLines = collector.refusedLines
    let sandboxed = Set(try store.observations(.sandboxRestriction).map(\.origin.source))
    let states = try store.observations(.accountState)
    let explained = Self.withDaemonFailuresExplained(collector.failures, sandboxed: sandboxed)
    failures =
      Self.withUnknownAccountsExplained(explained, states: states)
      + Self.crashes(try store.observations(.appCrash), besides: explained)
      + Self.failures(
        in: failedRows, tallies: survey.tallies, classes: classes, causes: causeOfClass, firstRound: collector.rounds)
    byCause = Dictionary(grouping: failures.indices, by: { [failures] in failures[$0].cause })
  }

  /// The failures of one cause, in the order of the inputs.
  func failures(_ cause: Cause) -> [Failure] { (byCause[cause] ?? []).map { failures[$0] } }

  /// The lines of all failures of refused signatures or sessions, however many there are.
  func lines(ofRefusals cause: Cause) -> Set<Origin> {
    (refusedLines[cause] ?? []).union(failures(cause).map(\.error.origin))
  }

  /// Makes a finding with two to five of the lines that prove it: first, last and what lies evenly between.
  func finding(
    _ info: CheckInfo, severity: Severity? = nil, title: String, explanation: String? = nil, advice: [String]? = nil,
    occurrences: Int, proofs: [Proof]
  ) throws(StorageError) -> Finding {
    let times = proofs.compactMap(\.time)
    var evidence: [Evidence] = []
    for proof in Self.chosen(proofs) {
      var line = try store.evidence(proof.origin, proof.text)
      line.focus = proof.focus
      evidence.append(line)
    }
    return Finding(
      info, severity: severity, title: Wording.title(title), explanation: explanation, advice: advice,
      occurrences: max(1, occurrences), firstSeen: times.min(), lastSeen: times.max(), evidence: evidence)
  }

  private static func chosen(_ proofs: [Proof]) -> [Proof] {
    var seen: Set<Origin> = []
    let distinct = proofs.filter { seen.insert($0.origin).inserted }
    return distinct.spread(over: 5)
  }

  /// A daemon that cannot be reached because of the sandbox is a matter of entitlements, not of the connection.
  private static func withDaemonFailuresExplained(_ failures: [Failure], sandboxed: Set<Int32>) -> [Failure] {
    let named = failures.filter { $0.cause == .containerMisconfigured && $0.isOfDaemon }.map(\.error.origin.source)
    let sources = sandboxed.union(named)
    guard !sources.isEmpty else { return failures }
    return failures.map { failure in
      guard failure.isOfDaemon, sources.contains(failure.error.origin.source) else { return failure }
      var explained = failure
      explained.cause = .containerMisconfigured
      return explained
    }
  }

  /// What readers found out about refused signatures and web sessions, by the line of the error.
  private static func refusals(in store: EventStore) throws(StorageError) -> [Origin: Cause] {
    var causes: [Origin: Cause] = [:]
    try store.forEachObservation([.signatureFault, .sessionFault]) { observation in
      // That a request needs a sign-in is the normal answer before there is one; older stores hold it.
      guard observation.subject != "sign-in-required" else { return }
      causes[observation.origin] = observation.kind == .signatureFault ? .signatureRejected : .sessionRejected
    }
    return causes
  }
}

extension FailureLog {
  /// The causes of classes of failed requests whose error no `ErrorReport` carries.
  private static func causes(
    of classes: [Int64: StoredRequestClass], with classifier: inout ErrorClassifier
  ) -> [Int64: Cause] {
    var causes: [Int64: Cause] = [:]
    for (id, requestClass) in classes where requestClass.outcome == .failed && !requestClass.errorIsReported {
      causes[id] =
        requestClass.isThrottled
        ? .throttled
        : classifier.cause(of: error(of: requestClass)) ?? cause(ofOther: requestClass)
    }
    return causes
  }

  private static func cause(ofOther requestClass: StoredRequestClass) -> Cause? {
    Cause(
      serverCode: requestClass.error ?? "", operation: requestClass.operation, recordTypes: requestClass.recordTypes,
      hasDelay: false)
  }

  /// The error of a request log's row: `QUOTA_EXCEEDED`, `CKErrorDomain:25` or an HTTP status.
  static func error(of requestClass: StoredRequestClass) -> ErrorReport {
    var error = ErrorReport(origin: Origin(line: 0), domain: "CloudKit")
    error.operation = requestClass.operation
    error.zone = requestClass.zone
    error.httpStatus = requestClass.status.flatMap { Int($0) }
    guard let text = requestClass.error else { return error }
    if let colon = text.lastIndex(of: ":"), let code = Int(text[text.index(after: colon)...]) {
      error.domain = String(text[..<colon])
      error.code = code
    } else {
      error.serverCode = text
    }
    return error
  }

  private static func failures(
    in failedRows: [Int64: [FailedRequest]], tallies: [Int64: RequestClassTally],
    classes: [Int64: StoredRequestClass], causes: [Int64: Cause], firstRound: Int
  ) -> [Failure] {
    var failures: [Failure] = []
    failures.reserveCapacity(causes.count)
    for (id, cause) in causes.sorted(by: { $0.key < $1.key }) {
      guard let rows = failedRows[id], let requestClass = classes[id], let first = rows.first else { continue }
      var error = error(of: requestClass)
      error.origin = first.origin
      error.time = first.time
      error.retryAfterMs = rows.lazy.compactMap(\.retryAfterMs).max()
      let kind = RequestKind(requestClass)
      failures.append(
        Failure(
          cause: cause, error: error, count: tallies[id]?.count ?? rows.count, round: firstRound + Int(id),
          isItem: false, requestClass: id, recordTypes: requestClass.recordTypes,
          rows: rows.spread(over: 5).map { Proof($0, of: kind) }))
    }
    return failures
  }

  /// What a row of a request log says, in one line; the store keeps the columns, not the line.
  static func text(of requestClass: StoredRequestClass, at time: Timestamp?) -> String {
    let parts = [
      time?.readable, requestClass.operation, requestClass.database, requestClass.zone, requestClass.recordTypes,
      requestClass.status, requestClass.error,
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
