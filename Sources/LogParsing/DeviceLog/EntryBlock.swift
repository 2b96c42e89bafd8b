import SyncModel

/// The entry that is being put together: a line that matters and the lines that belong to it.
struct EntryBlock {
  /// The cleaned text.
  var text = ErrorText()
  /// Indices of lines that begin an entry of their own.
  private(set) var starts: [Int] = []
  /// True when the first line had a prefix, so that lines without one continue it.
  var hasPrefix = false
  var sinceCandidate = 0
  /// True for a line with an error behind an operation.
  private var balance = 0
  /// Lines of others that were left out since the last line that was taken.
  private var foreignLines = 0
  /// The columns that each line took on a screen with its prefix.
  private var widths: [Int] = []

  var isEmpty: Bool { text.lines.isEmpty }

  /// True while a bracket or brace is open, as inside partial errors.
  var isOpen: Bool { balance > 0 }

  static let mostBytes = 1 << 19

  /// True when no more lines should be joined.
  var isFull: Bool {
    let linger = isOpen ? 400 : hasPrefix ? 40 : 14
    return sinceCandidate > linger || text.bytes.count > Self.mostBytes
  }

  mutating func append(
    _ line: UnsafeRawBufferPointer, number: Int, ordinal: Int, time: Timestamp?, isNewEntry: Bool, isCandidate: Bool
  ) {
    if isEmpty || isNewEntry { starts.append(text.lines.count) }
    foreignLines = 0
    widths.append(0)
    let before = text.bytes.count
    text.append(line, number: number, ordinal: ordinal, time: time, isNewEntry: isNewEntry)
    sinceCandidate = isCandidate ? 0 : sinceCandidate + 1
    countBrackets(from: before)
  }

  mutating func removeAll() {
    text.removeAll()
    starts.removeAll(keepingCapacity: true)
    hasPrefix = false
    sinceCandidate = 0
    balance = 0
    foreignLines = 0
    widths.removeAll(keepingCapacity: true)
  }

  /// Lets a line with a prefix of its own pass when the lines above end inside an error; false = too many have passed.
  mutating func passesForeignLine() -> Bool {
    guard !isEmpty, isOpen, hasPrefix, foreignLines < 20 else { return false }
    foreignLines += 1
    return true
  }

  /// Takes down how wide the line is that was appended last.
  mutating func setWidth(of line: UnsafeRawBufferPointer) {
    guard let last = widths.indices.last, line.count <= 4 * WrappedLines.widest else { return }
    widths[last] = line.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// Puts lines together again that a terminal broke at its right edge, inside words too.
  mutating func joinWrappedLines() {
    let broken = WrappedLines(text, widths: widths, starts: starts).continuations
    guard !broken.isEmpty else { return }
    text.join(Set(broken))
    var joined = 0
    starts = starts.map { start in
      while joined < broken.count, broken[joined] < start { joined += 1 }
      return start - joined
    }
    widths.removeAll()
  }

  private mutating func countBrackets(from start: Int) {
    var last: UInt8 = 0
    for byte in text.bytes[start...] {
      switch byte {
      case 0x3C, 0x7B: balance += 1
      case 0x7D: balance -= 1
      case 0x3E: if last != 0x2D, last != 0x3D { balance -= 1 }
      default: break
      }
      last = byte
    }
    if balance < 0 { balance = 0 }
  }

  /// The logical entries as ranges of lines: from prefix to prefix; without prefixes a line each, or as many as an open
  /// bracket spans.
  var entries: [Range<Int>] {
    if hasPrefix {
      return starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : text.lines.count) }
    }
    var entries: [Range<Int>] = []
    var index = 0
    while index < text.lines.count {
      var end = index + 1
      var open = Self.balance(text, index)
      while open > 0, end < text.lines.count, end - index < 60 {
        open += Self.balance(text, end)
        end += 1
      }
      entries.append(index..<end)
      index = end
    }
    return entries
  }

  private static func balance(_ text: ErrorText, _ line: Int) -> Int {
    let end = line + 1 < text.lines.count ? text.lines[line + 1].start : text.bytes.count
    var balance = 0
    for byte in text.bytes[text.lines[line].start..<end] {
      if byte == 0x3C || byte == 0x7B { balance += 1 }
      if byte == 0x3E || byte == 0x7D { balance -= 1 }
    }
    return balance
  }
}
