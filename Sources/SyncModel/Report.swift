/// Everything that `ckdiag analyze` and `ckdiag report` have to say, before it is rendered.
///
/// The JSON report is this value; other formats leave things out but add nothing. Absent knowledge is nil.
package struct Report: Equatable, Sendable {
  package var toolVersion: String
  package var generatedAt: Timestamp
  package var inputs: [InputSummary]
  package var period: Period?
  package var requests: RequestTelemetry?
  package var errors: [ErrorSummary]
  package var serverErrors: [ServerErrorSummary]
  package var items: [ItemSummary]
  package var rateLimit: RateLimitSummary?
  package var activity: [ActivitySummary]
  package var syncState: [StoreSummary]
  package var findings: [Finding]
  /// What the numbers were restricted to, in the words of the flags: `operation=RecordSave`; empty = everything.
  package var filters: [String]
  /// Change against an earlier period; nil when none was asked for.
  package var comparison: PeriodComparison?
  /// Further sections that a command adds: heat maps, worst hours, error budget.
  package var sections: [ReportSection]

  package init(
    toolVersion: String, generatedAt: Timestamp, inputs: [InputSummary] = [], period: Period? = nil,
    requests: RequestTelemetry? = nil, errors: [ErrorSummary] = [], serverErrors: [ServerErrorSummary] = [],
    items: [ItemSummary] = [], rateLimit: RateLimitSummary? = nil, activity: [ActivitySummary] = [],
    syncState: [StoreSummary] = [], findings: [Finding] = [], filters: [String] = [],
    comparison: PeriodComparison? = nil, sections: [ReportSection] = []
  ) {
    self.toolVersion = toolVersion
    self.generatedAt = generatedAt
    self.inputs = inputs
    self.period = period
    self.requests = requests
    self.errors = errors
    self.serverErrors = serverErrors
    self.items = items
    self.rateLimit = rateLimit
    self.activity = activity
    self.syncState = syncState
    self.findings = findings
    self.filters = filters
    self.comparison = comparison
    self.sections = sections
  }
}

/// What was read of one input.
package struct InputSummary: Equatable, Sendable {
  package var path: String
  /// The id of the format, or nil when nothing could be read.
  package var format: String?
  package var bytes: Int64
  package var lines: Int
  package var records: Int
  package var unrecognizedLines: Int
  package var isTruncated: Bool
  package var notes: [String]

  package init(
    path: String, format: String?, bytes: Int64 = 0, lines: Int = 0, records: Int = 0, unrecognizedLines: Int = 0,
    isTruncated: Bool = false, notes: [String] = []
  ) {
    self.path = path
    self.format = format
    self.bytes = bytes
    self.lines = lines
    self.records = records
    self.unrecognizedLines = unrecognizedLines
    self.isTruncated = isTruncated
    self.notes = notes
  }
}

/// From the first to the last moment that the inputs speak of, both included.
package struct Period: Equatable, Sendable {
  package var start: Timestamp
  package var end: Timestamp

  package init(start: Timestamp, end: Timestamp) {
    self.start = start
    self.end = end
  }
}

/// Count, mean and nearest-rank percentiles – the ceil(p·n)-th smallest value – in the unit of the values.
package struct Distribution: Equatable, Sendable {
  package var count: Int
  package var min: Double
  package var mean: Double
  package var p50: Double
  package var p95: Double
  package var p99: Double
  package var max: Double

  package init(count: Int, min: Double, mean: Double, p50: Double, p95: Double, p99: Double, max: Double) {
    self.count = count
    self.min = min
    self.mean = mean
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
    self.max = max
  }
}

/// The numbers of all requests, and of each value of each dimension.
package struct RequestTelemetry: Equatable, Sendable {
  package var count: Int
  package var failed: Int
  /// Distinct users of failed requests.
  package var affectedUsers: Int
  package var latencyMs: Distribution?
  package var bytes: ByteTotals
  package var groups: [RequestGrouping]
  package var timeline: Timeline?

  package init(
    count: Int, failed: Int, affectedUsers: Int, latencyMs: Distribution?, bytes: ByteTotals = ByteTotals(),
    groups: [RequestGrouping] = [], timeline: Timeline? = nil
  ) {
    self.count = count
    self.failed = failed
    self.affectedUsers = affectedUsers
    self.latencyMs = latencyMs
    self.bytes = bytes
    self.groups = groups
    self.timeline = timeline
  }

  /// failed / count, 0 to 1; 0 for no requests.
  package var errorRate: Double { count == 0 ? 0 : Double(failed) / Double(count) }
}

/// Sums of the byte columns; nil = no row had the column.
package struct ByteTotals: Equatable, Sendable {
  package var sent: Int64?
  package var received: Int64?
  package var insertedRecords: Int64?
  package var updatedRecords: Int64?
  package var deletedRecords: Int64?

  package init(
    sent: Int64? = nil, received: Int64? = nil, insertedRecords: Int64? = nil, updatedRecords: Int64? = nil,
    deletedRecords: Int64? = nil
  ) {
    self.sent = sent
    self.received = received
    self.insertedRecords = insertedRecords
    self.updatedRecords = updatedRecords
    self.deletedRecords = deletedRecords
  }
}

/// The requests by one dimension.
package struct RequestGrouping: Equatable, Sendable {
  /// The JSON key: `byOperation`, `byDatabase`, `byZone`, `byPlatform`, `byClientOS`, `byStatus` or, with `--group-by`, another.
  package var key: String
  /// For people: `operation`.
  package var dimension: String
  /// Sorted by count, then key.
  package var rows: [RequestGroup]

  package init(key: String, dimension: String, rows: [RequestGroup]) {
    self.key = key
    self.dimension = dimension
    self.rows = rows
  }
}

/// The requests with one value of a dimension.
package struct RequestGroup: Equatable, Sendable {
  /// The value; empty = the log has it empty, nil = absent.
  package var key: String?
  package var count: Int
  package var failed: Int
  package var latencyMs: Distribution?

  package init(key: String?, count: Int, failed: Int, latencyMs: Distribution?) {
    self.key = key
    self.count = count
    self.failed = failed
    self.latencyMs = latencyMs
  }

  /// failed / count, 0 to 1.
  package var errorRate: Double { count == 0 ? 0 : Double(failed) / Double(count) }
}

/// The requests over time, in buckets of equal length; buckets without requests are present and empty.
package struct Timeline: Equatable, Sendable {
  package var bucketSeconds: Int
  package var buckets: [TimelineBucket]

  package init(bucketSeconds: Int, buckets: [TimelineBucket]) {
    self.bucketSeconds = bucketSeconds
    self.buckets = buckets
  }
}

/// One bucket of a timeline; percentiles in milliseconds, nil when no request of the bucket has a duration.
package struct TimelineBucket: Equatable, Sendable {
  package var start: Timestamp
  package var count: Int
  package var failed: Int
  package var throttled: Int
  package var p50: Double?
  package var p95: Double?
  package var p99: Double?

  package init(
    start: Timestamp, count: Int, failed: Int, throttled: Int, p50: Double? = nil, p95: Double? = nil,
    p99: Double? = nil
  ) {
    self.start = start
    self.count = count
    self.failed = failed
    self.throttled = throttled
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
  }
}

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

  package init(
    throttled: Int, retryAfterSeconds: RetryAfterRange? = nil, violations: Int = 0,
    longestSilenceSeconds: Double? = nil
  ) {
    self.throttled = throttled
    self.retryAfterSeconds = retryAfterSeconds
    self.violations = violations
    self.longestSilenceSeconds = longestSilenceSeconds
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

/// The numbers of a period beside those of an earlier one.
package struct PeriodComparison: Equatable, Sendable {
  package var period: Period
  /// For people: "the 7 days before".
  package var label: String
  package var rows: [ComparedNumber]
  /// For people: "new since then: QUOTA_EXCEEDED".
  package var remarks: [String]

  package init(period: Period, label: String, rows: [ComparedNumber], remarks: [String] = []) {
    self.period = period
    self.label = label
    self.rows = rows
    self.remarks = remarks
  }
}

/// A number now and then.
package struct ComparedNumber: Equatable, Sendable {
  package var name: String
  package var unit: String
  package var now: Double?
  package var then: Double?
  /// True when the change is more than noise by the rule that `statement` names.
  package var isSignificant: Bool
  /// For people, one sentence; empty when there is nothing to say.
  package var statement: String

  package init(
    name: String, unit: String, now: Double?, then: Double?, isSignificant: Bool = false, statement: String = ""
  ) {
    self.name = name
    self.unit = unit
    self.now = now
    self.then = then
    self.isSignificant = isSignificant
    self.statement = statement
  }
}

/// A section that any report format can render: sentences, a table, a heat map.
package struct ReportSection: Equatable, Sendable {
  /// Kebab-case: the anchor in HTML, the key in JSON.
  package var id: String
  package var title: String
  package var sentences: [String]
  package var table: ReportTable?
  package var heatMap: HeatMap?

  package init(
    id: String, title: String, sentences: [String] = [], table: ReportTable? = nil, heatMap: HeatMap? = nil
  ) {
    self.id = id
    self.title = title
    self.sentences = sentences
    self.table = table
    self.heatMap = heatMap
  }
}

/// A table of texts; columns of numbers are right-aligned.
package struct ReportTable: Equatable, Sendable {
  package var columns: [Column]
  package var rows: [[String]]

  /// A column of a table.
  package struct Column: Equatable, Sendable {
    package var title: String
    package var isNumber: Bool

    package init(_ title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }
  }

  package init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }
}

/// A grid of numbers with names on both sides; nil = nothing happened there.
package struct HeatMap: Equatable, Sendable {
  package var rowNames: [String]
  package var columnNames: [String]
  /// Row by row.
  package var values: [[Double?]]
  /// What a value counts: "requests", "failed %".
  package var unit: String

  package init(rowNames: [String], columnNames: [String], values: [[Double?]], unit: String) {
    self.rowNames = rowNames
    self.columnNames = columnNames
    self.values = values
    self.unit = unit
  }
}
