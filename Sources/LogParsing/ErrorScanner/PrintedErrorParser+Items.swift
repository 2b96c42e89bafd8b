import SyncModel

extension PrintedErrorParser {
  /// Reads `{`, the items with their keys, the remark on omitted ones, and `}`.
  func readItems(_ cursor: inout ByteCursor, of error: inout ScannedError, depth: Int) {
    error.items = []
    cursor.skipBlanks()
    if cursor.skip("<private>") {
      error.items = nil
      error.itemsAreRedacted = true
      return
    }
    if cursor.current == 0x7B { cursor.index += 1 }
    while true {
      let before = cursor
      cursor.skipBlanks()
      if cursor.isAtEnd {
        error.isCut = true
        cursor = before
        return
      }
      if [0x3B, 0x2C, 0x3E].contains(cursor.current) {
        cursor.index += 1
      } else if cursor.current == 0x7D {
        cursor.index += 1
        cursor.skipBlanks()
        return
      } else if let count = omitted(&cursor) {
        error.omitted = min(error.omitted + count, 1_000_000)
      } else if let item = item(&cursor, depth: depth) {
        error.items?.append(item)
      } else if isDots(cursor) {
        while !cursor.isAtEnd, cursor.current != 0x0A { cursor.index += 1 }
      } else if !skipForeignLines(&cursor) {
        error.isCut = true
        cursor = before
        return
      }
    }
  }

  /// Passes lines of another thread up to the remark on omitted items or the closing brace; false = none is near.
  ///
  /// Looks a bounded way ahead: a line of a megabyte may hold thousands of places where items could end.
  private func skipForeignLines(_ cursor: inout ByteCursor) -> Bool {
    var probe = cursor
    let limit = min(cursor.end, cursor.index + Self.longestForeignText)
    for _ in 0..<Self.mostForeignLines {
      while probe.index < limit, !probe.isAtEnd, probe.current != 0x0A { probe.index += 1 }
      if probe.index >= limit { return false }
      probe.skipBlanks()
      if probe.isAtEnd || startsHead(at: probe.index) { return false }
      var remark = probe
      if omitted(&remark) != nil || probe.current == 0x7D {
        cursor = probe
        return true
      }
    }
    return false
  }

  /// Reads `... 95 "Batch Request Failed" CKErrors omitted ...`, in its older spelling too.
  func omitted(_ cursor: inout ByteCursor) -> Int? {
    var probe = cursor
    while isDots(probe) || probe.current == 0x80 || probe.current == 0xA6 { probe.index += 1 }
    guard probe.index > cursor.index else { return nil }
    probe.skipBlanks()
    var count = 0
    let digits = probe.index
    while (0x30...0x39).contains(probe.current), probe.index - digits < 9 {
      count = count * 10 + Int(probe.current - 0x30)
      probe.index += 1
    }
    guard probe.index > digits else { return nil }
    probe.skipBlanks()
    guard probe.skipQuote(), probe.skip("batch request failed") else { return nil }
    // Up to the dots that close the remark, on the same line.
    let limit = min(probe.end, probe.index + 60)
    while probe.index < limit, !probe.isAtEnd,
      ![0x0A, 0x7D, 0x2E, 0xE2, 0x5C].contains(probe.current)
        || probe.current == 0x5C && probe.isQuoteAhead
    {
      probe.index += 1
    }
    while probe.current == 0x2E || probe.current == 0xE2 || probe.current == 0x80 || probe.current == 0xA6 {
      probe.index += 1
    }
    cursor = probe
    return count
  }

  /// Reads `key = <CKError …>`.
  private func item(_ cursor: inout ByteCursor, depth: Int) -> ScannedError? {
    guard depth < Self.deepest, let number = headNumber(from: cursor.index) else { return nil }
    let head = heads[number]
    guard head.range.lowerBound - cursor.index <= Self.longestKey, head.range.lowerBound < cursor.end else {
      return nil
    }
    let lead = cursor.text(keyStart(from: cursor.index, to: head.range.lowerBound)..<head.range.lowerBound)
    let trimmed = lead.drop { $0 == " " || $0 == "\"" }
    guard let equals = trimmed.lastIndex(of: "="),
      trimmed[trimmed.index(after: equals)...].allSatisfy({ $0 == " " || $0 == "\"" || $0 == "\\" || $0 == "<" }),
      let item = error(at: number, depth: depth + 1, to: cursor.end)
    else { return nil }
    var named = item
    let key = ItemKey(key: String(trimmed[..<equals]).trimmingKey())
    named.item = key.item
    named.zone = key.zone
    cursor.index = item.range.upperBound
    // The quote and separator behind an item of a dictionary.
    var after = cursor
    if after.skipQuote() { cursor = after }
    return named
  }

  /// Where the key of an item begins: behind lines of another thread, when an indented line holds a whole key.
  private func keyStart(from start: Int, to end: Int) -> Int {
    var index = end - 1
    while index > start, text[index] != 0x0A { index -= 1 }
    guard index > start, index + 1 < end, text[index] == 0x0A, [0x09, 0x20].contains(text[index + 1]) else {
      return start
    }
    let key = ByteCursor(text, from: index).text(index..<end)
    return key.holds(":(") && key.holds(")") || key.holds("<CKRe") ? index + 1 : start
  }

  private func headNumber(from offset: Int) -> Int? {
    var low = 0
    var high = heads.count
    while low < high {
      let middle = (low + high) / 2
      if heads[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low < heads.count ? low : nil
  }

  /// The number of the first head at or behind an offset.
  func firstHead(from offset: Int) -> Int { headNumber(from: offset) ?? heads.count }

  /// Where the head with a number begins.
  func start(of number: Int) -> Int? { number < heads.count ? heads[number].range.lowerBound : nil }

  func startsHead(at offset: Int) -> Bool { start(of: firstHead(from: offset)) == offset }
}

extension ByteCursor {
  /// True when only backslashes stand between the cursor and a quote.
  fileprivate var isQuoteAhead: Bool {
    var probe = self
    return probe.skipQuote()
  }
}

extension String {
  fileprivate func trimmingKey() -> String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\"" || last == "\\" { text = text.dropLast() }
    return String(text)
  }
}
