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
