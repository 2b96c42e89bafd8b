import CloudKitFacts

/// Reads the tables that SQLiteData's logger draws: one row for each record that was sent or refused.
struct BoxTables {
  /// One row by column name.
  struct Row {
    var line: Int
    /// Where the row stands in the text.
    var range: Range<Int>
    var cells: [String: String]

    var item: String? { cells["recordName"] }
    var zone: String? { cells["zoneName"] }
  }

  private(set) var rows: [Row] = []

  init(_ text: ErrorText) {
    guard text.bytes.contains(0xE2) else { return }
    var columns: [String] = []
    for (index, line) in text.lines.enumerated() {
      let end = index + 1 < text.lines.count ? text.lines[index + 1].start - 1 : text.bytes.count
      // The library cuts its cells at 80 characters.
      guard end > line.start, end - line.start < 20_000 else { continue }
      let content = String(decoding: text.bytes[line.start..<end], as: UTF8.self)
      if content.holds("┃") {
        columns = Self.cells(content, separator: "┃")
      } else if content.holds("│"), !columns.isEmpty {
        let values = Self.cells(content, separator: "│")
        guard values.count == columns.count else { continue }
        let cells = Dictionary(zip(columns, values).filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
        rows.append(Row(line: line.number, range: line.start..<end, cells: cells))
      }
    }
  }

  private static func cells(_ line: String, separator: Character) -> [String] {
    guard let first = line.firstIndex(of: separator), let last = line.lastIndex(of: separator), first < last else {
      return []
    }
    return line[line.index(after: first)..<last].split(separator: separator, omittingEmptySubsequences: false).map {
      var cell = $0[...]
      while cell.first == " " { cell = cell.dropFirst() }
      while cell.last == " " { cell = cell.dropLast() }
      return String(cell)
    }
  }
}
