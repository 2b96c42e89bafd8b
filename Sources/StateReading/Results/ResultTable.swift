/// The printed lines of one result, taken apart by the output mode that they show.
struct ResultTable: Equatable {
  var columns: [String]
  var rows: [[String]]
  /// True when the names of the columns stand in the print.
  var hasHeader: Bool

  /// Recognises the mode; nil when the lines are no result.
  ///
  /// The wanted columns are those of the statement, for the modes that print neither names nor a fixed separator.
  init?(_ lines: [String], columns wanted: [String]?) {
    let first = lines[0].trimmed
    let table: ResultTable?
    if let mark = first.first, "┌┏╭╔│┃║".contains(mark) {
      table = Self.ruled(lines, separators: "│┃║")
    } else if first.hasPrefix("+-") {
      table = Self.ruled(lines, separators: "|")
    } else if first.hasPrefix("|"), lines.count > 1, lines[1].trimmed.allSatisfy({ "|-: ".contains($0) }) {
      table = Self.ruled(lines, separators: "|")
    } else if lines.count > 1, lines[1].contains("--"), lines[1].allSatisfy({ $0 == "-" || $0 == " " }) {
      table = Self.aligned(lines)
    } else if first.hasPrefix("[{") || first.hasPrefix("{\"") {
      table = Self.json(lines)
    } else if first.uppercased().hasPrefix("INSERT INTO") {
      table = Self.inserts(lines, columns: wanted)
    } else if lines.allSatisfy({ $0.isEmpty || Self.pair($0) != nil }) {
      table = Self.pairs(lines)
    } else {
      table = Self.separated(lines, columns: wanted)
    }
    guard var table, !table.columns.isEmpty else { return nil }
    // A damaged row may have any number of cells.
    for row in table.rows.indices where table.rows[row].count != table.columns.count {
      let missing = max(0, table.columns.count - table.rows[row].count)
      table.rows[row] = table.rows[row].prefix(table.columns.count) + Array(repeating: "", count: missing)
    }
    self = table
  }

  private init(columns: [String], rows: [[String]], hasHeader: Bool = true) {
    self.columns = columns
    self.rows = rows
    self.hasHeader = hasHeader
  }

  /// Modes box, table and markdown.
  private static func ruled(_ lines: [String], separators: String) -> ResultTable? {
    let rows = lines.map(\.trimmed).filter { line in
      guard let first = line.first, separators.contains(first) else { return false }
      return !line.allSatisfy { separators.contains($0) || "-: ".contains($0) }
    }.map { line in
      line.split(omittingEmptySubsequences: false) { separators.contains($0) }.dropFirst().dropLast().map(\.trimmed)
    }
    return rows.count > 1 ? ResultTable(columns: rows[0], rows: Array(rows.dropFirst())) : nil
  }

  /// Mode column: the dashes under the names say where the columns begin.
  private static func aligned(_ lines: [String]) -> ResultTable? {
    var starts: [Int] = []
    var wasDash = false
    for (offset, character) in lines[1].enumerated() {
      if character == "-", !wasDash { starts.append(offset) }
      wasDash = character == "-"
    }
    guard !starts.isEmpty else { return nil }
    func cells(_ line: String) -> [String] {
      let characters = Array(line)
      return starts.indices.map { index in
        let from = min(starts[index], characters.count)
        let to = index + 1 < starts.count ? min(starts[index + 1], characters.count) : characters.count
        return String(characters[from..<to]).trimmed
      }
    }
    return ResultTable(columns: cells(lines[0]), rows: lines.dropFirst(2).map(cells))
  }

  /// Mode line: `   ZERRORCODE = 7`, a blank line between rows.
  private static func pairs(_ lines: [String]) -> ResultTable? {
    var columns: [String] = []
    var rows: [[String]] = [[]]
    for line in lines {
      guard let (name, value) = pair(line) else {
        if rows.last?.isEmpty == false { rows.append([]) }
        continue
      }
      if let seen = columns.firstIndex(of: name), seen < (rows.last?.count ?? 0) { rows.append([]) }
      if !columns.contains(name) { columns.append(name) }
      rows[rows.count - 1].append(value)
    }
    rows.removeAll { $0.count != columns.count }
    return rows.isEmpty ? nil : ResultTable(columns: columns, rows: rows)
  }

  private static func pair(_ line: String) -> (String, String)? {
    guard let range = line.firstRange(of: " = ") ?? (line.hasSuffix(" =") ? line.firstRange(of: " =") : nil) else {
      return nil
    }
    let name = line[..<range.lowerBound].trimmed
    guard !name.isEmpty, name.count < 120 else { return nil }
    return (name, line[range.upperBound...].trimmed)
  }

  private static func json(_ lines: [String]) -> ResultTable? {
    var reader = JSONText(Array(lines.joined(separator: "\n").utf8))
    let values = reader.values()
    let rows = values.flatMap { $0.array ?? [$0] }.compactMap(\.object)
    guard let first = rows.first else { return nil }
    let columns = first.map(\.key)
    return ResultTable(
      columns: columns,
      rows: rows.map { row in columns.map { name in row.first { $0.key == name }?.value.text ?? "" } })
  }

  /// Mode insert: `INSERT INTO "table"(a,b) VALUES(1,'x');`.
  private static func inserts(_ lines: [String], columns wanted: [String]?) -> ResultTable? {
    var columns = wanted ?? []
    var rows: [[String]] = []
    var hasHeader = false
    for line in lines {
      guard let values = line.firstRange(of: "VALUES") ?? line.firstRange(of: "values") else { continue }
      let head = line[..<values.lowerBound]
      if let open = head.firstIndex(of: "("), let close = head.lastIndex(of: ")"), open < close {
        columns = quotedCells(String(head[head.index(after: open)..<close]), separator: ",")
        hasHeader = true
      }
      let inside = line[values.upperBound...].trimmed.drop { $0 == "(" }
      let end = inside.lastIndex(of: ")") ?? inside.endIndex
      rows.append(quotedCells(String(inside[..<end]), separator: ","))
    }
    rows.removeAll { $0.count != columns.count }
    return rows.isEmpty ? nil : ResultTable(columns: columns, rows: rows, hasHeader: hasHeader)
  }

  /// Modes list, csv, tabs, quote and column without names.
  private static func separated(_ lines: [String], columns wanted: [String]?) -> ResultTable? {
    for separator in ["|", "\t", ",", ";"] as [Character] {
      let rows = lines.filter { !$0.isEmpty }.map { quotedCells($0, separator: separator) }
      let width = wanted?.count ?? rows[0].count
      guard width > 1 || wanted?.count == 1, rows.allSatisfy({ $0.count == width }) else { continue }
      if isHeader(rows[0], wanted: wanted) {
        return ResultTable(columns: rows[0], rows: Array(rows.dropFirst()))
      }
      return wanted.map { ResultTable(columns: $0, rows: rows, hasHeader: false) }
    }
    guard let wanted, wanted.count > 1 else { return nil }
    let rows = lines.map { $0.trimmed.replacing("  ", with: "\t").split(separator: "\t").map(\.trimmed) }
    return rows.allSatisfy { $0.count == wanted.count }
      ? ResultTable(columns: wanted, rows: rows, hasHeader: false) : nil
  }

  private static func isHeader(_ cells: [String], wanted: [String]?) -> Bool {
    if let wanted {
      let names = cells.map { $0.uppercased().filter { !$0.isWhitespace } }
      if names == wanted.map({ $0.uppercased().filter { !$0.isWhitespace } }) { return true }
    }
    return cells.allSatisfy { cell in
      guard let first = cell.first, first.isLetter || first == "_" else { return false }
      return cell.uppercased().contains("COUNT(") || cell.uppercased().contains("SUM(") || cell.hasPrefix("Z")
        || cell.contains("_") || wanted == nil
    } && cells.contains { $0.uppercased().contains("Z") || $0.contains("(") || $0.contains("_") }
  }

  /// Cells between separators; single or double quotes, doubled inside, protect a separator.
  static func quotedCells(_ line: String, separator: Character) -> [String] {
    var cells: [String] = []
    var current = ""
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { current.append(character) }
      } else if (character == "\"" || character == "'"), current.trimmed.isEmpty {
        quote = character
        current = ""
      } else if character == separator {
        cells.append(current.trimmed)
        current = ""
      } else {
        current.append(character)
      }
    }
    cells.append(current.trimmed)
    return cells.map { $0 == "NULL" ? "" : $0 }
  }
}
