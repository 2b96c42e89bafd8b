import CloudKitFacts
import Storage
import SyncModel

/// What rate limits did: how often, for how long.
struct RateLimitNumbers {
  private var refusals = 0
  /// The shortest, the longest and the last delay that an error tells, in milliseconds.
  private var told: (least: Int64, most: Int64, last: Int64)?
  /// The moments of errors, and those of them that are refusals; without repetitions in a row.
  private var moments: [Int64] = []
  private var refused: Set<Int64> = []
  /// The time in which clients were asked to wait, as far as it is over and of the last refusal, in milliseconds.
  private var waited: Int64?
  private var waiting: (start: Int64, end: Int64)?

  /// Counts an error and its items.
  mutating func add(_ error: ErrorReport) {
    let isRefusal = Self.isThrottle(error) || (error.items?.contains(where: Self.isThrottle) ?? false)
    if isRefusal { refusals += error.count }
    addDelays(error)
    guard let moment = error.time?.milliseconds else { return }
    if moments.last != moment { moments.append(moment) }
    if isRefusal {
      refused.insert(moment)
      addWait(from: moment, error)
    }
  }

  private mutating func addWait(from moment: Int64, _ error: ErrorReport) {
    let delays = [error.retryAfterMs] + (error.items ?? []).map(\.retryAfterMs)
    guard let delay = delays.compactMap({ $0 }).max(), delay > 0, delay < 1 << 40 else { return }
    if let open = waiting, moment >= open.start, moment <= open.end {
      waiting = (open.start, max(open.end, moment + delay))
      return
    }
    if let open = waiting { waited = (waited ?? 0) &+ (open.end - open.start) }
    waiting = (moment, moment &+ delay)
  }

  private var askedWaitMs: Int64? {
    guard let waiting else { return waited }
    return (waited ?? 0) &+ (waiting.end - waiting.start)
  }

  private mutating func addDelays(_ error: ErrorReport) {
    if let delay = error.retryAfterMs {
      told = (min(told?.least ?? delay, delay), max(told?.most ?? delay, delay), delay)
    }
    for item in error.items ?? [] { addDelays(item) }
  }

  /// True when an error says that a rate limit refused the work.
  static func isThrottle(_ error: ErrorReport) -> Bool {
    if error.domain == "CKErrorDomain", let code = error.code {
      return code == 7 || (code == 6 && error.retryAfterMs != nil && error.underlying?.domain != "NSCocoaErrorDomain")
    }
    if error.serverCode == "THROTTLED" || error.httpStatus == 429 { return true }
    return error.httpStatus == 503 && error.retryAfterMs != nil
  }

  /// The summary, nil when nothing was throttled and no delay was told.
  ///
  /// `observedDelays` are the milliseconds of delays that a log tells outside of errors.
  func summary(
    activities: [Activity], numbers: RequestNumbers, requestDelays: [Int64: Set<Int64>], lastRequestDelay: Int64?,
    observedDelays: [Int64] = []
  ) -> RateLimitSummary? {
    var throttledRequests = 0
    for (id, requestClass) in numbers.classes where requestClass.isThrottled {
      throttledRequests += numbers.count(ofClass: id)
    }
    // Where requests are in the log too, the same refusals stand in both.
    let throttled = max(throttledRequests, refusals) + observedDelays.count
    let delays = [told?.least, told?.most].compactMap { $0 } + requestDelays.values.flatMap { $0 } + observedDelays
    guard throttled > 0 || !delays.isEmpty else { return nil }
    var range: RetryAfterRange?
    if let least = delays.min(), let most = delays.max() {
      let last = told?.last ?? lastRequestDelay ?? observedDelays.last ?? most
      range = RetryAfterRange(min: Double(least) / 1000, max: Double(most) / 1000, last: Double(last) / 1000)
    }
    let silence = [silence(activities), numbers.longestSilenceAfterThrottle]
    return RateLimitSummary(
      throttled: throttled, retryAfterSeconds: range,
      longestSilenceSeconds: silence.compactMap { $0 }.max().map { Double($0) / 1000 },
      askedWaitSeconds: askedWaitMs.map { Double($0) / 1000 })
  }

  /// The longest time, in milliseconds, from a refusal to the next sign of sync work.
  private func silence(_ activities: [Activity]) -> Int64? {
    guard !refused.isEmpty else { return nil }
    let all = (moments + activities.compactMap { $0.start?.milliseconds }).sorted()
    var longest: Int64?
    for (moment, next) in zip(all, all.dropFirst()) where next > moment && refused.contains(moment) {
      longest = max(longest ?? 0, next - moment)
    }
    return longest
  }
}
