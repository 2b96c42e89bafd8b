/// What one query printed: the statement where it stands in the text, the columns and the rows.
struct ResultSet: Equatable {
  var statement: SelectStatement?
  /// The text of the statement, for words that are not in its parts.
  var statementText = ""
  var columns: [String]
  var rows: [[String]]
  /// The line of the first row; 1-based.
  var line: Int
  /// The last moment that stands as text above the result.
  var heading: String?
}

/// Cuts a text into what `sqlite3` printed, in any of its output modes.
struct ResultReader {
  private struct Section {
    var statement = ""
    var lines: [String] = []
    var firstLine = 0
  }

  private(set) var results: [ResultSet] = []
  /// Lines that belong to no result and no statement.
  private(set) var otherLines: [(line: Int, text: String)] = []
  /// The name of the database file where the text shows how `sqlite3` was started.
  private(set) var storeName: String?

  private var section = Section()
  private var isInStatement = false
  private var heading: String?

  /// Reads the whole text.
  init(_ text: String) {
    for (offset, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      take(String(line), number: offset + 1)
    }
    close()
  }

  private mutating func take(_ line: String, number: Int) {
    let trimmed = line.trimmed
    if trimmed.hasPrefix("```") { return close() }
    if let name = shellCommand(trimmed) {
      close()
      storeName = name.database ?? storeName
      if let statement = name.statement { begin(statement) }
      return
    }
    if let statement = promptRest(trimmed) {
      close()
      return begin(statement)
    }
    if isInStatement {
      section.statement += "\n" + (trimmed.hasPrefix("...>") ? String(trimmed.dropFirst(4)) : trimmed)
      isInStatement = !trimmed.hasSuffix(";")
      return
    }
    let upper = trimmed.uppercased()
    if upper.hasPrefix("SELECT ") || upper.hasPrefix("WITH ") {
      close()
      return begin(trimmed)
    }
    if trimmed.isEmpty {
      // In line mode a blank line stands between the rows of one result.
      if section.lines.last?.contains(" = ") == true {
        section.lines.append("")
      } else if !section.lines.isEmpty {
        close()
      }
      return
    }
    if trimmed.hasPrefix("--") && trimmed.contains(where: { $0 != "-" && $0 != " " }) {
      close()
      heading = String(trimmed.dropFirst(2)).trimmed
      return
    }
    // A frame's first line begins a result although no blank line stands before it.
    if let corner = trimmed.first, "┌┏╭╔".contains(corner) {
      let statement = section.lines.isEmpty ? section.statement : ""
      close()
      section.statement = statement
    }
    if let moment = TimeWords.dateCommand(trimmed) {
      heading = moment.iso8601
      return
    }
    if section.lines.isEmpty { section.firstLine = number }
    section.lines.append(line)
  }

  private mutating func begin(_ statement: String) {
    section.statement = statement
    isInStatement = !statement.isEmpty && !statement.hasPrefix(".") && !statement.hasSuffix(";")
  }

  private mutating func close() {
    defer { section = Section() }
    isInStatement = false
    var lines = section.lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else { return }
    let statement = SelectStatement(section.statement)
    let table = ResultTable(lines, columns: statement?.columns.map { $0.alias ?? $0.expression })
    guard let table, statement != nil || table.hasHeader else {
      for (offset, text) in lines.enumerated() { otherLines.append((section.firstLine + offset, text)) }
      if lines.count <= 2 { heading = lines.joined(separator: " ").trimmed }
      return
    }
    results.append(
      ResultSet(
        statement: statement, statementText: section.statement, columns: table.columns, rows: table.rows,
        line: section.firstLine, heading: heading))
  }

  private func promptRest(_ line: String) -> String? {
    line.hasPrefix("sqlite>") ? String(line.dropFirst(7)).trimmed : nil
  }

  /// `$ sqlite3 -header Notes.sqlite "SELECT …"` as it stands in a terminal.
  private func shellCommand(_ line: String) -> (database: String?, statement: String?)? {
    guard let range = line.firstRange(of: "sqlite3 ") else { return nil }
    let before = line[..<range.lowerBound]
    let endings = ["$ ", "% ", "# ", "; ", "&& ", "/"]
    guard before.count < 80, before.isEmpty || endings.contains(where: before.hasSuffix)
    else { return nil }
    var words = Self.shellWords(String(line[range.upperBound...])).filter { !$0.hasPrefix("-") }
    let statement = words.last.flatMap { SelectStatement($0) == nil ? nil : $0 }
    if statement != nil { words.removeLast() }
    return (words.first.map(fileName), statement.map { $0.hasSuffix(";") ? $0 : $0 + ";" })
  }

  /// Words as a shell takes them: quotes and backslashes hold blanks together.
  private static func shellWords(_ text: String) -> [String] {
    var words: [String] = []
    var current = ""
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        current.append(character)
        isEscaped = false
      } else if let open = quote {
        if character == open { quote = nil } else { current.append(character) }
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character.isWhitespace {
        if !current.isEmpty { words.append(current) }
        current = ""
      } else {
        current.append(character)
      }
    }
    if !current.isEmpty { words.append(current) }
    return words
  }
}
