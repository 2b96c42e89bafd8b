/// All failures with one domain, code and underlying code.
package struct ErrorSummary: Equatable, Sendable {
  package var domain: String
  package var code: Int?
  /// `serverRecordChanged`; nil when the code has no public name.
  package var name: String?
  /// `CKInternalErrorDomain:2004`.
  package var underlying: UnderlyingCode?
  /// Failures that happened: printed twice counts once, omitted items count from their number.
  package var count: Int
  /// How often it stands in the text.
  package var printed: Int
  /// How many of `count` another error caused.
  package var collateral: Int
  /// Distinct values, ascending.
  package var retryAfterSeconds: [Double]
  package var firstSeen: Timestamp?
  package var lastSeen: Timestamp?

  package init(
    domain: String, code: Int?, name: String?, underlying: UnderlyingCode?, count: Int, printed: Int, collateral: Int,
    retryAfterSeconds: [Double] = [], firstSeen: Timestamp? = nil, lastSeen: Timestamp? = nil
  ) {
    self.domain = domain
    self.code = code
    self.name = name
    self.underlying = underlying
    self.count = count
    self.printed = printed
    self.collateral = collateral
    self.retryAfterSeconds = retryAfterSeconds
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
  }
}

/// All failures with one CloudKit Web Services or Console code of one operation.
package struct ServerErrorSummary: Equatable, Sendable {
  /// Verbatim; nil when only an HTTP status is known.
  package var code: String?
  package var httpStatus: Int?
  package var count: Int
  package var operation: String?
  package var retryAfterSeconds: [Double]

  package init(
    code: String?, httpStatus: Int? = nil, count: Int, operation: String? = nil, retryAfterSeconds: [Double] = []
  ) {
    self.code = code
    self.httpStatus = httpStatus
    self.count = count
    self.operation = operation
    self.retryAfterSeconds = retryAfterSeconds
  }
}

/// A record, zone, subscription or share that failed by itself, not as collateral.
package struct ItemSummary: Equatable, Sendable {
  package var item: String?
  package var zone: String?
  package var domain: String?
  package var code: Int?
  package var underlying: UnderlyingCode?
  package var serverCode: String?
  package var message: String?
  package var count: Int

  package init(
    item: String?, zone: String? = nil, domain: String? = nil, code: Int? = nil, underlying: UnderlyingCode? = nil,
    serverCode: String? = nil, message: String? = nil, count: Int = 1
  ) {
    self.item = item
    self.zone = zone
    self.domain = domain
    self.code = code
    self.underlying = underlying
    self.serverCode = serverCode
    self.message = message
    self.count = count
  }
}

/// What rate limits did.
package struct RateLimitSummary: Equatable, Sendable {
  /// Requests and operations refused.
  package var throttled: Int
  /// nil when no delay was told.
  package var retryAfterSeconds: RetryAfterRange?
  /// Requests sent before the delay had passed.
  package var violations: Int
  /// The longest time without any sync work after a refusal; nil when times are missing.
  package var longestSilenceSeconds: Double?
  /// How long clients were asked to wait, times that overlap counted once; nil when no error tells time and delay.
  package var askedWaitSeconds: Double?

  package init(
    throttled: Int, retryAfterSeconds: RetryAfterRange? = nil, violations: Int = 0,
    longestSilenceSeconds: Double? = nil, askedWaitSeconds: Double? = nil
  ) {
    self.throttled = throttled
    self.retryAfterSeconds = retryAfterSeconds
    self.violations = violations
    self.longestSilenceSeconds = longestSilenceSeconds
    self.askedWaitSeconds = askedWaitSeconds
  }
}

/// Delays that a server or the device asked for, in seconds.
package struct RetryAfterRange: Equatable, Sendable {
  package var min: Double
  package var max: Double
  package var last: Double

  package init(min: Double, max: Double, last: Double) {
    self.min = min
    self.max = max
    self.last = last
  }
}

/// All activities of one kind.
package struct ActivitySummary: Equatable, Sendable {
  package var kind: Activity.Kind
  package var count: Int
  package var failed: Int
  package var unfinished: Int
  package var durationSeconds: Distribution?

  package init(
    kind: Activity.Kind, count: Int, failed: Int, unfinished: Int, durationSeconds: Distribution? = nil
  ) {
    self.kind = kind
    self.count = count
    self.failed = failed
    self.unfinished = unfinished
    self.durationSeconds = durationSeconds
  }
}

/// The newest state of one store.
package struct StoreSummary: Equatable, Sendable {
  /// The path as given.
  package var store: String
  package var state: StoreState
  /// For people, one sentence: "12 uploads wait; nothing was exported since 2026-11-03 07:12:00 UTC".
  package var verdict: String
  /// The sync events of the store over time, for the report's event chart.
  package var events: [Activity]

  package init(store: String, state: StoreState, verdict: String, events: [Activity] = []) {
    self.store = store
    self.state = state
    self.verdict = verdict
    self.events = events
  }
}
