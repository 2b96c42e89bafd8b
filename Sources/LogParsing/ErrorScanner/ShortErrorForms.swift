import CloudKitFacts
import SyncModel
import TextPatterns

/// Finds errors that are printed as a number with its domain: `CKErrorDomain:25`, `(CKErrorDomain error 26.)`,
/// `CKError.Code: 21`, in any language.
final class ShortErrorForms {
  private let cloudKit = ErrorPatterns.domainNumber.makeMatcher()
  private let codeNumber = ErrorPatterns.codeNumber.makeMatcher()
  private let cocoa = ErrorPatterns.cocoaNumber.makeMatcher()
  private let url = ErrorPatterns.urlNumber.makeMatcher()
  private let splitLines = ErrorPatterns.splitLines.makeMatcher()
  private let internalNumber = ErrorPatterns.internalNumber.makeMatcher()
  private let counted = ErrorPatterns.counted.makeMatcher()
  private let countedPair = ErrorPatterns.countedPair.makeMatcher()
  private let numberedName = ErrorPatterns.numberedName.makeMatcher()
  private let noItems = ErrorPatterns.noItems.makeMatcher()

  /// Every short form of a text, in order.
  func errors(in text: UnsafeRawBufferPointer) -> [ScannedError] {
    var found: [ScannedError] = []
    collect(cloudKit, in: text) { range in
      guard let number = self.number(self.cloudKit, text) else { return }
      self.add(number, range, text, to: &found)
    }
    collect(codeNumber, in: text) { range in
      guard let number = self.number(self.codeNumber, text), number < 1000 else { return }
      self.add(number, range, text, to: &found)
    }
    collect(internalNumber, in: text) { range in
      guard let number = self.number(self.internalNumber, text),
        let code = InternalErrorNumbers.publicCode(for: number)
      else { return }
      var error = ScannedError(form: .number, range: range, code: code)
      error.underlying = UnderlyingCode(code: number)
      found.append(error)
    }
    collect(numberedName, in: text) { range in
      guard let number = self.number(self.numberedName, text), let name = self.numberedName.range(of: "name"),
        CloudKitNumbers.agree(name: String(decoding: text[name], as: UTF8.self), number: number)
      else { return }
      found.append(ScannedError(form: .short, range: range, code: number))
    }
    addForeign(text, to: &found)
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func add(_ number: Int, _ range: Range<Int>, _ text: UnsafeRawBufferPointer, to found: inout [ScannedError]) {
    guard let code = CloudKitNumbers.isPublic(number) ? number : InternalErrorNumbers.publicCode(for: number) else {
      return
    }
    var error = ScannedError(form: .short, range: range, code: code)
    if number >= 1000 { error.underlying = UnderlyingCode(code: number) }
    if code == 2 {
      let rest = UnsafeRawBufferPointer(rebasing: text[range.upperBound..<lineEnd(range.upperBound, text)])
      if noItems.firstMatch(in: rest) != nil { error.items = [] }
    }
    found.append(error)
  }

  /// Errors of Core Data's mirroring and of the network that stand without `Error Domain=`.
  private func addForeign(_ text: UnsafeRawBufferPointer, to found: inout [ScannedError]) {
    for matcher in [cocoa, splitLines] {
      collect(matcher, in: text) { range in
        guard let number = self.number(matcher, text), CocoaErrorCode.numbered(number) != nil else { return }
        var error = ScannedError(form: .short, range: range, code: number)
        error.domain = "NSCocoaErrorDomain"
        found.append(error)
      }
    }
    collect(url, in: text) { range in
      guard let number = self.number(self.url, text) else { return }
      var error = ScannedError(form: .short, range: range, code: number)
      error.domain = "NSURLErrorDomain"
      found.append(error)
    }
  }

  /// Counts of failed items by code, as apps log a sent batch: `failed=250 codes=[14: 250] "…" retryAfter=25.0`.
  func countedErrors(in text: UnsafeRawBufferPointer) -> [ScannedError] {
    var found: [ScannedError] = []
    collect(counted, in: text) { range in
      let message = self.counted.range(of: "message").map { ByteCursor(text, from: 0).text($0) }
      let seconds = self.counted.range(of: "retry").map { String(decoding: text[$0], as: UTF8.self) }
      guard let list = self.counted.range(of: "list") else { return }
      let part = UnsafeRawBufferPointer(rebasing: text[list])
      collect(self.countedPair, in: part) { _ in
        guard let codeRange = self.countedPair.range(of: "code"), let countRange = self.countedPair.range(of: "count"),
          let code = Int(String(decoding: part[codeRange], as: UTF8.self)), CloudKitNumbers.isPublic(code),
          let count = Int(String(decoding: part[countRange], as: UTF8.self)), count > 0
        else { return }
        var error = ScannedError(form: .counted, range: range, code: code)
        error.message = message
        error.retryAfterMs = seconds.flatMap(milliseconds)
        // A batch that is held back as a whole is one refusal, however many items it has.
        let isRefusal = [6, 7, 23, 9].contains(code)
        error.count = isRefusal ? 1 : min(count, 1_000_000)
        if let fact = message.flatMap(MessageFact.fact(in:)), fact.code == code { error.underlying = fact.underlying }
        found.append(error)
      }
    }
    return found
  }

  private func number(_ matcher: Matcher, _ text: UnsafeRawBufferPointer) -> Int? {
    for group in ["code", "code2"] {
      if let range = matcher.range(of: group) { return Int(String(decoding: text[range], as: UTF8.self)) }
    }
    return nil
  }

  /// The end of the line, or as far as a remark on the error may stand.
  private func lineEnd(_ from: Int, _ text: UnsafeRawBufferPointer) -> Int {
    var end = from
    let limit = min(text.count, from + 400)
    while end < limit, text[end] != 10, text[end] != ErrorText.entryEnd { end += 1 }
    return end
  }
}

extension ErrorPatterns {
  /// At most one word, of any language, stands between the domain and its number.
  private static let between =
    #"[\s"',:;().#=|/\x2d]{0,6}(?:(?!line\b|LINE\b)[A-Za-z\x80-\xFF]{1,24}[\s":=#.]{0,4})?(?:[Cc]ode["\s:=#]{1,4})?"#

  static let domainNumber = make(
    #"\b(?:CKErrorDomain|CKERRORDOMAIN|ckerrordomain)\b"# + between + #"(?<code>\d{1,5})(?![\d/]|\.\d)"#)
  static let codeNumber = make(
    #"\b(?:CK|ck)Error(?:\.Code|Code)?(?:\(\s{0,4}rawValue)?[\s:=#(\x2d]{1,6}(?:code|Code|error)?[\s:=#]{0,4}(?<code>\d{1,3})"#
      + #"(?![\dA-Za-z/]|\.\d)"#)
  static let cocoaNumber = make(
    #"(?<!/)\bNSCocoaErrorDomain\b"# + between
      + #"(?<code>\d{4,6})(?!\d)|\bCocoa[\s-](?:error|[A-Za-z\x80-\xFF]{1,20}) "#
      + #"(?<code2>134\d{3})(?!\d)"#)
  static let urlNumber = make(
    #"\bNSURLErrorDomain\b[\s"',:;().#=]{0,6}(?:[A-Za-z\x80-\xFF]{1,24}[\s:=#.]{0,4})?(?<code>-\d{1,5})(?!\d)"#)
  /// `Code: 134060` and `Domain: NSCocoaErrorDomain` on lines of their own, in either order.
  static let splitLines = make(
    #"\bCode: (?<code>\d{4,6})\s{1,4}[\x1E\n]?[^\n\x1E]{0,40}\bDomain: NSCocoaErrorDomain"#
      + #"|\bCode: (?<code2>\d{4,6})[\x1E\n][^\n\x1E]{0,40}\bDomain: NSCocoaErrorDomain"#)
  /// `25 – quotaExceeded`; the name must be that of the number.
  static let numberedName = make(
    #"\b(?<code>\d{1,2})\s{0,2}(?:[\x2d:(=]|\xE2\x80[\x93\x94])\s{0,2}\.?(?<name>[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,5})\b"#
  )
  static let internalNumber = make(#"\bCKInternalErrorDomain"?[:\s]{1,4}(?<code>\d{4,5})(?!\d)"#)
  static let counted = make(
    #"\bcodes\s?[=:]\s?\[(?<list>[0-9:, ]{1,200})\](?:\s{1,4}"(?<message>[^"\n]{0,300})")?"#
      + #"(?:[^\n\x1E]{0,60}?\bretry_?[aA]fter\s?[=:]\s?(?<retry>[0-9.]{1,12}))?"#)
  static let countedPair = make(#"(?<code>\d{1,3})\s?:\s?(?<count>\d{1,7})"#)
  static let noItems = make(#"\[(?:no|0) per[- ]?(?:record|item)[- ]?errors?\]"#, isCaseInsensitive: true)
}
