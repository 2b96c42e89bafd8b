import CloudKitFacts
import TextPatterns

/// How much of the beginning of an input speaks of CloudKit Web Services.
struct WebSignals {
  private let sample: InputSample

  init(_ sample: InputSample) { self.sample = sample }

  private static let strong = Pattern.compiled(
    #"\bserverErrorCode\b|\b_?ckErrorCode\b|/database/1/[^/\s"]+/(?:development|production)/(?:public|private|shared)/"#
      + #"|ckdatabasews|X-Apple-CloudKit-Request-|🌐 CloudKit Request: |CloudKit server error: |/setup/ws/1/"#
      + #"|PyiCloudAPIResponse|private db access disabled|CloudKitApiError|server_error_code"?:"#
      + #"|Unable to find applicationIdentifier for containerId|CKAUTHunknownError|CloudKit (?:per-)?record error"#
      + "|(?i:cloudkit)[\\w.]*: (?:\(ServerErrorCode.all.map(\.name).joined(separator: "|")))\\b")
  private static let weak = Pattern.compiled(
    #"(?i:cloudkit|icloud|ckdatabase)[^\n]*(?:(?<![:\w])\((?:4|5)\d\d\)|HTTP[ /\d.]* [45]\d\d|answered [45]\d\d|Cannot read prop"#
      + #"|(?:->|=>|→) [45]\d\d\b|is not an object|KeyError|JSONDecodeError|Unexpected token|\[object Object\])"#)

  private static let device = Pattern.compiled(
    #"<CK(?:Underlying)?Error[ :]|\bCKErrorDomain\b|CoreData\+CloudKit: |<CKSyncEngine |\[com\.apple\.cloudkit:"#)

  /// True when something in the sample can only come from CloudKit Web Services or a client of them.
  var areStrong: Bool { matches(Self.strong) }

  /// True when something looks like a client's trouble, and nothing is printed by a framework on a device.
  var areWeak: Bool { matches(Self.weak) && !matches(Self.device) }

  /// The share of the lines that begin an entry by the pattern; continuation lines are indented or JSON.
  func share(of pattern: Pattern) -> Double {
    let matcher = pattern.makeMatcher()
    let entries = sample.lines.filter { line in
      guard let first = line.utf8.first else { return false }
      return first > 0x20 && ![0x22, 0x7B, 0x7D, 0x5B, 0x5D].contains(first)
    }
    guard !entries.isEmpty else { return 0 }
    return Double(entries.count { matcher.matches($0) }) / Double(entries.count)
  }

  /// What the sample's first JSON value is, when it begins with one; a cut one is read as far as it goes.
  var firstBody: WebBodyKind.Kind? {
    let bytes = sample.bytes
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), bytes[start] == 0x7B || bytes[start] == 0x5B else {
      return nil
    }
    var fragment = JSONFragment(firstLine: 1)
    for line in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false) {
      if fragment.add(Array(line)) != .open { break }
    }
    return WebBodyKind(parser: JSONParser()).kind(of: fragment.bytes, isNamedRequest: nil)
  }

  /// True when the sample is an error object of the server that lost its braces.
  var isObjectWithoutBraces: Bool {
    var members = MemberLines()
    let lines = sample.lines.prefix(40).filter { !$0.allSatisfy(\.isWhitespace) }
    var found: [UInt8]?
    for text in lines where found == nil {
      let line = WebLine(source: 0, number: 0, time: nil, text: text, raw: text)
      found = members.add(line)?.bytes
      if found == nil, !members.isOpen { return false }
    }
    guard let object = found ?? members.finish()?.bytes else { return false }
    switch WebBodyKind(parser: JSONParser()).kind(of: object, isNamedRequest: nil) {
    case .answer(errorKey: .some), .item: return true
    default: return false
    }
  }

  private func matches(_ pattern: Pattern) -> Bool {
    sample.bytes.withUnsafeBytes { pattern.makeMatcher().firstMatch(in: $0) != nil }
  }
}
