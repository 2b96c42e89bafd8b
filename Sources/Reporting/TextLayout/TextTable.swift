/// A table in columns of a terminal.
enum TextTable {
  private static let gap = 2

  /// The lines of a table: aligned, within the given width, less important columns and long names giving way.
  static func lines(_ table: DataTable, width: Int, rows limit: Int, paint: TextCanvas, indent: Int = 2) -> [String] {
    let shown = Array(table.rows.prefix(limit))
    let room = width - indent
    let columns = fittingColumns(table, rows: shown, room: room)
    let widths = fittingWidths(table, columns, rows: shown, room: room)
    let space = String(repeating: " ", count: indent)
    let head = zip(columns, widths).map { column, size in
      DisplayText.padded(
        DisplayText.clipped(table.columns[column].title, to: size), to: size, right: table.columns[column].isNumber)
    }
    var lines = [space + paint.painted(joined(head), .quiet)]
    let names = DisplayText.clippedApart(shown.map { DisplayText.oneLine($0[0].text) }, to: widths[0])
    for (row, name) in zip(shown, names) {
      let cells = zip(columns, widths).map { column, size -> String in
        let isLast = column == table.columns.count - 1 && column > 0
        let text = column == 0 ? name : cell(row[column].text, size, isLast: isLast)
        let padded = DisplayText.padded(text, to: size, right: table.columns[column].isNumber)
        return row[column].isTrouble ? paint.painted(padded, .error) : padded
      }
      lines.append(space + joined(cells))
    }
    if table.rows.count > limit {
      lines.append(space + paint.painted("and \(Quantity.count(table.rows.count - limit)) more", .quiet))
    }
    return lines
  }

  private static func joined(_ cells: [String]) -> String {
    var line = cells.joined(separator: String(repeating: " ", count: gap))
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private static func cell(_ text: String, _ size: Int, isLast: Bool) -> String {
    let line = DisplayText.oneLine(text)
    return isLast ? DisplayText.cut(line, to: size) : DisplayText.clipped(line, to: size)
  }

  private static func natural(_ table: DataTable, _ column: Int, rows: [[DataTable.Cell]]) -> Int {
    // A cell of a megabyte needs no exact width.
    let cells = rows.map { DisplayText.width(DisplayText.prefix(DisplayText.oneLine($0[column].text), columns: 200)) }
    return max(DisplayText.width(table.columns[column].title), cells.max() ?? 0)
  }

  private static func floor(_ table: DataTable, _ column: Int, natural: Int) -> Int {
    table.columns[column].isNumber ? natural : min(natural, column == 0 ? 20 : 16)
  }

  private static func fittingColumns(_ table: DataTable, rows: [[DataTable.Cell]], room: Int) -> [Int] {
    var columns = Array(table.columns.indices)
    let floors = columns.map { floor(table, $0, natural: natural(table, $0, rows: rows)) }
    while columns.count > 1, columns.reduce(0, { $0 + floors[$1] }) + gap * (columns.count - 1) > room {
      guard let last = columns.dropFirst().max(by: { table.columns[$0].rank <= table.columns[$1].rank }) else { break }
      columns.removeAll { $0 == last }
    }
    return columns
  }

  private static func fittingWidths(_ table: DataTable, _ columns: [Int], rows: [[DataTable.Cell]], room: Int) -> [Int]
  {
    var widths = columns.map { natural(table, $0, rows: rows) }
    let available = room - gap * (columns.count - 1)
    var excess = widths.reduce(0, +) - available
    while excess > 0 {
      // The widest column of words gives way first, down to the next widest.
      guard
        let widest = widths.indices.filter({ !table.columns[columns[$0]].isNumber || columns.count == 1 })
          .max(by: { widths[$0] < widths[$1] }), widths[widest] > 4
      else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths.map { max(1, $0) }
  }
}
