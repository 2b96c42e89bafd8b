import SyncModel

/// A piece of a log that can hold CloudKit errors: one entry with its continuation lines, cleaned for the scanner.
///
/// Prefixes, terminal colours and marks of quoting are gone; typographic quotes are straight. A line that begins a new
/// entry is separated by `entryEnd` instead of a newline, so that no error reaches across entries by accident.
struct ErrorText {
  /// Separates entries; ASCII's record separator.
  static let entryEnd: UInt8 = 0x1E

  /// Where one line of the input begins in the text.
  struct Line {
    var start: Int
    /// 1-based line of the input.
    var number: Int
    /// Counts lines that are not blank.
    var ordinal: Int
    var time: Timestamp?
  }

  private(set) var bytes: [UInt8] = []
  private(set) var lines: [Line] = []

  /// Appends a line without its prefix and its end.
  mutating func append(_ line: UnsafeRawBufferPointer, number: Int, ordinal: Int, time: Timestamp?, isNewEntry: Bool) {
    if !lines.isEmpty { bytes.append(isNewEntry ? Self.entryEnd : 10) }
    lines.append(Line(start: bytes.count, number: number, ordinal: ordinal, time: time))
    TextCleaning.append(line, to: &bytes)
  }

  /// Gives a time to the lines from an index on, when it is told behind them.
  mutating func setTime(_ time: Timestamp, from index: Int) {
    for line in lines.indices.dropFirst(index) { lines[line].time = time }
  }

  /// Puts the lines with the given indices right behind the lines before them.
  mutating func join(_ indices: Set<Int>) {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count)
    var kept: [Line] = []
    for (index, line) in lines.enumerated() {
      let end = index + 1 < lines.count ? lines[index + 1].start - 1 : bytes.count
      if !indices.contains(index) {
        if index > 0 { joined.append(bytes[line.start - 1]) }
        kept.append(Line(start: joined.count, number: line.number, ordinal: line.ordinal, time: line.time))
      }
      joined += bytes[line.start..<max(line.start, end)]
    }
    bytes = joined
    lines = kept
  }

  /// The text of the lines with the given indices, runs of blanks and line ends as one blank.
  func joined(_ range: Range<Int>) -> String {
    guard let first = range.first, range.upperBound <= lines.count else { return "" }
    let end = range.upperBound < lines.count ? lines[range.upperBound].start - 1 : bytes.count
    let start = lines[first].start
    var joined: [UInt8] = []
    for byte in bytes[start..<max(start, min(end, start + 16_384))] {
      let isBlank = byte == 10 || byte == 0x20 || byte == 0x09
      if isBlank, joined.last == 0x20 { continue }
      joined.append(isBlank ? 0x20 : byte)
    }
    return String(decoding: joined, as: UTF8.self)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
  }

  /// The line that holds an offset.
  func line(at offset: Int) -> Line {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].start <= offset { low = middle } else { high = middle }
    }
    return lines.isEmpty ? Line(start: 0, number: 1, ordinal: 1, time: nil) : lines[low]
  }

  /// The text of the line that holds an offset, at most 2,000 characters.
  func evidence(at offset: Int) -> String {
    let start = line(at: offset).start
    // A line may hold a million bytes and thousands of errors.
    let from = offset - start > 1500 ? offset - 200 : start
    let limit = min(bytes.count, from + 2400)
    var end = from
    while end < limit, bytes[end] != 10, bytes[end] != Self.entryEnd { end += 1 }
    return String(decoding: bytes[from..<end], as: UTF8.self).clipped(2000)
  }
}

extension String {
  /// At most so many characters; a text that is short in bytes is not looked through.
  func clipped(_ count: Int) -> String { utf8.count <= count ? self : String(prefix(count)) }
}

extension ErrorText {
  /// Makes a text of a whole document, for messages that are known to be one entry.
  init(_ text: String, number: Int = 1, time: Timestamp? = nil) {
    var copy = text
    copy.withUTF8 { utf8 in
      var start = 0
      var count = 0
      while start <= utf8.count {
        var end = start
        while end < utf8.count, utf8[end] != 10 { end += 1 }
        let stop = end > start && utf8[end - 1] == 13 ? end - 1 : end
        append(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[start..<stop]), number: number + count,
          ordinal: number + count, time: time, isNewEntry: false)
        count += 1
        start = end + 1
      }
    }
  }
}

/// Takes away what terminals, chat programs and word processors add to a log.
enum TextCleaning {
  /// Appends a line without ANSI codes, with straight quotes, and without a leading `//` or `>` mark.
  static func append(_ line: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var index = lengthOfMarks(line)
    let end = line.count
    guard needsCleaning(line) else {
      bytes.append(contentsOf: line[index..<end])
      return
    }
    while index < end {
      let byte = line[index]
      if let width = widthOfColourCode(line, at: index) {
        index += width
      } else if byte == 0xE2, index + 2 < end, line[index + 1] == 0x80, let plain = straight(line[index + 2]) {
        bytes.append(plain)
        index += 3
      } else if byte == 0x5C, index + 1 < end, line[index + 1] == 0x27 {
        index += 1
      } else if byte == 0x26, let (plain, width) = entity(line, at: index) {
        bytes.append(plain)
        index += width
      } else if byte == ErrorText.entryEnd || byte == 0 {
        bytes.append(0x20)
        index += 1
      } else {
        bytes.append(byte)
        index += 1
      }
    }
  }

  /// The number of bytes of a leading comment or quotation mark, with the blanks before it.
  static func lengthOfMarks(_ line: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    var length = 0
    while index + 1 < line.count {
      if line[index] == 0x2F, line[index + 1] == 0x2F {
        index += 2
        while index < line.count, line[index] == 0x2F { index += 1 }
      } else if line[index] == 0x3E, line[index + 1] == 0x20 {
        index += 1
      } else {
        break
      }
      length = index
      while index < line.count, line[index] == 0x20 { index += 1 }
    }
    return length
  }

  private static func needsCleaning(_ line: UnsafeRawBufferPointer) -> Bool {
    line.contains { byte in
      byte == 0x1B || byte == 0xE2 || byte == 0x5C || byte == 0x5B || byte == 0x26 || byte < 9 || byte == 0x1E
    }
  }

  /// The width of `ESC [ … letter`, also where the escape character itself was lost: `[33m`.
  static func widthOfColourCode(_ line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    var index = start
    let hasEscape = line[index] == 0x1B
    if hasEscape { index += 1 }
    guard index < line.count, line[index] == 0x5B else { return hasEscape ? 1 : nil }
    index += 1
    let first = index
    while index < line.count, index - first < 16, (0x30...0x39).contains(line[index]) || line[index] == 0x3B {
      index += 1
    }
    guard index < line.count, index > first || hasEscape else { return hasEscape ? index - start : nil }
    if line[index] == 0x6D { return index + 1 - start }
    return hasEscape && (0x40...0x7E).contains(line[index]) ? index + 1 - start : nil
  }

  /// A character that a page wrote as `&lt;`, `&gt;`, `&quot;`, `&#39;` or `&amp;`.
  private static func entity(_ line: UnsafeRawBufferPointer, at start: Int) -> (plain: UInt8, width: Int)? {
    if LinePrefix.matches("&lt;", line, start) { return (0x3C, 4) }
    if LinePrefix.matches("&gt;", line, start) { return (0x3E, 4) }
    if LinePrefix.matches("&quot;", line, start) { return (0x22, 6) }
    if LinePrefix.matches("&#34;", line, start) { return (0x22, 5) }
    if LinePrefix.matches("&#39;", line, start) { return (0x27, 5) }
    if LinePrefix.matches("&amp;", line, start) { return (0x26, 5) }
    return nil
  }

  private static func straight(_ last: UInt8) -> UInt8? {
    switch last {
    case 0x9C, 0x9D, 0x9E, 0x9F: 0x22
    case 0x98, 0x99, 0x9A, 0x9B: 0x27
    default: nil
    }
  }
}
