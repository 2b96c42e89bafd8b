/// Finds the members of a source and the bodies of its functions and computed properties by its braces, much faster than
/// a parser.
///
/// It knows comments, string literals with interpolations, and which brace begins a type. It gives up where it cannot be
/// sure, as at a regex literal: such a source is parsed whole.
struct BodyScanner {
  private(set) var bodies: [CodeBody] = []
  private(set) var names: [ScannedName] = []
  private var tracker = MemberTracker()

  private enum Frame { case members, body, other }
  private struct OpenFrame {
    var kind: Frame
    /// What the brace was expected to begin; it still is behind a brace in parentheses.
    var pending = Pending.nothing
    /// Open parentheses outside of the brace.
    var depth = 0
    /// Behind the brace.
    var index = 0
    /// Where the declaration begins that the brace belongs to.
    var start = 0
    var name: UInt64 = 0
    /// The number of names before it.
    var names = 0
  }

  private enum Pending { case nothing, type, function, variable }

  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  private var frames = [OpenFrame(kind: .members)]
  /// Open parentheses and brackets since the innermost brace.
  private var depth = 0
  private var pending = Pending.nothing
  private var pendingName: UInt64 = 0
  private var pendingStart = 0
  private var isNameNext = false
  private var hasValue = false
  /// The last byte that is neither blank nor comment.
  private var last: UInt8 = 0
  private var lastEnd = 0
  /// True when the line ended since then.
  private var isNewLine = false
  /// The open parentheses (1) and brackets (0), the innermost lowest.
  private var brackets: UInt64 = 0
  /// Interpolations around the index.
  private var level = 0

  /// Scans a source; nil where it is not understood.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    guard scan(untilParenthesis: false), frames.count == 1, depth == 0 else { return nil }
    tracker.end(at: bytes.count, codeEnd: lastEnd, names: names.count)
  }

  /// The declarations of the file and of its types, outer ones first.
  var members: [ScannedMember] { tracker.members }

  private func byte(at position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Scans to the end, or behind the parenthesis that closes an interpolation.
  private mutating func scan(untilParenthesis isInterpolation: Bool) -> Bool {
    var open = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isNewLine = true
        index += 1
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        index += 1
        continue
      case UInt8(ascii: "/"):
        guard scanSlash() else { return false }
        continue
      case UInt8(ascii: "\""):
        guard scanText(hashes: 0) else { return false }
      case UInt8(ascii: "#"):
        if isAmongMembers, !isInterpolation, !startsText {
          beginMember()
          tracker.directive()
        }
        guard scanHash() else { return false }
      case UInt8(ascii: "`"):
        guard scanEscapedName() else { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while Self.isWord(self.byte(at: index)) { index += 1 }
      case _ where Self.isWord(byte): scanName(isInterpolation)
      case UInt8(ascii: "("), UInt8(ascii: "["):
        open += 1
        depth += 1
        brackets = brackets << 1 | (byte == UInt8(ascii: "(") ? 1 : 0)
        index += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        index += 1
        if isInterpolation, open == 0 { return byte == UInt8(ascii: ")") }
        open -= 1
        depth -= 1
        brackets >>= 1
        guard depth >= 0 else { return false }
      default: guard scanSign(byte, isInterpolation) else { return false }
      }
      last = bytes[index - 1]
      lastEnd = index
      isNewLine = false
    }
    return !isInterpolation
  }

  // MARK: - Braces

  private mutating func scanSign(_ byte: UInt8, _ isInterpolation: Bool) -> Bool {
    if isAmongMembers, !isInterpolation {
      if byte == UInt8(ascii: "@") { beginMember() } else { tracker.sign(byte, names: names.count) }
    }
    index += 1
    switch byte {
    // A closure inside a text begins no body.
    case UInt8(ascii: "{"): open(isInterpolation)
    case UInt8(ascii: "}"): return close()
    case UInt8(ascii: "="): if depth == 0 { hasValue = true }
    case UInt8(ascii: ";"): if depth == 0 { pending = .nothing }
    case 0: return false
    default: break
    }
    return true
  }

  private mutating func open(_ isInterpolation: Bool) {
    var kind = Frame.other
    if frames.last?.kind == .members, depth == 0, !isInterpolation {
      switch pending {
      case .type: kind = .members
      case .function: kind = .body
      case .variable: kind = hasValue ? .other : .body
      case .nothing: kind = .other
      }
    }
    if kind == .members { tracker.enterType(behind: index, names: names.count) }
    frames.append(
      OpenFrame(
        kind: kind, pending: pending, depth: depth, index: index, start: pendingStart,
        name: pending == .function ? pendingName : 0,
        names: names.count))
    depth = 0
    pending = .nothing
  }

  private mutating func close() -> Bool {
    guard depth == 0, frames.count > 1, let frame = frames.popLast() else { return false }
    if frame.kind == .body {
      bodies.append(
        CodeBody(
          range: frame.index..<(index - 1), start: frame.start, name: frame.name, names: frame.names..<names.count))
      tracker.addBody(bodies.count - 1)
    } else if frame.kind == .members {
      tracker.leaveType(at: index - 1, codeEnd: lastEnd, names: names.count)
    }
    depth = frame.depth
    pending = depth > 0 ? frame.pending : .nothing
    return true
  }

  // MARK: - Comments and texts

  private mutating func scanSlash() -> Bool {
    switch byte(at: index + 1) {
    case UInt8(ascii: "/"):
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      return true
    case UInt8(ascii: "*"): return scanBlockComment()
    default: break
    }
    // A division has an operand to its left; what may begin a regex literal is left to the parser.
    let next = byte(at: index + 1)
    let isBlank = next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\t")
    let isOperand = Self.isWord(last) || [")", "]", "}", "\"", "?", "!", "`"].contains(UnicodeScalar(last))
    guard isBlank || next == UInt8(ascii: "=") || (isOperand && lastEnd == index) else { return false }
    last = bytes[index]
    index += 1
    lastEnd = index
    isNewLine = false
    return true
  }

  private mutating func scanBlockComment() -> Bool {
    var level = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { isNewLine = true }
      if bytes[index] == UInt8(ascii: "/"), byte(at: index + 1) == UInt8(ascii: "*") {
        level += 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "*"), byte(at: index + 1) == UInt8(ascii: "/") {
        level -= 1
        index += 2
        if level == 0 { return true }
      } else {
        index += 1
      }
    }
    return false
  }

  /// `#if`, `#selector`, and the beginning of a raw string.
  private mutating func scanHash() -> Bool {
    let start = index
    while byte(at: index) == UInt8(ascii: "#") { index += 1 }
    if byte(at: index) == UInt8(ascii: "\"") { return scanText(hashes: index - start) }
    return byte(at: index) != UInt8(ascii: "/")
  }

  private mutating func scanText(hashes: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    let isLong = byte(at: index + 1) == quote && byte(at: index + 2) == quote
    // `""` is an empty text unless a third quote makes it a long one.
    index += isLong ? 3 : 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where hasHashes(hashes, at: index + 1):
        index += 1 + hashes
        if byte(at: index) == UInt8(ascii: "(") {
          index += 1
          let outer = depth
          level += 1
          // Deeper nesting is nobody's code, and would cost the stack.
          guard level < 50, scan(untilParenthesis: true), depth == outer else { return false }
          level -= 1
        } else {
          index += 1
        }
      case quote:
        if isLong, byte(at: index + 1) != quote || byte(at: index + 2) != quote {
          index += 1
          continue
        }
        let end = index + (isLong ? 3 : 1)
        if hasHashes(hashes, at: end) {
          index = end + hashes
          return true
        }
        index += 1
      case UInt8(ascii: "\n") where !isLong: return false
      default: index += 1
      }
    }
    return false
  }

  /// True at the `#` of a raw string.
  private var startsText: Bool {
    var position = index
    while byte(at: position) == UInt8(ascii: "#") { position += 1 }
    return byte(at: position) == UInt8(ascii: "\"")
  }

  private func hasHashes(_ count: Int, at position: Int) -> Bool {
    for offset in 0..<count where byte(at: position + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  // MARK: - Names

  private mutating func scanEscapedName() -> Bool {
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "`") {
      guard bytes[index] != UInt8(ascii: "\n") else { return false }
      index += 1
    }
    guard index < bytes.count else { return false }
    add(start..<index, Self.hash(bytes[start..<index]))
    index += 1
    return true
  }

  private mutating func scanName(_ isInterpolation: Bool) {
    let start = index
    var end = start
    while Self.isWord(byte(at: end)) { end += 1 }
    let hash = Self.hash(bytes[start..<end])
    let isKeyword = !isNameNext && isAmongMembers && !isInterpolation && !isBehindDot
    let keyword = isKeyword ? MemberKeyword.all[hash] : nil
    if let keyword, keyword != .branch { beginMember() }
    add(start..<end, hash)
    index = end
    if isNameNext {
      // What a declaration calls itself is no call of it.
      isNameNext = false
      pendingName = hash
      names[names.count - 1].isCall = false
      return
    }
    guard let keyword, keyword != .modifier else { return }
    hasValue = false
    pendingName = 0
    pendingStart = start
    switch keyword {
    case .function:
      pending = .function
      isNameNext = Self.isWord(nextByte(behind: index))
    case .initializer: pending = .function
    case .variable: pending = .variable
    case .type, .typeExtension: pending = .type
    case .alias, .enumCase, .other, .branch, .modifier: pending = .nothing
    }
    tracker.keyword(keyword.memberKind, names: names.count)
  }

  /// True behind the dot of a member, but not behind `1...`.
  private var isBehindDot: Bool {
    last == UInt8(ascii: ".") && (lastEnd < 2 || bytes[lastEnd - 2] != UInt8(ascii: "."))
  }

  /// True directly in a file or a type, outside of parentheses.
  private var isAmongMembers: Bool { depth == 0 && frames.last?.kind == .members }

  /// Notes that a member may begin at the index.
  private mutating func beginMember() {
    let isBehindOperand =
      Self.isWord(last) || [")", "]", "}", "\"", "?", "!", "`", ">", ";", "\0"].contains(UnicodeScalar(last))
    let isBoundary = isBehindOperand && (isNewLine || last == UInt8(ascii: ";"))
    tracker.begin(at: index, isBoundary: isBoundary, codeEnd: lastEnd, names: names.count)
  }

  /// The next byte that is no blank.
  private func nextByte(behind position: Int) -> UInt8 {
    var position = position
    while byte(at: position) == UInt8(ascii: " ") { position += 1 }
    return byte(at: position)
  }

  private mutating func add(_ range: Range<Int>, _ hash: UInt64) {
    let isArgument = depth > 0 && (last == UInt8(ascii: "(") || last == UInt8(ascii: ","))
    let isBeforeColon = byte(at: range.upperBound) == UInt8(ascii: ":")
    // `[a: 1, b: 2]` has no labels.
    let isLabel = isArgument && isBeforeColon && brackets & 1 == 1
    let next = nextByte(behind: range.upperBound)
    let isCall =
      next == UInt8(ascii: "(") || next == UInt8(ascii: "{") || next == UInt8(ascii: "?") || next == UInt8(ascii: "<")
    // A parameter's own name stands behind its label, other than a value between `?` and `:`.
    let isParameter =
      isBeforeColon && depth > 0 && brackets & 1 == 1 && (isArgument || Self.isWord(last))
    let takesText = isLabel && nextByte(behind: range.upperBound + 1) == UInt8(ascii: "\"")
    names.append(
      ScannedName(
        offset: range.lowerBound, count: range.count, hash: hash, isLabel: isLabel, isCall: isCall,
        takesText: takesText, isParameter: isParameter, depth: depth))
  }
}
