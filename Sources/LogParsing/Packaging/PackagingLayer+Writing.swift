import TextPatterns

/// Layers that write characters of the log in another way.
extension PackagingLayer {
  /// A field of a CSV file, in which quotes are doubled.
  static let doubledQuotes = PackagingLayer(
    name: "doubled quotes of a table",
    isAround: { lines in matches(ErrorPatterns.doubledQuote, in: lines) },
    unpacked: { line in
      var plain: [UInt8] = []
      plain.reserveCapacity(line.count)
      for byte in line {
        if byte == 0x22, plain.last == 0x22 {
          // The second of a pair is dropped, and does not make a pair with a third.
          plain[plain.count - 1] = 0
        } else {
          plain.append(byte)
        }
      }
      return plain.map { $0 == 0 ? 0x22 : $0 }
    })

  /// A web page, or a part of one.
  static let markup = PackagingLayer(
    name: "HTML", addsLines: true,
    isAround: { lines in matches(ErrorPatterns.entity, in: lines) },
    unpacked: { line in MarkupText.plain(line) })

  /// A document that is one string of a programming language, or holds it: line ends are `\n`.
  static let escapes = PackagingLayer(
    name: "escapes of a string", addsLines: true,
    isAround: { lines in
      guard let longest = lines.max(by: { $0.count < $1.count }) else { return false }
      var escaped = 0
      for index in longest.indices.dropLast() where longest[index] == 0x5C && longest[index + 1] == 0x6E {
        escaped += 1
      }
      guard escaped >= 2, escaped >= lines.count else { return false }
      return matches(ErrorPatterns.stringBegins, in: lines.filter { !$0.isEmpty }.prefix(1) + [longest])
    },
    unpacked: { line in StringEscapes.plain(line) })

  private static func matches(_ pattern: Pattern, in lines: [ArraySlice<UInt8>]) -> Bool {
    pattern.withMatcher { matcher in
      lines.contains { line in
        line.withUnsafeBytes { matcher.firstMatch(in: $0) != nil }
      }
    }
  }
}

extension ErrorPatterns {
  fileprivate static let doubledQuote = make(#"(?<![,"])""[A-Z][^"\n]{2,80}""[ ,;)>]"#)
  fileprivate static let entity = make(#"&(?:lt|quot|#39|#34|#x27|#x22|amp;lt);|<br ?/?>"#)
  fileprivate static let stringBegins = make(
    #"\A\s{0,80}(?:[\[{]|(?:[\w."']{1,80}\s{0,8}[:=,(]\s{0,8})?[bru]{0,2}["'`])"#)
}

/// Undoes the escapes of a string once.
enum StringEscapes {
  /// A string without one level of escapes; what is no escape stays.
  static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == 0x5C, index + 1 < text.endIndex else {
        plain.append(text[index])
        index += 1
        continue
      }
      let next = text[index + 1]
      switch next {
      case 0x6E: plain.append(0x0A)
      case 0x74: plain.append(0x09)
      case 0x72: break
      case 0x22, 0x27, 0x5C, 0x2F, 0x60: plain.append(next)
      case 0x75, 0x78:
        let digits = next == 0x75 ? 4 : 2
        if let value = hexadecimal(text, from: index + 2, count: digits) {
          if next == 0x78 { plain.append(UInt8(truncatingIfNeeded: value)) } else { append(value, to: &plain) }
          index += digits
        } else {
          plain += [0x5C, next]
        }
      default: plain += [0x5C, next]
      }
      index += 2
    }
    return plain
  }

  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    if let scalar = Unicode.Scalar(value) { bytes += Array(Character(scalar).utf8) } else { bytes.append(0x3F) }
  }

  private static func hexadecimal(_ text: ArraySlice<UInt8>, from start: Int, count: Int) -> UInt32? {
    guard start + count <= text.endIndex else { return nil }
    return UInt32(String(decoding: text[start..<start + count], as: UTF8.self), radix: 16)
  }
}

/// The text of a line of HTML.
enum MarkupText {
  private static let tags: Set<String> = [
    "a", "b", "i", "u", "p", "li", "ul", "ol", "td", "tr", "th", "em", "tt", "h1", "h2", "h3", "h4", "br", "hr", "div",
    "pre", "code", "span", "font", "html", "head", "body", "strong", "table", "tbody", "thead", "samp", "kbd", "mark",
    "blockquote", "details", "summary",
  ]
  private static let entities: [String: UInt32] = [
    "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "amp": 0x26, "nbsp": 0x20,
  ]

  /// A line with its characters instead of entities, without tags; `<br>` amid a line ends it.
  static func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == 0x3C, let (name, end) = tag(line, at: index) {
        if name == "br", line[end...].contains(where: { $0 > 0x20 }) { plain.append(0x0A) }
        index = end
      } else if line[index] == 0x26, let (value, end) = entity(line, at: index) {
        StringEscapes.append(value, to: &plain)
        index = end
      } else {
        plain.append(line[index])
        index += 1
      }
    }
    return plain
  }

  private static func tag(_ line: ArraySlice<UInt8>, at start: Int) -> (name: String, end: Int)? {
    var index = start + 1
    if index < line.endIndex, line[index] == 0x2F { index += 1 }
    let first = index
    while index < line.endIndex, index - first < 12, isLetterOrDigit(line[index]) { index += 1 }
    let name = String(decoding: line[first..<index], as: UTF8.self).lowercased()
    guard tags.contains(name) else { return nil }
    let limit = min(line.endIndex, index + 400)
    while index < limit, line[index] != 0x3E, line[index] != 0x3C { index += 1 }
    return index < limit && line[index] == 0x3E ? (name, index + 1) : nil
  }

  private static func entity(_ line: ArraySlice<UInt8>, at start: Int) -> (value: UInt32, end: Int)? {
    let limit = min(line.endIndex, start + 10)
    guard let semicolon = line[start..<limit].firstIndex(of: 0x3B) else { return nil }
    let name = String(decoding: line[start + 1..<semicolon], as: UTF8.self)
    let value: UInt32? =
      if name.hasPrefix("#x") {
        UInt32(name.dropFirst(2), radix: 16)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst())
      } else {
        entities[name]
      }
    return value.map { ($0, semicolon + 1) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
