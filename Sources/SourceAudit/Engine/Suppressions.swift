import SwiftSyntax

/// The `ckdiag:disable` comments of a file.
///
/// `// ckdiag:disable:next ID`, `:this`, `:previous` and `:file` say what they are for; without one, a comment behind
/// code is for its line and a comment on a line of its own for the next. `all` stands for every id; what follows ` -- `
/// is a reason.
struct Suppressions {
  /// One comment.
  struct Entry {
    var ids: [String]
    /// 1-based line that it silences; nil = the whole file.
    var target: Int?
    /// Where the comment stands.
    var line: Int
    var column: Int
    var isUsed = false
  }

  private(set) var entries: [Entry] = []

  init(_ file: SourceFile) {
    guard file.text.holds("ckdiag:disable") else { return }
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      var offset = token.position.utf8Offset
      for piece in token.leadingTrivia {
        add(piece, at: offset, in: file)
        offset += piece.sourceLength.utf8Length
      }
      offset = token.endPositionBeforeTrailingTrivia.utf8Offset
      for piece in token.trailingTrivia {
        add(piece, at: offset, in: file)
        offset += piece.sourceLength.utf8Length
      }
    }
  }

  private mutating func add(_ piece: TriviaPiece, at offset: Int, in file: SourceFile) {
    let text: String
    switch piece {
    case .lineComment(let comment), .blockComment(let comment), .docLineComment(let comment): text = comment
    default: return
    }
    guard let marker = text.range(of: "ckdiag:disable") else { return }
    let place = file.lines.location(of: offset)
    var rest = text[marker.upperBound...]
    var scope = ""
    if rest.hasPrefix(":") {
      scope = String(rest.dropFirst().prefix { $0.isLetter })
      rest = rest.dropFirst(1 + scope.count)
    }
    if let reason = rest.range(of: " -- ") { rest = rest[..<reason.lowerBound] }
    let ids = rest.replacing("*/", with: "").split { $0 == " " || $0 == "," }.map(String.init)
    guard !ids.isEmpty else { return }
    let target: Int?
    switch scope {
    case "file": target = nil
    case "next": target = place.line + 1
    case "previous": target = place.line - 1
    case "this": target = place.line
    default: target = file.hasCode(before: offset) ? place.line : place.line + 1
    }
    entries.append(Entry(ids: ids, target: target, line: place.line, column: place.column))
  }

  /// True when a comment silences the finding; remembers that the comment was needed.
  mutating func silences(_ id: String, line: Int) -> Bool {
    var isSilenced = false
    for index in entries.indices {
      let entry = entries[index]
      guard entry.target == nil || entry.target == line, entry.ids.contains(id) || entry.ids.contains("all") else {
        continue
      }
      entries[index].isUsed = true
      isSilenced = true
    }
    return isSilenced
  }
}

extension SourceFile {
  /// True when something other than blanks stands on the line before an offset.
  fileprivate func hasCode(before offset: Int) -> Bool {
    let start = offset - lines.location(of: offset).column + 1
    let utf8 = text.utf8
    guard let first = utf8.index(utf8.startIndex, offsetBy: start, limitedBy: utf8.endIndex),
      let end = utf8.index(utf8.startIndex, offsetBy: offset, limitedBy: utf8.endIndex), first < end
    else { return false }
    return utf8[first..<end].contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  }
}
