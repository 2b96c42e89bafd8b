import SyncModel

/// The lines of a text report while it is written: wraps, indents and paints.
struct TextCanvas {
  let width: Int
  let usesColour: Bool
  private(set) var text = ""

  init(style: RenderingStyle) {
    width = max(40, style.width)
    usesColour = style.usesColour
  }

  /// What a painted word means.
  enum Paint {
    case error, warning, note, good, heading, quiet

    init(_ severity: Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .note
      }
    }

    fileprivate var code: String {
      switch self {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;34"
      case .good: "1;32"
      case .heading: "1"
      case .quiet: "2"
      }
    }
  }

  /// The text in its colour, or as it is when colour is off.
  func painted(_ text: String, _ paint: Paint) -> String {
    usesColour && !text.isEmpty ? "\u{1B}[\(paint.code)m\(text)\u{1B}[0m" : text
  }

  /// Adds a line as it is.
  mutating func line(_ line: String = "") {
    text += line
    text += "\n"
  }

  /// Adds a heading with an empty line before it.
  mutating func heading(_ title: String) {
    line()
    paragraph(title.uppercased(), paint: .heading)
  }

  /// Adds words, wrapped; `first` opens the first line, later lines are indented to `indent` columns.
  mutating func paragraph(_ words: String, first: String = "", indent: Int = 0, paint: Paint? = nil) {
    let space = String(repeating: " ", count: indent)
    let opening = DisplayText.padded(first, to: indent)
    for (index, part) in Self.wrapped(words, columns: width - indent).enumerated() {
      line((index == 0 ? opening : space) + (paint.map { painted(part, $0) } ?? part))
    }
  }

  /// Breaks words into lines of at most the given columns; a word that is longer than a line is broken too.
  ///
  /// A percent sign stays with its number.
  static func wrapped(_ words: String, columns: Int) -> [String] {
    let joined = DisplayText.oneLine(words).replacing(" %", with: "\u{A0}%")
    return broken(joined, columns: columns).map { $0.replacing("\u{A0}%", with: " %") }
  }

  private static func broken(_ words: String, columns: Int) -> [String] {
    let columns = max(1, columns)
    var lines: [String] = []
    var line = ""
    var taken = 0
    for word in words.split(separator: " ") {
      let size = DisplayText.width(word)
      if taken > 0, taken + 1 + size > columns {
        lines.append(line)
        line = ""
        taken = 0
      }
      if taken > 0 {
        line += " \(word)"
        taken += 1 + size
        continue
      }
      var rest = Substring(word)
      while DisplayText.width(rest) > columns {
        let start = DisplayText.prefix(String(rest), columns: columns)
        guard !start.isEmpty else { break }
        lines.append(start)
        rest = rest.dropFirst(start.count)
      }
      line = String(rest)
      taken = DisplayText.width(rest)
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
