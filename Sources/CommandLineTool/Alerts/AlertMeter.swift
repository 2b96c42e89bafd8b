import Storage
import SyncModel
import Telemetry

/// Measures what alert rules ask for.
struct AlertMeter {
  let store: EventStore
  let now: Timestamp
  /// Several rules ask for the same window.
  private var known: [Window: WindowNumbers] = [:]

  private struct Window: Hashable {
    var start: Timestamp
    var end: Timestamp
    var conditions: [String]
  }

  init(store: EventStore, now: Timestamp) {
    self.store = store
    self.now = now
  }

  /// What a rule was measured against what.
  struct Reading: Equatable {
    /// nil when there is nothing to measure.
    var value: Double?
    /// nil when the average of too few windows is known.
    var limit: Double?
    /// nil when it cannot be told.
    var holds: Bool?
  }

  /// Measures one rule; the store's scope is left as it was.
  mutating func reading(of rule: AlertRule) throws(StorageError) -> Reading {
    let scope = store.scope
    defer { store.scope = scope }
    let value = try value(of: rule, at: now)
    let limit: Double?
    switch rule.bound {
    case .number(let number): limit = number
    case .average: limit = try average(of: rule)
    }
    // A store without any moment lacks data for as long as one may ask.
    if rule.metric == .missingData, value == nil { return Reading(value: nil, limit: limit, holds: true) }
    guard let value, let limit else { return Reading(value: value, limit: limit, holds: nil) }
    return Reading(value: value, limit: limit, holds: rule.firesAbove ? value > limit : value < limit)
  }

  private mutating func value(of rule: AlertRule, at end: Timestamp) throws(StorageError) -> Double? {
    let start = end.advanced(byMilliseconds: -rule.per.milliseconds)
    switch rule.metric {
    case .missingData:
      store.scope = Scope()
      return try store.newestMoment().map { max(0, Double(end.milliseconds - $0.milliseconds)) / 3_600_000 }
    case .stuckUploads: return try waiting(since: start)
    default: break
    }
    store.scope = Scope()
    store.scope.since = start
    store.scope.until = end
    try store.select(rule.filters)
    let window = Window(start: start, end: end, conditions: rule.filters.map(\.text))
    if let numbers = known[window] { return Self.value(of: rule, in: numbers) }
    let numbers = try WindowNumbers(store: store)
    known[window] = numbers
    return Self.value(of: rule, in: numbers)
  }

  private static func value(of rule: AlertRule, in numbers: WindowNumbers) -> Double? {
    func percent(_ part: Int) -> Double? {
      numbers.requests == 0 ? nil : Double(part) / Double(numbers.requests) * 100
    }
    switch rule.metric {
    case .requests: return Double(numbers.requests)
    case .errors: return Double(numbers.failures)
    case .errorRate: return percent(numbers.failures)
    case .p95: return numbers.p95
    case .p99: return numbers.p99
    case .throttledShare: return percent(numbers.throttled)
    case .affectedUsers: return numbers.affectedUsers.map { Double($0) }
    case .errorCode: return Double(numbers.codes[rule.code ?? ""] ?? 0)
    case .stuckUploads, .missingData: return nil
    }
  }

  /// The changes that wait in stores that have sent nothing since a moment, by the newest state of each.
  private func waiting(since start: Timestamp) throws(StorageError) -> Double? {
    store.scope = Scope()
    var newest: [String: StoreState] = [:]
    for state in try store.storeStates() { newest[state.identity] = state }
    guard !newest.isEmpty else { return nil }
    let stuck = newest.values.filter { state in
      guard let sign = [state.lastSuccess, state.oldestPending].compactMap({ $0 }).max() else { return true }
      return sign < start
    }
    return stuck.reduce(0.0) { $0 + Double($1.pendingUploads ?? 0) + Double($1.pendingDeletes ?? 0) }
  }

  /// The bound that the seven windows before give; nil when fewer than four of them have a value.
  private mutating func average(of rule: AlertRule) throws(StorageError) -> Double? {
    let shift = max(86_400_000, rule.per.milliseconds)
    store.scope = Scope()
    guard let first = try store.requestPeriod()?.start else { return nil }
    var values: [Double] = []
    for window in 1...7 {
      let end = now.advanced(byMilliseconds: -Int64(window) * shift)
      // Before the store's first request a count of 0 says nothing.
      guard end.advanced(byMilliseconds: -rule.per.milliseconds) >= first.advanced(byMilliseconds: -86_400_000) else {
        break
      }
      if let value = try value(of: rule, at: end) { values.append(value) }
    }
    guard values.count >= 4 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    return mean + (rule.firesAbove ? 3 : -3) * variance.squareRoot()
  }
}
