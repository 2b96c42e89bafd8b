import CloudKitFacts
import TextPatterns

/// The patterns that find the beginnings of printed errors; one set of matchers for each thread.
///
/// Every repetition is bounded, so that matching takes linear time on any input.
final class ErrorHeads {
  /// A beginning that was found, with what the pattern has read already.
  struct Head {
    var range: Range<Int>
    /// True when `<` stands before it, so that `>` must end it.
    var isBracketed = false
    /// Backslashes before each quote, such as 0, 1 or 3.
    var escapes = 0
    var isUnderlyingClass = false
    var name = ""
    var code = 0
    var domain: String?
    var underlying: Int?
  }

  private let canonical = ErrorPatterns.canonical.makeMatcher()
  private let quotedName = ErrorPatterns.quotedName.makeMatcher()
  private let plainName = ErrorPatterns.plainName.makeMatcher()
  private let nsError = ErrorPatterns.nsError.makeMatcher()

  /// Heads of `<CKError …>` and its shortened forms, in order, none inside another.
  func printed(in text: UnsafeRawBufferPointer) -> [Head] {
    var heads: [Head] = []
    collect(canonical, in: text) { heads.append(self.head(self.canonical, $0, text)) }
    let firstCanonical = heads.count
    collect(quotedName, in: text) { heads.append(self.head(self.quotedName, $0, text)) }
    collect(plainName, in: text) { range in
      let head = self.head(self.plainName, range, text)
      if CloudKitNumbers.agree(name: head.name, number: head.code) { heads.append(head) }
    }
    guard heads.count > firstCanonical else { return heads }
    heads.sort { $0.range.lowerBound < $1.range.lowerBound }
    var kept: [Head] = []
    for head in heads {
      if let last = kept.last, head.range.lowerBound < last.range.upperBound { continue }
      kept.append(head)
    }
    return kept
  }

  /// Heads of `Error Domain=… Code=…`.
  func nsErrors(in text: UnsafeRawBufferPointer) -> [Head] {
    var heads: [Head] = []
    collect(nsError, in: text) { range in
      var head = Head(range: range)
      head.domain = self.string(self.nsError, "domain", text) ?? self.string(self.nsError, "domain2", text)
      head.code = self.number(self.nsError, "code", text) ?? self.number(self.nsError, "code2", text) ?? 0
      heads.append(head)
    }
    return heads
  }

  private func head(_ matcher: Matcher, _ range: Range<Int>, _ text: UnsafeRawBufferPointer) -> Head {
    var head = Head(range: range)
    head.isBracketed = text[range.lowerBound] == 0x3C
    head.escapes = matcher.range(of: "esc")?.count ?? 0
    head.isUnderlyingClass = string(matcher, "class", text) == "CKUnderlyingError"
    head.name = string(matcher, "name", text).map(Self.onOneLine) ?? ""
    head.code = number(matcher, "code", text) ?? 0
    head.domain = string(matcher, "domain", text)
    head.underlying = number(matcher, "under", text)
    return head
  }

  /// A name without the line ends and runs of blanks that a paste put into it.
  private static func onOneLine(_ name: String) -> String {
    var before: UInt8 = 0x20
    let isWrapped = name.utf8.contains { byte in
      defer { before = byte }
      return byte < 0x20 || byte == 0x20 && before == 0x20
    }
    guard isWrapped || before == 0x20 else { return name }
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func string(_ matcher: Matcher, _ group: String, _ text: UnsafeRawBufferPointer) -> String? {
    matcher.range(of: group).map { String(decoding: text[$0], as: UTF8.self) }
  }

  private func number(_ matcher: Matcher, _ group: String, _ text: UnsafeRawBufferPointer) -> Int? {
    string(matcher, group, text).flatMap { Int($0) }
  }
}

/// Calls back for each match, from left to right.
func collect(_ matcher: Matcher, in text: UnsafeRawBufferPointer, _ take: (Range<Int>) -> Void) {
  var offset = 0
  while offset <= text.count, let match = matcher.firstMatch(in: text, from: offset) {
    take(match)
    offset = max(match.upperBound, offset + 1)
  }
}

/// The patterns of printed errors, compiled once.
enum ErrorPatterns {
  /// `("Name" )(12/2006)` behind a name.
  private static let codes =
    #"\s{0,80}\(\s{0,40}(?<code>-?\d{1,9})(?:\s{0,40}/\s{0,40}(?:(?<domain>[A-Za-z][A-Za-z0-9._]{0,60}):)?"#
    + #"(?<under>-?\d{1,9}))?\s{0,40}\)"#

  static let canonical = make(
    #"<?\b(?<class>CKError|CKUnderlyingError|NSError)"#
      + #"(?:[\s:]{1,40}(?:0x[0-9a-fA-F]{0,32}(?:\xE2\x80\xA6|\.\.\.)?|\xE2\x80\xA6|\.\.\.|<private>))?"#
      + #"(?:[\s:;\x2d]|\xE2\x80[\x93\x94]){0,80}(?<esc>\\{0,15})"(?<name><private>|[^"\\<>=]{1,80})\\{0,15}""# + codes)

  static let quotedName: Pattern = {
    let names = CloudKitErrorCode.all.map(\.printed).sorted { $0.count > $1.count } + ["Unknown Error"]
    return make(
      #"(?<esc>\\{0,15})"(?<name>"# + names.joined(separator: "|").replacingBlanks() + #")\\{0,15}""# + codes)
  }()

  static let plainName = make(
    #"(?<![A-Za-z0-9_])(?<name>[A-Z][a-z]{1,20}(?:[ ][A-Z][a-z]{1,20}){1,4}|[a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,5}"#
      + #"|[A-Z][A-Za-z]{3,40})[ ]?\((?<code>\d{1,5})(?:/(?<under>\d{1,5}))?\)"#)

  static let nsError = make(
    #"\bDomain\s{0,4}[=:]\s{0,20}"?(?<domain>[A-Za-z][A-Za-z0-9_.]{2,80})"?[,;]?\s{1,80}Code\s{0,4}[=:]\s{0,20}"#
      + #"(?<code>-?\d{1,9})|\bCode\s{0,4}[=:]\s{0,20}(?<code2>-?\d{1,9})[,;]?\s{1,80}Domain\s{0,4}[=:]\s{0,20}"?"#
      + #"(?<domain2>[A-Za-z][A-Za-z0-9_.]{2,80})"#, isCaseInsensitive: true)

  static func make(_ source: String, isCaseInsensitive: Bool = false) -> Pattern {
    do throws(PatternError) {
      return try Pattern(source, isCaseInsensitive: isCaseInsensitive)
    } catch {
      preconditionFailure("a pattern of the error scanner is not valid at offset \(error.offset): \(error.reason)")
    }
  }
}

extension String {
  /// A pattern in which each blank matches any white space, because pastes are wrapped anywhere.
  fileprivate func replacingBlanks() -> String {
    split(separator: " ").joined(separator: #"\s{1,80}"#)
  }
}
