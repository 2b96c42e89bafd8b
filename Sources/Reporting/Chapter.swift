import SyncModel

/// A part of a report for people: sentences, then a table, then a heat map; each may be missing.
struct Chapter {
  /// Kebab-case; the anchor in HTML.
  var id: String
  var title: String
  var sentences: [String] = []
  var table: DataTable?
  var heatMap: HeatMap?
}

extension Chapter {
  /// The chapter without a column of its table.
  func withoutColumn(_ title: String) -> Chapter {
    guard let index = table?.columns.firstIndex(where: { $0.title == title }) else { return self }
    var chapter = self
    chapter.table?.columns.remove(at: index)
    for row in (chapter.table?.rows ?? []).indices { chapter.table?.rows[row].remove(at: index) }
    return chapter
  }
}

/// A table whose cells know their number, so that it can be sorted and drawn.
struct DataTable {
  var columns: [Column]
  var rows: [[Cell]]

  /// A column; the higher the rank, the earlier it is left out where room is short.
  struct Column {
    var title: String
    var isNumber: Bool
    var rank: Int

    /// A column of words.
    static func words(_ title: String, rank: Int = 0) -> Column { Column(title: title, isNumber: false, rank: rank) }
    /// A column of numbers.
    static func number(_ title: String, rank: Int = 0) -> Column { Column(title: title, isNumber: true, rank: rank) }
  }

  /// A cell: what is shown, and the number behind it.
  struct Cell {
    var text: String
    var value: Double?
    /// True for numbers that mean trouble when they are not zero.
    var isTrouble = false
    /// True for a moment, which is not broken over lines.
    var isMoment = false
  }

  init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The table of a section that a command added; rows of a wrong length are filled or cut.
  init(_ table: ReportTable) {
    columns = table.columns.map { Column(title: $0.title, isNumber: $0.isNumber, rank: 0) }
    for index in columns.indices.dropFirst(2) { columns[index].rank = index }
    let width = columns.count
    rows = table.rows.map { row in
      (0..<width).map { Cell(text: row.indices.contains($0) ? row[$0] : "") }
    }
  }

  /// The columns in which at least one row has something to show.
  func withoutEmptyColumns() -> DataTable {
    let kept = columns.indices.filter { column in column == 0 || rows.contains { !$0[column].text.isEmpty } }
    return DataTable(columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }
}

extension DataTable.Cell {
  /// Words; nil is an empty cell.
  static func words(_ text: String?) -> DataTable.Cell { DataTable.Cell(text: text ?? "", value: nil) }
  /// A count; nil is an empty cell.
  static func count(_ number: Int?) -> DataTable.Cell {
    DataTable.Cell(text: number.map { Quantity.count($0) } ?? "", value: number.map(Double.init))
  }
  /// A count that means trouble when it is not zero; zero is shown as a dash.
  static func trouble(_ number: Int?) -> DataTable.Cell {
    DataTable.Cell(
      text: number.map { $0 == 0 ? "–" : Quantity.count($0) } ?? "", value: number.map(Double.init),
      isTrouble: (number ?? 0) > 0)
  }
  /// A count of which zero says nothing: a dash.
  static func optionalCount(_ number: Int) -> DataTable.Cell {
    DataTable.Cell(text: number == 0 ? "–" : Quantity.count(number), value: Double(number))
  }
  /// A share from 0 to 1; zero is shown as a dash.
  static func share(_ share: Double?, isTrouble: Bool = false) -> DataTable.Cell {
    DataTable.Cell(
      text: share.map { $0 == 0 ? "–" : Quantity.percent($0) } ?? "", value: share,
      isTrouble: isTrouble && (share ?? 0) > 0)
  }
  /// A duration in milliseconds.
  static func milliseconds(_ amount: Double?) -> DataTable.Cell {
    DataTable.Cell(text: amount.map { Quantity.milliseconds($0) } ?? "", value: amount)
  }
  /// A duration in seconds.
  static func seconds(_ amount: Double?) -> DataTable.Cell {
    DataTable.Cell(text: amount.map { Quantity.seconds($0) } ?? "", value: amount)
  }
  /// A moment, in UTC.
  static func moment(_ moment: Timestamp?) -> DataTable.Cell {
    DataTable.Cell(
      text: moment.map { Moments.readable($0) } ?? "", value: moment.map { Double($0.milliseconds) }, isMoment: true)
  }
}
