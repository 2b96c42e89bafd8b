import SyncModel

/// A recursive-descent parser of the canonical print: `<CKError 0x…: "Name" (14/2004); field; …; partial errors: {…}>`.
///
/// Pastes lose separators, closing brackets and line breaks; whatever cannot be a part of the error ends it.
struct PrintedErrorParser {
  let text: UnsafeRawBufferPointer
  let heads: [ErrorHeads.Head]

  /// Partial errors have no partial errors of their own; one level more is allowed for.
  static let deepest = 3
  /// A message is never longer in a real print; bounds the search for its end.
  private static let longestMessage = 2000
  static let longestKey = 700
  /// Lines of other threads that may stand between the items.
  static let mostForeignLines = 20
  /// Bytes that those lines may take together.
  static let longestForeignText = 4000
  /// A message may quote an error; where more of them begin, its closing quote was lost.
  private static let mostHeadsInText = 8

  /// Reads the error whose head has the given number; nil when its numbers mean none.
  func error(at headNumber: Int, depth: Int = 0, to limit: Int? = nil) -> ScannedError? {
    let head = heads[headNumber]
    var error = ScannedError(form: .canonical, range: head.range, code: head.code)
    guard
      error.setCodes(
        name: head.name, first: head.code, second: head.underlying, secondDomain: head.domain,
        isUnderlyingClass: head.isUnderlyingClass)
    else { return nil }
    var cursor = ByteCursor(text, from: head.range.upperBound, to: limit, escapes: head.escapes)
    readFields(&cursor, of: &error, head: head, headNumber: headNumber, depth: depth)
    error.range = head.range.lowerBound..<max(cursor.index, head.range.upperBound)
    return error
  }

  private func readFields(
    _ cursor: inout ByteCursor, of error: inout ScannedError, head: ErrorHeads.Head, headNumber: Int, depth: Int
  ) {
    while true {
      let before = cursor
      let isOnNewLine = cursor.skipBlanks()
      if cursor.isAtEnd {
        error.isCut = head.isBracketed
        cursor = before
        return
      }
      if startsHead(at: cursor.index) {
        error.isCut = head.isBracketed
        cursor = before
        return
      }
      switch cursor.current {
      case 0x3E:
        if head.isBracketed { cursor.index += 1 } else { cursor = before }
        return
      case 0x3B, 0x2C:
        cursor.index += 1
        continue
      case 0x2D where !head.isBracketed:
        cursor.index += 1
        continue
      default: break
      }
      // A hidden field is not the end of the error, though it ends with a bracket.
      if cursor.skip("<private>") { continue }
      if readField(&cursor, of: &error, depth: depth) { continue }
      if cursor.skip("partial errors:") {
        readItems(&cursor, of: &error, depth: depth)
        if cursor.current == 0x3E { cursor.index += 1 }
        return
      }
      if depth > 0, isDots(cursor) {
        // The remark on omitted items shows that the end of this item was lost.
        var probe = cursor
        if omitted(&probe) != nil {
          cursor = before
          return
        }
      }
      // Something unknown: passed on the same line of a bracketed print, the end of the error elsewhere.
      guard head.isBracketed, !isOnNewLine || isDots(cursor), skipUnknown(&cursor) else {
        error.isCut = head.isBracketed && cursor.isAtEnd
        cursor = before
        return
      }
    }
  }

  /// Reads one known field; false = the cursor is not at one, and has not moved.
  private func readField(_ cursor: inout ByteCursor, of error: inout ScannedError, depth: Int) -> Bool {
    let start = cursor
    if cursor.skip("server message") {
      if let text = assigned(&cursor) { error.message = text }
    } else if cursor.skip("retry after ") {
      guard let seconds = number(&cursor) else { return reset(&cursor, to: start) }
      error.retryAfterMs = seconds
      cursor.skipBlanks()
      _ = cursor.skip("seconds")
    } else if cursor.skip("container ID") {
      error.containerID = assigned(&cursor)
    } else if cursor.skip("request uuid") || cursor.skip("uuid") {
      error.requestID = token(&cursor).flatMap { $0.utf8.count >= 8 ? $0 : nil }
    } else if cursor.skip("op ") || cursor.skip("op=") {
      if text[cursor.index - 1] == 0x3D { cursor.index -= 1 }
      error.operationID = token(&cursor)
    } else if cursor.skip("clientEtag") || cursor.skip("serverEtag") || cursor.skip("url =") || cursor.skip("task =") {
      if text[cursor.index - 1] == 0x3D { cursor.index -= 1 }
      _ = token(&cursor)
    } else if cursor.skip("sqlite error:") {
      while !cursor.isAtEnd, ![0x3B, 0x3E, 0x0A].contains(cursor.current) { cursor.index += 1 }
    } else if cursor.skipQuote() {
      let message = quoted(&cursor)
      if error.message == nil, !message.isEmpty, !["(null)", "<private>"].contains(message) { error.message = message }
    } else {
      return reset(&cursor, to: start)
    }
    return true
  }

  private func reset(_ cursor: inout ByteCursor, to start: ByteCursor) -> Bool {
    cursor = start
    return false
  }

  /// The value behind `=`: quoted, or up to the next separator.
  private func assigned(_ cursor: inout ByteCursor) -> String? {
    cursor.skipBlanks()
    guard cursor.current == 0x3D || cursor.current == 0x3A else { return nil }
    cursor.index += 1
    cursor.skipBlanks()
    return cursor.skipQuote() ? quoted(&cursor) : token(&cursor)
  }

  /// A word up to a separator; nil when it is empty, as in `uuid = ;`.
  private func token(_ cursor: inout ByteCursor) -> String? {
    cursor.skipBlanks()
    if cursor.current == 0x3D {
      cursor.index += 1
      cursor.skipBlanks()
    }
    let start = cursor.index
    while !cursor.isAtEnd, cursor.index - start < 200,
      ![0x3B, 0x3E, 0x0A, 0x20, 0x22, 0x5C, 0x2C].contains(cursor.current)
    {
      cursor.index += 1
    }
    return cursor.index > start ? cursor.text(start..<cursor.index) : nil
  }

  /// Seconds as milliseconds.
  private func number(_ cursor: inout ByteCursor) -> Int64? {
    cursor.skipBlanks()
    let start = cursor.index
    while cursor.index < cursor.end, (0x30...0x39).contains(cursor.current) || cursor.current == 0x2E {
      cursor.index += 1
    }
    return milliseconds(cursor.text(start..<cursor.index))
  }

  /// The text up to the quote that ends it: one before a separator, a bracket or a line end, not one inside the text.
  private func quoted(_ cursor: inout ByteCursor) -> String {
    let start = cursor.index
    let limit = min(cursor.end, start + Self.longestMessage)
    var index = start
    var lineEnd: Int?
    var nextHead = firstHead(from: start)
    let lastHead = nextHead + Self.mostHeadsInText
    while index < limit, text[index] != ErrorText.entryEnd {
      if let head = self.start(of: nextHead), index >= head {
        // The next error, on a line of its own, shows that the closing quote was lost.
        if let lineEnd, index - lineEnd < 200 {
          cursor.index = lineEnd
          return cursor.text(start..<lineEnd)
        }
        nextHead += 1
        if nextHead > lastHead { break }
      }
      if cursor.isQuote(at: index), endsText(at: index, cursor) {
        cursor.index = index + 1
        return cursor.text(start..<index).trimmingBackslashes()
      }
      if text[index] == 0x0A {
        if lineEnd == nil { lineEnd = index }
        // An empty line ends a message whose quote was lost.
        if index + 1 < limit, text[index + 1] == 0x0A { break }
      }
      index += 1
    }
    cursor.index = lineEnd ?? index
    return cursor.text(start..<cursor.index).trimmingBackslashes()
  }

  private func endsText(at quote: Int, _ cursor: ByteCursor) -> Bool {
    var after = ByteCursor(text, from: quote + 1, to: cursor.end, escapes: cursor.escapes)
    if after.isAtEnd { return true }
    let isOnNewLine = after.skipBlanks()
    if after.isAtEnd || isOnNewLine { return true }
    return [0x3B, 0x3E, 0x7D, 0x29, 0x2C, 0x2E, 0x5D].contains(after.current)
  }

  /// True at dots or an ellipsis that stand for something left out.
  func isDots(_ cursor: ByteCursor) -> Bool {
    cursor.current == 0x2E || cursor.current == 0xE2
  }

  /// Passes up to the next separator of the line; false = nothing to pass.
  private func skipUnknown(_ cursor: inout ByteCursor) -> Bool {
    let start = cursor.index
    while !cursor.isAtEnd, cursor.index - start < 400, ![0x3B, 0x3E, 0x0A, 0x7D].contains(cursor.current) {
      if cursor.index > start, cursor.isQuote(at: cursor.index) { break }
      cursor.index += 1
    }
    return cursor.index > start
  }
}

extension String {
  fileprivate func trimmingBackslashes() -> String {
    var text = self[...]
    while text.last == "\\" { text = text.dropLast() }
    return String(text)
  }
}

/// Seconds with a decimal point as milliseconds, or nil when they are no number or too many.
func milliseconds(_ seconds: String) -> Int64? {
  var text = seconds[...]
  while text.last == "." { text = text.dropLast() }
  guard let value = Double(text), value >= 0, value < 1e9 else { return nil }
  return Int64((value * 1000).rounded())
}
