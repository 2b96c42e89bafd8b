import SyncModel

/// Makes one of what a sync store's events and the lines of a log, or two dumps of one store, tell of the same thing.
///
/// Core Data gives each of its requests a UUID: events of the store and lines of the log carry it.
enum EventFolding {
  /// The activities, each request once: as the input tells it that knows most.
  static func folded(_ activities: [Activity]) -> [Activity] {
    var positions: [String: Int] = [:]
    var result: [Activity] = []
    for activity in activities {
      guard let identifier = activity.identifier else {
        result.append(activity)
        continue
      }
      let key = "\(activity.kind.rawValue) \(identifier.uppercased())"
      guard let position = positions[key] else {
        positions[key] = result.count
        result.append(activity)
        continue
      }
      // One log tells an operation once; what it tells twice it means.
      if result[position].origin.source == activity.origin.source {
        result.append(activity)
      } else if isBetter(activity, than: result[position]) {
        result[position] = activity
      }
    }
    return result
  }

  /// An ended one tells more than an open one, and the store's own row knows the exact times and the store.
  private static func isBetter(_ new: Activity, than old: Activity) -> Bool {
    guard new.end != nil else { return false }
    return old.end == nil || (new.origin.line == 0 && old.origin.line != 0)
  }

  /// Leaves out those bare errors of store events that a log or another dump tells too.
  ///
  /// The bare one has only a domain and a code; the log's has items and delays.
  struct BareErrors {
    private var told: Set<String> = []
    private var printed: Set<String> = []

    /// Takes note of an error before any is judged.
    mutating func note(_ error: ErrorReport) {
      guard !isBare(error) else { return }
      if let id = error.requestID { told.insert(key(id, error.domain, error.code)) }
      guard let time = error.time, let code = error.code else { return }
      printed.insert("\(error.origin.source) \(time.milliseconds) \(error.domain) \(code)")
    }

    /// Takes note of the requests of a log whose end prints an error: it stands there with its own ids, at the same
    /// time.
    mutating func note(_ activities: [Activity]) {
      for activity in activities {
        guard let id = activity.identifier, let domain = activity.errorDomain, let code = activity.errorCode,
          let end = activity.end, printed.contains("\(activity.origin.source) \(end.milliseconds) \(domain) \(code)")
        else { continue }
        told.insert(key(id, domain, code))
      }
    }

    /// Whether an error is told nowhere else; the first of two dumps keeps it, the second finds it told.
    mutating func keeps(_ error: ErrorReport) -> Bool {
      guard isBare(error), let id = error.requestID else { return true }
      return told.insert(key(id, error.domain, error.code)).inserted
    }
  }

  /// True for the error of a store's event.
  private static func isBare(_ error: ErrorReport) -> Bool {
    error.items == nil && error.requestID != nil && (error.operation?.hasSuffix(" event") ?? false)
  }

  private static func key(_ id: String, _ domain: String, _ code: Int?) -> String {
    "\(id.uppercased()) \(domain) \(code ?? 0)"
  }
}
