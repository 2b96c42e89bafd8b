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
