/// The numbers of a period beside those of an earlier one.
package struct PeriodComparison: Equatable, Sendable {
  package var period: Period
  /// For people: "the 7 days before".
  package var label: String
  package var rows: [ComparedNumber]
  /// For people: "new since then: QUOTA_EXCEEDED".
  package var remarks: [String]
  /// What changed most, in a sentence that needs no table beside it; empty = nothing is to be said.
  package var headline = ""
  /// Error codes of both periods, by how many more or fewer there are.
  package var codes: [ComparedCode] = []
  /// Operations of both periods, by requests now.
  package var operations: [ComparedOperation] = []

  package init(period: Period, label: String, rows: [ComparedNumber], remarks: [String] = []) {
    self.period = period
    self.label = label
    self.rows = rows
    self.remarks = remarks
  }
}

/// Whether a number changed by more than noise.
package enum ChangeJudgement: String, Sendable {
  /// By the rule that the statement names.
  case change
  case noise
  /// The rule cannot decide.
  case tooFewDays, tooFewRequests
  /// One of the periods does not know the number.
  case noData
}

/// A number now and then.
package struct ComparedNumber: Equatable, Sendable {
  package var name: String
  package var unit: String
  package var now: Double?
  package var then: Double?
  package var judgement: ChangeJudgement
  /// For people, one or more sentences; empty when there is nothing to say.
  package var statement: String

  package init(
    name: String, unit: String, now: Double?, then: Double?, judgement: ChangeJudgement = .noise,
    statement: String = ""
  ) {
    self.name = name
    self.unit = unit
    self.now = now
    self.then = then
    self.judgement = judgement
    self.statement = statement
  }

  /// True when the change is more than noise.
  package var isSignificant: Bool { judgement == .change }
}

/// How often an error code occurred now and then.
package struct ComparedCode: Equatable, Sendable {
  package var code: String
  package var now: Int
  package var then: Int

  package init(code: String, now: Int, then: Int) {
    self.code = code
    self.now = now
    self.then = then
  }
}

/// The requests of one operation now and then.
package struct ComparedOperation: Equatable, Sendable {
  /// The numbers of one period.
  package struct Numbers: Equatable, Sendable {
    package var requests: Int
    package var failed: Int
    /// Of all requests of the period, 0 to 1.
    package var share: Double
    /// Milliseconds; nil without durations.
    package var p95: Double?

    package init(requests: Int, failed: Int, share: Double, p95: Double?) {
      self.requests = requests
      self.failed = failed
      self.share = share
      self.p95 = p95
    }
  }

  package var operation: String
  package var now: Numbers
  package var then: Numbers
  /// Whether p95 changed.
  package var judgement: ChangeJudgement

  package init(operation: String, now: Numbers, then: Numbers, judgement: ChangeJudgement) {
    self.operation = operation
    self.now = now
    self.then = then
    self.judgement = judgement
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
