import CloudKitFacts
import Storage
import SyncModel

/// The times in which a client was asked to send nothing, and who sent all the same.
struct RetryWindows {
  /// From a refusal to the moment at which the next try is allowed.
  struct Window {
    var start: Int64
    var delayMs: Int64
    var place: Place
    var proof: Proof
    /// The operation that was refused.
    var operationID: String?

    var end: Int64 { start &+ delayMs }
  }

  /// Whose work is held back: as much of it as the refusal tells.
  struct Place {
    var zone: String?
    var family: String?

    /// True when nothing that both tell differs.
    func covers(_ other: Place) -> Bool {
      (zone == nil || other.zone == nil || zone == other.zone)
        && (family == nil || other.family == nil || family == other.family)
    }
  }

  /// A request inside a window.
  struct Violation {
    var window: Window
    var proof: Proof
    var earlyMs: Int64
  }

  /// Whose windows they are: one input's, and of request logs one user's.
  private struct Client: Hashable {
    var source: Int32
    var user: Int64
  }

  /// Clocks and logs are not exact: what comes within this time of the end kept the delay.
  private static let toleranceMs: Int64 = 100
  /// What a device refuses sooner after a refusal had been started before it.
  private static let reactionMs: Int64 = 1000
  /// So many requests inside windows are kept; beyond it their number is not known.
  static let limit = 10_000
  private var windows: [Client: [Window]] = [:]

  init(_ log: FailureLog) {
    for failure in log.failures where failure.requestClass == nil && failure.cause.asksToWait {
      guard let time = failure.error.time, let delay = failure.error.retryAfterMs, delay > 0,
        let proof = failure.proofs.first
      else { continue }
      add(
        Window(
          start: time.milliseconds, delayMs: delay, place: Self.place(of: failure), proof: proof,
          operationID: failure.error.operationID),
        to: Client(source: proof.origin.source, user: 0))
    }
    for row in log.survey.failures {
      guard let delay = row.retryAfterMs, delay > 0, let time = row.time,
        let requestClass = log.classes[row.requestClass], !requestClass.errorIsReported
      else { continue }
      let proof = Proof(
        origin: row.origin, time: time,
        text: FailureLog.text(of: requestClass, at: time) + " retry after "
          + Wording.duration(milliseconds: delay))
      add(
        Window(start: time.milliseconds, delayMs: delay, place: Self.place(of: requestClass), proof: proof),
        to: Client(source: row.origin.source, user: row.user))
    }
    for client in windows.keys { windows[client]?.sort { $0.start < $1.start } }
  }

  private mutating func add(_ window: Window, to client: Client) {
    windows[client, default: []].append(window)
  }

  private static func place(of failure: Failure) -> Place {
    Place(
      zone: failure.zoneName, family: failure.error.operation.map { OperationFamily(operation: $0).rawValue })
  }

  private static func place(of requestClass: StoredRequestClass) -> Place {
    Place(
      zone: requestClass.zone.flatMap { $0.isEmpty ? nil : Wording.zoneName($0) },
      family: requestClass.family == "other" ? nil : requestClass.family)
  }
}

extension RetryWindows {
  /// Everything that was sent inside a window, in the order of the log, each request once.
  func violations(in log: FailureLog) throws(StorageError) -> [Violation] {
    guard !windows.isEmpty else { return [] }
    let found = try violationsByRequests(in: log) + violationsByManualSends(in: log) + violationsByRefusals(in: log)
    var seen: Set<Origin> = []
    return found.filter { seen.insert($0.proof.origin).inserted }
      .sorted { ($0.proof.origin.source, $0.proof.origin.line) < ($1.proof.origin.source, $1.proof.origin.line) }
  }

  private func violationsByRequests(in log: FailureLog) throws(StorageError) -> [Violation] {
    let sources = Set(windows.keys.map(\.source))
    // Decided once a class: this is asked of every request.
    let places = log.classes.filter { !Self.isAutomatic($0.value) }
      .mapValues { (place: Self.place(of: $0), isReported: $0.errorIsReported) }
    var found: [Violation] = []
    try log.store.forEachTimedRequest { origin, time, id, user in
      guard found.count < Self.limit, sources.contains(origin.source), let known = places[id] else { return }
      let client = Client(source: origin.source, user: known.isReported ? 0 : user)
      guard let window = window(at: time.milliseconds, of: client, for: known.place), window.proof.origin != origin,
        let requestClass = log.classes[id]
      else { return }
      let proof = Proof(origin: origin, time: time, text: FailureLog.text(of: requestClass, at: time))
      found.append(Violation(window: window, proof: proof, earlyMs: window.end &- time.milliseconds))
    }
    return found
  }

  /// CKSyncEngine waits by itself; an app that forces a send does not.
  private func violationsByManualSends(in log: FailureLog) throws(StorageError) -> [Violation] {
    try log.store.observations(.engineEvent).compactMap { event in
      let client = Client(source: event.origin.source, user: 0)
      guard event.subject == "manual send", let time = event.time,
        let window = window(at: time.milliseconds, of: client, for: Place())
      else { return nil }
      return Violation(window: window, proof: Proof(event), earlyMs: window.end &- time.milliseconds)
    }
  }

  /// Where a log shows no starts, a refusal with an operation id of its own is a start.
  private func violationsByRefusals(in log: FailureLog) -> [Violation] {
    log.failures(.throttled).compactMap { failure in
      guard failure.requestClass == nil, let time = failure.error.time, let proof = failure.proofs.first,
        let operation = failure.error.operationID,
        let window = window(
          at: time.milliseconds &- Self.reactionMs, of: Client(source: proof.origin.source, user: 0),
          for: Self.place(of: failure)),
        let refused = window.operationID, refused != operation, window.end > time.milliseconds &+ Self.toleranceMs,
        !failure.error.isOfAutomaticSync
      else { return nil }
      return Violation(window: window, proof: proof, earlyMs: window.end &- time.milliseconds)
    }
  }

  /// The newest window of a client that is open at a moment and covers a place.
  private func window(at time: Int64, of client: Client, for place: Place) -> Window? {
    guard let windows = windows[client] else { return nil }
    var (low, high) = (0, windows.count)
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].start < time { low = middle + 1 } else { high = middle }
    }
    return windows[..<low].suffix(8).last { $0.end &- Self.toleranceMs > time && $0.place.covers(place) }
  }

  /// Work that CKSyncEngine and Core Data start and hold back by themselves.
  private static func isAutomatic(_ requestClass: StoredRequestClass) -> Bool {
    let group = requestClass.operationGroup ?? ""
    return group.holds("Automatic") || group.holds("CoreData") || group.holds("coredata")
  }
}
