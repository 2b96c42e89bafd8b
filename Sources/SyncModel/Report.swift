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
  /// The keys of the groupings that `--group-by` asked for, in its order: `byUser`.
  package var groupedBy: [String] = []
  /// For people: what must be known of the report as a whole, such as why it is empty.
  package var notes: [String] = []
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
