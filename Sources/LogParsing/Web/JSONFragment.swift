/// Collects one JSON value, or something like one, that stands in a text, over as many lines as it takes.
struct JSONFragment {
  /// What a line did to the fragment.
  enum Progress: Equatable {
    case open
    /// The value ended; the offset is that of the first byte behind it.
    case complete(rest: Int)
    /// The text that followed shows that it was no JSON.
    case notJSON
  }

  /// Everything collected, lines joined by line feeds.
  private(set) var bytes: [UInt8] = []
  let firstLine: Int
  private var depth = 0
  private var quote: UInt8?
  private var lineCount = 0
  private var firstLineIsBare = false

  init(firstLine: Int) { self.firstLine = firstLine }

  /// The offset at which JSON begins in a line, or nil: a bracket that is followed by what may stand in one.
  static func start(in line: [UInt8], from offset: Int = 0) -> Int? {
    var position = offset
    while position < line.count {
      let byte = line[position]
      if byte == 0x7B || byte == 0x5B, begins(line, after: position) { return position }
      position += 1
    }
    return nil
  }

  private static func begins(_ line: [UInt8], after bracket: Int) -> Bool {
    var position = bracket + 1
    while position < line.count, line[position] <= 0x20 { position += 1 }
    guard position < line.count else { return isBareEnd(line, bracket) }
    let byte = line[position]
    if line[bracket] == 0x5B {
      // A list of words in brackets is prose; PHP's keys are read elsewhere.
      return byte == 0x7B || (byte == 0x5D && bracket == 0)
    }
    if byte == 0x22 || byte == 0x27 || byte == 0x7D { return true }
    if byte == 0x3A { return isSymbol(line, position + 1) }
    var end = position
    while end < line.count, isWordByte(line[end]) { end += 1 }
    while end > position, end < line.count, line[end] == 0x20 { end += 1 }
    return end > position && end < line.count && line[end] == 0x3A
  }

  /// A bracket at the end of a line opens JSON only where a value may stand.
  private static func isBareEnd(_ line: [UInt8], _ bracket: Int) -> Bool {
    var position = bracket - 1
    while position >= 0, line[position] <= 0x20 { position -= 1 }
    return position < 0 || line[position] == 0x3A || line[position] == 0x3D || bracket - position > 3
      || (line[bracket] == 0x7B && (isWordByte(line[position]) || isEndOfFrame(line, position)))
  }

  /// `(…index.js:12:34)`: Node prints the members of an error behind the last line of its stack.
  private static func isEndOfFrame(_ line: [UInt8], _ position: Int) -> Bool {
    guard line[position] == 0x29, position > 2 else { return false }
    var start = position
    while start > 0, (0x30...0x39).contains(line[start - 1]) { start -= 1 }
    return start < position && start > 0 && line[start - 1] == 0x3A
  }

  /// `:recordName=>`: how Ruby prints the key of a hash.
  private static func isSymbol(_ line: [UInt8], _ start: Int) -> Bool {
    var end = start
    while end < line.count, isWordByte(line[end]) { end += 1 }
    while end > start, end < line.count, line[end] == 0x20 { end += 1 }
    return end > start && end + 1 < line.count && line[end] == 0x3D && line[end + 1] == 0x3E
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      || byte == 0x24
  }

  /// Takes a line, from an offset on.
  mutating func add(_ line: [UInt8], from start: Int = 0) -> Progress {
    lineCount += 1
    if lineCount == 2, firstLineIsBare, !Self.looksLikeMember(line) { return .notJSON }
    if lineCount > 1 { bytes.append(0x0A) }
    var position = start
    while position < line.count {
      let byte = line[position]
      if let open = quote {
        if byte == 0x5C {
          position += 1
        } else if byte == open, open == 0x22 || Self.endsWord(line, position) {
          quote = nil
        }
      } else if byte == 0x22 || (byte == 0x27 && Self.beginsWord(line, position)) {
        quote = byte
      } else if byte == 0x7B || byte == 0x5B {
        depth += 1
      } else if byte == 0x7D || byte == 0x5D {
        depth -= 1
        if depth <= 0 {
          bytes += line[start...position]
          return .complete(rest: position + 1)
        }
      }
      position += 1
    }
    bytes += line[min(start, line.count)...]
    if lineCount == 1 { firstLineIsBare = line[start...].allSatisfy { $0 <= 0x20 || $0 == 0x7B || $0 == 0x5B } }
    // No string goes over the end of a line; one that seems to was cut or is an apostrophe.
    quote = nil
    return .open
  }

  private static func looksLikeMember(_ line: [UInt8]) -> Bool {
    guard let first = line.first(where: { $0 > 0x20 }) else { return true }
    if [0x22, 0x27, 0x7B, 0x7D, 0x5B, 0x5D].contains(first) { return true }
    let word = line.drop { $0 <= 0x20 }.prefix { isWordByte($0) }
    guard !word.isEmpty else { return false }
    let rest = line[word.endIndex...].first { $0 > 0x20 }
    return rest == 0x3A || rest == 0x2C || (rest == nil && (0x30...0x39).contains(first))
  }

  private static func beginsWord(_ line: [UInt8], _ position: Int) -> Bool {
    guard let before = line[..<position].last(where: { $0 > 0x20 }) else { return true }
    return [0x7B, 0x5B, 0x2C, 0x3A, 0x28].contains(before)
  }

  private static func endsWord(_ line: [UInt8], _ position: Int) -> Bool {
    guard let after = line[(position + 1)...].first(where: { $0 > 0x20 }) else { return true }
    return [0x7D, 0x5D, 0x2C, 0x3A, 0x29].contains(after)
  }
}
