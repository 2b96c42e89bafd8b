/// What a SELECT statement says about its result: the expressions of its columns, its table and its condition.
///
/// Not a parser of SQL: it splits at the words that separate the parts, outside parentheses and quotes.
struct SelectStatement: Equatable {
  /// One column: the expression in upper case without blanks, and its alias.
  struct Column: Equatable {
    var expression: String
    var alias: String?
  }

  var columns: [Column] = []
  /// Upper case; empty where there is none.
  var table = ""
  /// Upper case without blanks; empty where there is none.
  var condition = ""
  var isGrouped = false
  var isLimited = false

  /// Reads the first SELECT of a text; nil when there is none.
  init?(_ text: String) {
    let words = Self.words(text)
    guard let start = words.firstIndex(where: { $0.depth == 0 && $0.upper == "SELECT" }) else { return nil }
    var part = "SELECT"
    var list: [[String]] = [[]]
    for word in words[(start + 1)...] {
      if word.depth == 0, word.upper == ";" { break }
      if word.depth == 0, ["FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "HAVING", "UNION"].contains(word.upper) {
        part = word.upper
        if part == "GROUP" { isGrouped = true }
        if part == "LIMIT" { isLimited = true }
        continue
      }
      switch part {
      case "SELECT":
        if word.depth == 0, word.upper == "," { list.append([]) } else { list[list.count - 1].append(word.text) }
      case "FROM": if table.isEmpty { table = Self.unquoted(word.upper) }
      case "WHERE": condition += word.upper
      default: break
      }
    }
    columns = list.filter { !$0.isEmpty }.map(Self.column)
    // Schema names and aliases of tables do not matter: main.ANSCKEVENT, m.ZNEEDSUPLOAD.
    table = String(table.split(separator: ".").last ?? "")
  }

  private static func column(_ words: [String]) -> Column {
    var words = words
    var alias: String?
    if words.count >= 3, words[words.count - 2].uppercased() == "AS" {
      alias = unquoted(words[words.count - 1])
      words.removeLast(2)
    } else if words.count >= 2, let last = words.last, words[words.count - 2].hasSuffix(")") || words.count == 2,
      isName(last), words[0].uppercased() != "DISTINCT", words[0] != "-"
    {
      alias = unquoted(last)
      words.removeLast()
    }
    return Column(expression: words.map { unquoted($0.uppercased()) }.joined(), alias: alias)
  }

  private static func isName(_ word: String) -> Bool {
    guard let first = unquoted(word).first, first.isLetter || first == "_" else { return false }
    return unquoted(word).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " }
  }

  private static func unquoted(_ word: String) -> String {
    guard word.count >= 2, let first = word.first, "\"`[".contains(first) else { return word }
    return String(word.dropFirst().dropLast())
  }

  private struct Word {
    var text: String
    var depth: Int
    var upper: String { text.uppercased() }
  }

  private static func words(_ text: String) -> [Word] {
    var words: [Word] = []
    var current = ""
    var depth = 0
    var quote: Character?
    func flush() {
      if !current.isEmpty { words.append(Word(text: current, depth: depth)) }
      current = ""
    }
    for character in text {
      if let open = quote {
        current.append(character)
        if character == (open == "[" ? "]" : open) {
          quote = nil
          flush()
        }
        continue
      }
      switch character {
      case "'", "\"", "`", "[":
        flush()
        quote = character
        current.append(character)
      case "(":
        current.append(character)
        flush()
        depth += 1
      case ")":
        flush()
        depth = max(0, depth - 1)
        words.append(Word(text: ")", depth: depth))
      case ",", ";", "+", "*", "/", "=", "<", ">", "|", "-":
        flush()
        words.append(Word(text: String(character), depth: depth))
      case _ where character.isWhitespace: flush()
      default: current.append(character)
      }
    }
    flush()
    return words
  }
}
