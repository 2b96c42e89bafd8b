/// A path pattern: `*` and `?` within a name, `**` over folders, `[a-z]`, `\` before a literal character.
struct Glob: Sendable {
  private let pattern: [UInt8]

  init(_ pattern: some StringProtocol) { self.pattern = Array(pattern.utf8) }

  /// True when the whole path matches.
  func matches(_ path: some StringProtocol) -> Bool {
    let text = Array(path.utf8)
    return Self.match(pattern[...], text[...])
  }

  private static func match(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var pattern = pattern
    var text = text
    // Where to go on when a later part fails: behind the last `*`, one byte further in the text.
    var retry: (pattern: ArraySlice<UInt8>, text: ArraySlice<UInt8>, crossesFolders: Bool)?
    while true {
      if let star = leadingStar(&pattern) {
        if pattern.isEmpty { return star || !text.contains(UInt8(ascii: "/")) }
        retry = (pattern, text, star)
        continue
      }
      if let first = text.first, let rest = matchOne(pattern, first) {
        pattern = rest
        text = text.dropFirst()
        continue
      }
      if pattern.isEmpty, text.isEmpty { return true }
      guard let last = retry, let skipped = last.text.first, last.crossesFolders || skipped != UInt8(ascii: "/") else {
        return false
      }
      retry?.text = last.text.dropFirst()
      pattern = last.pattern
      text = last.text.dropFirst()
    }
  }

  /// Takes `*`, `**` or `**/` from the start; true when it may cross folders, nil when there is none.
  private static func leadingStar(_ pattern: inout ArraySlice<UInt8>) -> Bool? {
    guard pattern.first == UInt8(ascii: "*") else { return nil }
    pattern = pattern.dropFirst()
    guard pattern.first == UInt8(ascii: "*") else { return false }
    pattern = pattern.drop { $0 == UInt8(ascii: "*") }
    if pattern.first == UInt8(ascii: "/") { pattern = pattern.dropFirst() }
    return true
  }

  /// Matches one byte and returns the rest of the pattern.
  private static func matchOne(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> ArraySlice<UInt8>? {
    guard let first = pattern.first else { return nil }
    switch first {
    case UInt8(ascii: "?"): return byte == UInt8(ascii: "/") ? nil : pattern.dropFirst()
    case UInt8(ascii: "\\"):
      let rest = pattern.dropFirst()
      return rest.first == byte ? rest.dropFirst() : nil
    case UInt8(ascii: "["): return matchSet(pattern.dropFirst(), byte)
    default: return first == byte ? pattern.dropFirst() : nil
    }
  }

  private static func matchSet(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> ArraySlice<UInt8>? {
    guard let end = pattern.dropFirst().firstIndex(of: UInt8(ascii: "]")) else { return nil }
    var members = pattern[..<end]
    let isInverted = members.first == UInt8(ascii: "!") || members.first == UInt8(ascii: "^")
    if isInverted { members = members.dropFirst() }
    var isMember = false
    while let low = members.popFirst() {
      var high = low
      if members.first == UInt8(ascii: "-"), members.count > 1 {
        members = members.dropFirst()
        high = members.popFirst() ?? low
      }
      if low <= byte, byte <= high { isMember = true }
    }
    return isMember != isInverted && byte != UInt8(ascii: "/") ? pattern[pattern.index(after: end)...] : nil
  }
}

/// The patterns of one `.gitignore`, or of `--exclude`.
struct IgnoreList: Sendable {
  private struct Entry: Sendable {
    var glob: Glob
    var isNegated: Bool
    var isForFolders: Bool
    /// False for a pattern without a slash, which matches names at any depth.
    var isAnchored: Bool
  }

  /// The folder the patterns are relative to, with a slash at its end; "" for the working directory.
  private let base: String
  private let entries: [Entry]

  init(base: String, lines: [String]) {
    self.base = base
    entries = lines.compactMap { line in
      var pattern = line[...]
      while pattern.last?.isWhitespace == true { pattern = pattern.dropLast() }
      guard !pattern.isEmpty, !pattern.hasPrefix("#") else { return nil }
      let isNegated = pattern.hasPrefix("!")
      if isNegated { pattern = pattern.dropFirst() }
      let isForFolders = pattern.hasSuffix("/")
      if isForFolders { pattern = pattern.dropLast() }
      let isAnchored = pattern.contains("/") && !pattern.hasPrefix("**/")
      if pattern.hasPrefix("/") { pattern = pattern.dropFirst() }
      if pattern.hasPrefix("./") { pattern = pattern.dropFirst(2) }
      guard !pattern.isEmpty else { return nil }
      return Entry(glob: Glob(pattern), isNegated: isNegated, isForFolders: isForFolders, isAnchored: isAnchored)
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// What the last matching pattern says: true = ignored, false = kept, nil = nothing.
  func verdict(on path: String, isFolder: Bool) -> Bool? {
    guard path.hasPrefix(base) else { return nil }
    let relative = path.dropFirst(base.count)
    let name = relative.split(separator: "/").last ?? relative
    for entry in entries.reversed() where isFolder || !entry.isForFolders {
      if entry.glob.matches(entry.isAnchored ? relative : name) || (!entry.isAnchored && entry.glob.matches(relative)) {
        return !entry.isNegated
      }
    }
    return nil
  }
}
