/// Splits a schema file into tokens.
///
/// `//` and `--` comments end with the line, `/* … */` anywhere; all of them may hold quotes, brackets and keywords.
struct SchemaLexer {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  /// Offset of the first byte of the line.
  private var lineStart = 0
  private(set) var problems: [SchemaSyntaxError] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark is no part of the first line's columns.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      lineStart = 3
    }
  }

  /// All tokens; the last one is of kind `end`.
  mutating func tokens() -> [SchemaToken] {
    var tokens: [SchemaToken] = []
    var lastLine = 0
    repeat {
      skipBlanksAndComments()
      var token = next()
      token.startsLine = token.span.line != lastLine
      lastLine = token.span.endLine
      tokens.append(token)
    } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() -> SchemaToken {
    let start = mark
    guard let first = peek() else { return token(.end, from: start) }
    if isWordByte(first) {
      while let byte = peek(), isWordByte(byte) { advance() }
      return token(.word, from: start)
    }
    if first == UInt8(ascii: "\"") { return quotedName() }
    if "(),;<>".utf8.contains(first) {
      advance()
      return token(.sign, from: start)
    }
    advance()
    while let byte = peek(), byte > 0x7F { advance() }
    return token(.unknown, from: start)
  }

  private mutating func quotedName() -> SchemaToken {
    let start = mark
    advance()
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      advance()
    }
    let isClosed = peek() == UInt8(ascii: "\"")
    let text = String(decoding: bytes[(start.start + 1)..<offset], as: UTF8.self)
    if isClosed { advance() }
    let span = span(from: start)
    if !isClosed { problems.append(SchemaSyntaxError("missing closing quote of a name", at: span)) }
    return SchemaToken(kind: .quoted, text: text, span: span, startsLine: false)
  }

  private mutating func skipBlanksAndComments() {
    while let byte = peek() {
      if byte <= 0x20 {
        advance()
      } else if startsWith("//") || startsWith("--") {
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
      } else if startsWith("/*") {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    let start = mark
    advance()
    advance()
    let open = span(from: start)
    while peek() != nil {
      if startsWith("*/") {
        advance()
        advance()
        return
      }
      advance()
    }
    problems.append(SchemaSyntaxError("missing '*/' of a comment", at: open))
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func startsWith(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
  }

  private mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    // A carriage return alone ends a line too; before a line feed it is part of its end.
    if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && peek() != UInt8(ascii: "\n")) {
      line += 1
      lineStart = offset
    }
  }

  private var mark: SourceSpan {
    let column = offset - lineStart + 1
    return SourceSpan(start: offset, end: offset, line: line, column: column, endLine: line, endColumn: column)
  }

  private func span(from start: SourceSpan) -> SourceSpan { start.through(mark) }

  private func token(_ kind: SchemaToken.Kind, from start: SourceSpan) -> SchemaToken {
    SchemaToken(
      kind: kind, text: String(decoding: bytes[start.start..<offset], as: UTF8.self), span: span(from: start),
      startsLine: false)
  }
}
