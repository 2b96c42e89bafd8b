/// Text as a terminal shows it: columns instead of characters, and nothing that steers the terminal.
enum DisplayText {
  /// The number of columns a text takes: 2 for emoji and East Asian wide characters, 0 for marks that join a letter.
  static func width(_ text: some StringProtocol) -> Int {
    var total = 0
    for character in text { total += width(of: character) }
    return total
  }

  /// One line without control characters: line ends become `↵`, others their pictures, invisible direction marks go.
  static func oneLine(_ text: String) -> String {
    var line = ""
    line.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: line.unicodeScalars.append("↵")
      case 0x0D: continue
      case 0x09: line.unicodeScalars.append(" ")
      case 0..<0x20: line.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F: line.unicodeScalars.append("␡")
      case 0x80..<0xA0, 0x2028, 0x2029, 0xFFF9...0xFFFB: line.unicodeScalars.append("�")
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: continue
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// Cut in the middle with `…` to at most the given columns, so that both ends stay readable.
  static func clipped(_ text: String, to columns: Int) -> String {
    let total = width(text)
    if total <= columns { return text }
    if columns <= 1 { return columns == 1 ? "…" : "" }
    let head = prefix(text, columns: (columns - 1) / 2 + (columns - 1) % 2)
    let tail = prefix(String(text.reversed()), columns: (columns - 1) / 2)
    return head + "…" + String(tail.reversed())
  }

  /// Clipped so that different texts stay different where the room allows: those that would look alike keep a short
  /// beginning and what comes from their first difference on.
  static func clippedApart(_ texts: [String], to columns: Int) -> [String] {
    var shown = texts.map { clipped($0, to: columns) }
    guard columns >= 12 else { return shown }
    let places = Dictionary(grouping: texts.indices) { shown[$0] }
    for alike in places.values where Set(alike.map { texts[$0] }).count > 1 {
      let common = alike.dropFirst().reduce(texts[alike[0]]) { String(zip($0, texts[$1]).prefix { $0 == $1 }.map(\.0)) }
      let head = prefix(common, columns: columns / 4)
      for index in alike {
        // A letter or two before the difference say where it is.
        let rest = String(texts[index].dropFirst(max(head.count, common.count - 2)))
        shown[index] = head + "…" + clipped(rest, to: columns - width(head) - 1)
      }
    }
    return shown
  }

  /// Cut at the end with `…` to at most the given columns.
  static func cut(_ text: String, to columns: Int) -> String {
    if columns <= 0 { return "" }
    // Long lines are not measured to their end.
    let start = prefix(text, columns: columns + 1)
    return width(start) <= columns ? start : prefix(start, columns: columns - 1) + "…"
  }

  /// Cut to at most the given columns so that the words in focus stay: beginning, `…`, and what is around them.
  static func excerpt(_ text: String, around focus: String, to columns: Int) -> String {
    guard columns > 80, !focus.isEmpty, let found = text.firstRange(of: focus) else { return cut(text, to: columns) }
    let place = width(text[..<found.lowerBound])
    guard place + width(focus) + 40 > columns, place > columns / 4 + columns / 3 + 3, width(text) > columns else {
      return cut(text, to: columns)
    }
    let head = prefix(text, columns: columns / 4)
    let before = String(prefix(String(text[..<found.lowerBound].reversed()), columns: columns / 3).reversed())
    // From the next word on.
    let lead = before.firstIndex(of: " ").map { before[before.index(after: $0)...] } ?? before[...]
    let rest = lead + text[found.lowerBound...]
    return head + " … " + cut(String(rest), to: columns - width(head) - 3)
  }

  /// Filled with spaces to the given columns.
  static func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
    let fill = String(repeating: " ", count: max(0, columns - width(text)))
    return right ? fill + text : text + fill
  }

  /// The longest start that fits in the given columns.
  static func prefix(_ text: String, columns: Int) -> String {
    var taken = 0
    var start = ""
    for character in text {
      taken += width(of: character)
      if taken > columns { break }
      start.append(character)
    }
    return start
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return 1 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) {
      return 2
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(first.value) ? 2 : 1
    }
  }

  /// East Asian Width W and F of Unicode's EastAsianWidth.txt, by block.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
