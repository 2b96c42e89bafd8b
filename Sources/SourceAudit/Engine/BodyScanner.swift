/// Finds the bodies of a source's functions and computed properties by its braces, much faster than a parser.
///
/// It knows comments, string literals with interpolations, and which brace begins a type. It gives up where it cannot be
/// sure, as at a regex literal: such a source is parsed whole.
struct BodyScanner {
  private(set) var bodies: [CodeBody] = []
  private(set) var names: [ScannedName] = []

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
  /// Interpolations around the index.
  private var level = 0

  /// Scans a source; nil where it is not understood.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    guard scan(untilParenthesis: false), frames.count == 1, depth == 0 else { return nil }
  }

  private func byte(at position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Scans to the end, or behind the parenthesis that closes an interpolation.
  private mutating func scan(untilParenthesis isInterpolation: Bool) -> Bool {
    var open = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index += 1
        continue
      case UInt8(ascii: "/"):
        guard scanSlash() else { return false }
        continue
      case UInt8(ascii: "\""):
        guard scanText(hashes: 0) else { return false }
      case UInt8(ascii: "#"):
        guard scanHash() else { return false }
      case UInt8(ascii: "`"):
        guard scanEscapedName() else { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while Self.isWord(self.byte(at: index)) { index += 1 }
      case _ where Self.isWord(byte): scanName(isInterpolation)
      case UInt8(ascii: "("), UInt8(ascii: "["):
        open += 1
        depth += 1
        index += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        index += 1
        if isInterpolation, open == 0 { return byte == UInt8(ascii: ")") }
        open -= 1
        depth -= 1
        guard depth >= 0 else { return false }
      default: guard scanSign(byte, isInterpolation) else { return false }
      }
      last = bytes[index - 1]
      lastEnd = index
    }
    return !isInterpolation
  }

  // MARK: - Braces

  private mutating func scanSign(_ byte: UInt8, _ isInterpolation: Bool) -> Bool {
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
    return true
  }

  private mutating func scanBlockComment() -> Bool {
    var level = 0
    while index < bytes.count {
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
    add(start..<index)
    index += 1
    return true
  }

  private mutating func scanName(_ isInterpolation: Bool) {
    let start = index
    let follows = last
    while Self.isWord(byte(at: index)) { index += 1 }
    let hash = add(start..<index)
    if isNameNext {
      // What a declaration calls itself is no mention of it.
      isNameNext = false
      pendingName = hash
      names.removeLast()
      return
    }
    guard depth == 0, !isInterpolation, frames.last?.kind == .members, follows != UInt8(ascii: "."),
      let keyword = Keyword.all[hash]
    else { return }
    hasValue = false
    pendingName = 0
    pendingStart = start
    switch keyword {
    case .function:
      pending = .function
      isNameNext = Self.isWord(nextByte(behind: index))
    case .initializer: pending = .function
    case .variable: pending = .variable
    case .type: pending = .type
    case .other: pending = .nothing
    }
  }

  /// The next byte that is no blank.
  private func nextByte(behind position: Int) -> UInt8 {
    var position = position
    while byte(at: position) == UInt8(ascii: " ") { position += 1 }
    return byte(at: position)
  }

  @discardableResult
  private mutating func add(_ range: Range<Int>) -> UInt64 {
    let hash = Self.hash(bytes[range])
    let isArgument = depth > 0 && (last == UInt8(ascii: "(") || last == UInt8(ascii: ","))
    let isLabel = isArgument && byte(at: range.upperBound) == UInt8(ascii: ":")
    let next = nextByte(behind: range.upperBound)
    let isCall =
      next == UInt8(ascii: "(") || next == UInt8(ascii: "{") || next == UInt8(ascii: "?") || next == UInt8(ascii: "<")
    let takesText = isLabel && nextByte(behind: range.upperBound + 1) == UInt8(ascii: "\"")
    names.append(
      ScannedName(
        offset: range.lowerBound, count: range.count, hash: hash, isLabel: isLabel, isCall: isCall,
        takesText: takesText,
        depth: depth))
    return hash
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// FNV-1a of 64 bits.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// The words that tell what the next brace begins.
  private enum Keyword {
    case function, initializer, variable, type, other

    static let all: [UInt64: Keyword] = {
      var all: [UInt64: Keyword] = [:]
      let words: [(Keyword, [String])] = [
        (.function, ["func"]), (.initializer, ["init", "deinit", "subscript"]), (.variable, ["var", "let"]),
        (.type, ["class", "struct", "enum", "actor", "extension", "protocol"]),
        (.other, ["case", "import", "typealias", "associatedtype", "operator", "precedencegroup", "macro"]),
        (.other, ["if", "else", "guard", "while", "for", "switch", "do", "catch", "repeat", "defer", "return"]),
      ]
      for (keyword, list) in words { for word in list { all[BodyScanner.hash(word.utf8)] = keyword } }
      return all
    }()
  }
}
