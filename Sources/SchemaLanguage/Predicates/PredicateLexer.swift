/// A word, literal or sign of a predicate format.
enum PredicateToken: Hashable, Sendable {
  /// A key or keyword, with dots: `title`, `author.name`, `BEGINSWITH`.
  case word(String)
  case text(String)
  case number(String)
  /// `%@`, `%K`, `%d`, `%lf` …: the letter that decides.
  case placeholder(Character)
  /// `==`, `(`, `&&` …
  case sign(String)

  /// The token as it stands in a message.
  var described: String {
    switch self {
    case .word(let text), .number(let text), .sign(let text): "'\(text)'"
    case .text(let text): "'\"\(text)\"'"
    case .placeholder(let letter): "'%\(letter)'"
    }
  }
}

/// The place of an interpolated value that nobody could follow, in a format that is no plain literal.
package let unknownInterpolation: Character = "\u{FFFC}"

/// Splits a predicate format into tokens; returns nil for what no predicate has.
func predicateTokens(of format: String) -> [PredicateToken]? {
  var tokens: [PredicateToken] = []
  var rest = Substring(format)
  while let first = rest.first {
    if first.isWhitespace {
      rest.removeFirst()
    } else if first == "'" || first == "\"" {
      guard let text = takeText(from: &rest, closing: first) else { return nil }
      tokens.append(.text(text))
    } else if first == "%" {
      rest.removeFirst()
      let specifier = rest.prefix { "hlqLtjz0123456789.$".contains($0) }
      rest.removeFirst(specifier.count)
      guard let letter = rest.popFirst() else { return nil }
      tokens.append(.placeholder(letter))
    } else if first == unknownInterpolation {
      tokens.append(.placeholder("?"))
      rest.removeFirst()
    } else if first.isNumber {
      tokens.append(.number(take(from: &rest) { $0.isNumber || $0 == "." || $0 == "x" || $0 == "e" }))
    } else if first.isLetter || "_@#$".contains(first) {
      tokens.append(.word(takeWord(from: &rest)))
    } else {
      guard let sign = takeSign(from: &rest) else { return nil }
      tokens.append(.sign(sign))
    }
  }
  return tokens
}

/// A word with its dots; `distanceToLocation:fromLocation:` is one word.
private func takeWord(from rest: inout Substring) -> String {
  take(from: &rest) { $0.isLetter || $0.isNumber || "_@#$.:".contains($0) }
}

private func take(from rest: inout Substring, while condition: (Character) -> Bool) -> String {
  let taken = rest.prefix(while: condition)
  rest.removeFirst(taken.count)
  return String(taken)
}

private func takeText(from rest: inout Substring, closing quote: Character) -> String? {
  rest.removeFirst()
  var text = ""
  while let letter = rest.popFirst() {
    if letter == quote { return text }
    if letter == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(letter) }
  }
  return nil
}

private func takeSign(from rest: inout Substring) -> String? {
  let signs = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", ":=", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]",
    ",", "+", "-", "*", "/",
  ]
  guard let sign = signs.first(where: { rest.hasPrefix($0) }) else { return nil }
  rest.removeFirst(sign.count)
  return sign
}
