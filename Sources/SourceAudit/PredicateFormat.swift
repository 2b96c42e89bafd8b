/// A predicate format string in pieces, as far as CloudKit's limits and indexes ask for it.
struct PredicateFormat: Sendable {
  /// A piece of a format string.
  enum Piece: Equatable, Sendable {
    case word(String)
    case symbol(String)
    /// A constant between quotes, or a number.
    case constant(String)
    /// `%@`, `%K`, `%d`, `$NAME`; an interpolation is a `\u{1}`.
    case argument(String)
    case mark(Character)
  }

  let pieces: [Piece]

  /// Splits a format string; an interpolation of the source stands in it as U+0001.
  init(_ text: String) {
    var lexer = Lexer(text: Array(text))
    pieces = lexer.pieces()
  }

  private static let comparisons: Set = ["==", "=", "!=", "<>", "<", ">", "<=", ">=", "=<", "=>"]
  private static let comparingWords: Set = ["IN", "CONTAINS", "BEGINSWITH", "BETWEEN", "ENDSWITH", "LIKE", "MATCHES"]
  private static let reserved: Set = [
    "AND", "OR", "NOT", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "BETWEEN", "ANY", "ALL", "NONE",
    "SOME", "TRUE", "FALSE", "YES", "NO", "NIL", "NULL", "TRUEPREDICATE", "FALSEPREDICATE", "SUBQUERY", "CAST",
    "TOKENMATCHES", "FUNCTION", "SIZE", "FIRST", "LAST",
  ]
}

// MARK: - What CloudKit cannot run

extension PredicateFormat {
  /// The first part that CloudKit refuses, in words, or nil.
  var fault: String? {
    for (position, piece) in pieces.enumerated() {
      switch piece {
      case .symbol("||"): return "OR"
      case .word(let word):
        if let fault = fault(of: word, at: position) { return fault }
      default: break
      }
      if let fault = keyFault(at: position) { return fault }
    }
    return nil
  }

  private func fault(of word: String, at position: Int) -> String? {
    switch word.uppercased() {
    case "OR": return "OR"
    case "ALL", "NONE": return word.uppercased()
    case "ENDSWITH", "LIKE", "MATCHES", "SUBQUERY": return word.uppercased()
    case "NOT" where negatesConjunction(at: position): return "NOT of a compound"
    case "CONTAINS":
      guard next(position) == .mark("["), case .word(let left)? = previous(position),
        !["SELF", "ALLTOKENS"].contains(left.uppercased())
      else { return nil }
      return "CONTAINS on a string field"
    default: break
    }
    if word.contains("@") { return "the key-path operator '\(word)'" }
    let names = word.split(separator: ".")
    return names.count > 1 && names[0].uppercased() != "SELF" ? "the key path '\(word)' into another record" : nil
  }

  /// A comparison whose left side is a constant instead of a key.
  private func keyFault(at position: Int) -> String? {
    guard let right = next(position), isComparison(pieces[position]), right != .argument("%K") else { return nil }
    let isValue: Bool
    switch right {
    case .argument, .constant: isValue = true
    default: isValue = false
    }
    guard isValue else { return nil }
    switch previous(position) {
    case .argument("%@"): return "a key passed with %@"
    case .constant(let text) where Double(text) == nil: return "the quoted key '\(text)'"
    default: return nil
    }
  }

  private func isComparison(_ piece: Piece) -> Bool {
    switch piece {
    case .symbol(let symbol): Self.comparisons.contains(symbol)
    case .word(let word): Self.comparingWords.contains(word.uppercased())
    default: false
    }
  }

  private func negatesConjunction(at position: Int) -> Bool {
    guard next(position) == .mark("(") else { return false }
    var depth = 0
    for piece in pieces[(position + 1)...] {
      switch piece {
      case .mark("("): depth += 1
      case .mark(")"):
        depth -= 1
        if depth == 0 { return false }
      case .word(let word) where ["AND", "BETWEEN"].contains(word.uppercased()): return true
      case .symbol("&&"): return true
      default: break
      }
    }
    return false
  }

  private func next(_ position: Int) -> Piece? { position + 1 < pieces.count ? pieces[position + 1] : nil }
  private func previous(_ position: Int) -> Piece? { position > 0 ? pieces[position - 1] : nil }
}

// MARK: - Fields

extension PredicateFormat {
  /// A field that the predicate asks for and how.
  struct Use: Hashable, Sendable {
    /// The field's key, nil for a `%K` whose argument is not known.
    var key: String?
    /// True for `<`, `>`, BETWEEN and the like.
    var isRange: Bool
  }

  /// True for a search over all text fields: `self CONTAINS …`.
  var searchesText: Bool {
    pieces.contains { piece in
      guard case .word(let word) = piece else { return false }
      return ["SELF", "ALLTOKENS"].contains(word.uppercased())
    }
  }

  /// The fields in the order of the text; `keys` are the values for `%K`, nil for unknown ones.
  func uses(keys: [String?]) -> [Use] {
    var result: [Use] = []
    var keyArguments = 0
    var isOption = false
    for (position, piece) in pieces.enumerated() {
      switch piece {
      case .mark("["): isOption = true
      case .mark("]"): isOption = false
      case .word(let word):
        guard !Self.reserved.contains(word.uppercased()), !["SELF", "ALLTOKENS"].contains(word.uppercased()),
          next(position) != .mark(":"), !isOption
        else { continue }
        result.append(Use(key: word, isRange: isRange(around: position)))
      case .argument("%K"):
        result.append(
          Use(key: keyArguments < keys.count ? keys[keyArguments] : nil, isRange: isRange(around: position)))
        keyArguments += 1
      default: break
      }
    }
    return result
  }

  private func isRange(around position: Int) -> Bool {
    let signs: Set = ["<", ">", "<=", ">=", "=<", "=>"]
    for neighbour in [next(position), previous(position)] {
      switch neighbour {
      case .symbol(let sign) where signs.contains(sign): return true
      case .word(let word) where word.uppercased() == "BETWEEN": return true
      default: continue
      }
    }
    return false
  }

  /// The kinds of the arguments in order, to find those of `%K`.
  var arguments: [String] {
    pieces.compactMap { piece in
      if case .argument(let kind) = piece, kind.hasPrefix("%") { return kind }
      return nil
    }
  }
}

/// Reads the pieces of a format string.
private struct Lexer {
  var text: [Character]
  var position = 0

  mutating func pieces() -> [PredicateFormat.Piece] {
    var result: [PredicateFormat.Piece] = []
    while position < text.count {
      let character = text[position]
      if character.isWhitespace {
        position += 1
      } else if character == "\"" || character == "'" {
        result.append(.constant(quoted(character)))
      } else if character == "\u{1}" {
        position += 1
        result.append(.argument("\u{1}"))
      } else if character == "%" {
        result.append(.argument(conversion()))
      } else if character.isNumber {
        result.append(.constant(take { $0.isNumber || $0 == "." }))
      } else if character.isLetter || "_@$#".contains(character) {
        result.append(name())
      } else if "=!<>&|".contains(character) {
        result.append(symbol())
      } else {
        position += 1
        result.append(.mark(character))
      }
    }
    return result
  }

  private mutating func take(_ isPart: (Character) -> Bool) -> String {
    let start = position
    while position < text.count, isPart(text[position]) { position += 1 }
    return String(text[start..<position])
  }

  private mutating func quoted(_ mark: Character) -> String {
    position += 1
    let content = take { $0 != mark }
    position += 1
    return content
  }

  private mutating func conversion() -> String {
    position += 1
    guard position < text.count else { return "%" }
    if text[position] == "@" || text[position] == "K" {
      position += 1
      return "%\(text[position - 1])"
    }
    return "%" + take { $0.isLetter || $0.isNumber || $0 == "." }
  }

  private mutating func name() -> PredicateFormat.Piece {
    let name = take { $0.isLetter || $0.isNumber || "_.@$#\u{1}".contains($0) }
    if name.contains("\u{1}") || name.hasPrefix("$") { return .argument("\u{1}") }
    return .word(name)
  }

  private mutating func symbol() -> PredicateFormat.Piece {
    let two = position + 1 < text.count ? String(text[position...(position + 1)]) : ""
    if ["==", "!=", "<>", "<=", ">=", "=<", "=>", "&&", "||"].contains(two) {
      position += 2
      return .symbol(two)
    }
    position += 1
    return .symbol(String(text[position - 1]))
  }
}
