import CloudKitFacts
import Storage
import SyncModel

/// What rate limits did: how often, for how long.
enum RateLimitNumbers {
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
  static func summary(
    errors: [ErrorReport], activities: [Activity], numbers: RequestNumbers, requestDelays: [Int64: Set<Int64>],
    lastRequestDelay: Int64?, observedDelays: [Int64] = []
  ) -> RateLimitSummary? {
    var throttledRequests = 0
    for (id, requestClass) in numbers.classes where requestClass.isThrottled {
      throttledRequests += numbers.count(ofClass: id)
    }
    // Where requests are in the log too, the same refusals stand in both.
    let refusals = errors.filter { isThrottle($0) || ($0.items?.contains(where: isThrottle) ?? false) }
    let throttled = max(throttledRequests, refusals.reduce(0) { $0 + $1.count }) + observedDelays.count
    let printed = ErrorNumbers.flattened(errors).compactMap(\.retryAfterMs)
    let told = printed + requestDelays.values.flatMap { $0 } + observedDelays
    guard throttled > 0 || !told.isEmpty else { return nil }
    var range: RetryAfterRange?
    if let least = told.min(), let most = told.max() {
      let last = printed.last ?? lastRequestDelay ?? observedDelays.last ?? most
      range = RetryAfterRange(min: Double(least) / 1000, max: Double(most) / 1000, last: Double(last) / 1000)
    }
    let silence = [silence(after: refusals, in: errors, activities), numbers.longestSilenceAfterThrottle]
    return RateLimitSummary(
      throttled: throttled, retryAfterSeconds: range,
      longestSilenceSeconds: silence.compactMap { $0 }.max().map { Double($0) / 1000 })
  }

  /// The longest time, in milliseconds, from a refusal to the next sign of sync work.
  private static func silence(
    after refusals: [ErrorReport], in errors: [ErrorReport], _ activities: [Activity]
  ) -> Int64? {
    let refused = Set(refusals.compactMap { $0.time?.milliseconds })
    let starts = activities.compactMap { $0.start?.milliseconds }
    let moments = Set(errors.compactMap { $0.time?.milliseconds } + starts).sorted()
    return zip(moments, moments.dropFirst()).filter { refused.contains($0.0) }.map { $0.1 - $0.0 }.max()
  }
}
