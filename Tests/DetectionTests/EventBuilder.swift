import Detection
import Storage
import SyncModel

/// Fills a temporary store with values, for thresholds and sequences that no sample shows.
final class EventBuilder {
  static let start = Timestamp(milliseconds: 1_796_022_000_000)
  let store: EventStore
  private let session: IngestSession
  private var line = 0

  init(path: String = "app.log") throws {
    store = try EventStore.temporary()
    session = try IngestSession(store: store, path: path, now: Self.start)
  }

  /// Adds an error on the next line, so many seconds after the start.
  @discardableResult
  func error(_ error: ErrorReport, at seconds: Double? = nil) -> EventBuilder {
    session.add(placed(error, at: seconds))
    return self
  }

  /// Adds a request on the next line, so many seconds after the start.
  @discardableResult
  func request(
    _ operation: String, _ outcome: RequestOutcome = .succeeded, at seconds: Double? = nil, user: String? = nil,
    error: String? = nil, _ change: (inout RequestRecord) -> Void = { _ in }
  ) -> EventBuilder {
    line += 1
    var record = RequestRecord(
      origin: Origin(source: session.source, line: line), outcome: outcome, time: time(seconds), operation: operation)
    record.user = user
    record.error = error
    change(&record)
    session.add(record)
    return self
  }

  @discardableResult
  func observation(
    _ kind: Observation.Kind, _ subject: String = "", value: Int64? = nil, at seconds: Double? = nil, text: String = ""
  ) -> EventBuilder {
    line += 1
    session.add(
      Observation(
        origin: Origin(source: session.source, line: line), time: time(seconds), kind: kind, subject: subject,
        value: value, text: text))
    return self
  }

  @discardableResult
  func activity(
    _ kind: Activity.Kind, _ outcome: Activity.Outcome, at seconds: Double? = nil, code: Int? = nil
  ) -> EventBuilder {
    line += 1
    session.add(
      Activity(
        origin: Origin(source: session.source, line: line), kind: kind, outcome: outcome, start: time(seconds),
        errorCode: code, text: "activity \(line)"))
    return self
  }

  /// Ends the input and runs every check.
  func findings(
    selection: CheckSelection = CheckSelection(), thresholds: CheckThresholds = CheckThresholds()
  ) throws -> [Finding] {
    try session.commit(format: "test")
    return try Checks.run(in: store, selection: selection, thresholds: thresholds)
  }

  /// Ids and titles of the findings, in order.
  func titles() throws -> [String] {
    try findings().map { "\($0.id): \($0.title)" }
  }

  private func placed(_ error: ErrorReport, at seconds: Double?) -> ErrorReport {
    line += 1
    var placed = error
    placed.origin = Origin(source: session.source, line: line)
    placed.time = time(seconds)
    if placed.text.isEmpty { placed.text = "line \(line)" }
    placed.items = error.items?.map { item in
      var item = item
      item.origin = placed.origin
      return item
    }
    return placed
  }

  private func time(_ seconds: Double?) -> Timestamp? {
    seconds.map { Self.start.advanced(byMilliseconds: Int64(($0 * 1000).rounded())) }
  }
}

extension ErrorReport {
  /// An error of `CKErrorDomain` as printed: public code, internal number, server message.
  static func ck(
    _ code: Int, _ number: Int? = nil, _ message: String? = nil, item: String? = nil, zone: String? = nil,
    retryAfter seconds: Double? = nil, items: [ErrorReport]? = nil
  ) -> ErrorReport {
    ErrorReport(
      origin: Origin(line: 0), code: code, underlying: number.map { UnderlyingCode(code: $0) }, message: message,
      item: item, zone: zone, retryAfterMs: seconds.map { Int64($0 * 1000) }, isCollateral: code == 22, items: items)
  }

  static func cocoa(_ code: Int, _ message: String? = nil) -> ErrorReport {
    ErrorReport(origin: Origin(line: 0), domain: "NSCocoaErrorDomain", code: code, message: message)
  }

  static func server(
    _ code: String?, _ message: String? = nil, status: Int? = nil, operation: String? = nil
  ) -> ErrorReport {
    ErrorReport(
      origin: Origin(line: 0), domain: "CloudKit", serverCode: code, httpStatus: status, message: message,
      operation: operation)
  }
}
