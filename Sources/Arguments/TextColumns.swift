/// Breaks a text at blanks so that no line is longer than the width; a longer word has a line of its own.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + (line.isEmpty ? [] : [line])
}

/// Two columns, the right one wrapped; a left text that is too long for its column has a line of its own.
func columns(_ rows: [(left: String, right: String)], indent: Int = 2, width: Int) -> String {
  let longest = rows.map(\.left.count).max() ?? 0
  let limit = min(longest, max(12, width * 2 / 5 - indent))
  let start = indent + limit + 2
  var output = ""
  for row in rows {
    let lines = wrapped(row.right, width: max(20, width - start))
    let margin = String(repeating: " ", count: indent)
    if row.left.count > limit || lines.isEmpty {
      output += margin + row.left + "\n"
    } else {
      output += margin + row.left + String(repeating: " ", count: start - indent - row.left.count)
      output += (lines.first ?? "") + "\n"
    }
    for line in lines.dropFirst(row.left.count > limit ? 0 : 1) {
      output += String(repeating: " ", count: start) + line + "\n"
    }
  }
  return output
}
