import TextPatterns

/// Decides from the bytes of a file whether it can hold a finding, so that most files are never parsed.
///
/// It may select too much, never too little: CloudKit's names begin with `CK`, Core Data's and SwiftData's CloudKit
/// parts name themselves, and the tails of CloudKit's own member names stand for files that use it without naming it.
package struct Prefilter: Sendable {
  private static let words: [String] = [
    "\\bCK[A-Z]", "import +CloudKit", "CloudKitContainer", "CloudKitShare", "cloudKitDatabase",
    "Attribute\\([^)\\n]*\\.unique\\b", "#Unique",
    // The tail of a name is looked for first: few lines hold one, and only there the whole name is compared.
    "Block(?<=\(RetiredNames.blockNames.sorted().joined(separator: "|")))",
    "LongLived(?<=isLongLived)", "RecordZoneID(?<=optionsByRecordZoneID)", "Truncated(?<=resultsTruncated)",
    "RecordID(?<=rootRecordID)", "Discoverability(?<=userDiscoverability)", "Options(?<=subscriptionOptions)",
    "ApplicationPermission(?<=requestApplicationPermission|forApplicationPermission)",
    "PermissionStatus(?<=applicationPermissionStatus)", "AllIdentities(?<=discoverAllIdentities)",
    "Identit(?<=discoverUserIdentit|[uU]serIdentit)", "IdentitiesFromContacts", "UserInfo(?<=discoverUserInfo)",
    "ContactUserInfos", "ZoneWith(?<=inZoneWith)",
  ]

  /// Without one of these in a file no pattern matches: parts of every word, each with its rarest two bytes.
  private static let parts: [(text: String, pair: String)] =
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { ("CK" + String(UnicodeScalar($0)), "CK") }
    + RetiredNames.blockNames.map { ($0, "Bl") } + [
      ("loudKit", "dK"), ("nique", "iq"), ("isLongLived", "gL"), ("optionsByRecordZoneID", "yR"),
      ("resultsTruncated", "sT"), ("rootRecordID", "tR"), ("userDiscoverability", "rD"), ("subscriptionOptions", "nO"),
      ("pplicationPermission", "nP"), ("discoverAllIdentities", "lI"), ("serIdentit", "rI"),
      ("IdentitiesFromContacts", "sF"), ("discoverUserInfo", "rU"), ("ContactUserInfos", "tU"), ("inZoneWith", "nZ"),
    ]

  /// Matches one of the words outside of lines that are nothing but a comment.
  private let code: Pattern
  private let scan = WordScan(Self.parts)
  private let additional: [Pattern]

  /// Makes a filter that also selects what the user's own patterns match.
  package init(additional: [Pattern] = []) throws(PatternError) {
    code = try Pattern("(?m)^[ \\t]*//[^\\n]*(*SKIP)(*FAIL)|" + Self.words.joined(separator: "|"))
    self.additional = additional
  }

  /// True when a source with this text would be parsed.
  package func selects(_ text: String) -> Bool {
    var copy = text
    return copy.withUTF8 { selects(UnsafeRawBufferPointer($0), makeMatchers()) }
  }

  /// The working memory for one thread.
  package func makeMatchers() -> [Matcher] { ([code] + additional).map { $0.makeMatcher() } }

  /// True when a file with these bytes would be parsed; the matchers are those of a thread.
  func selects(_ bytes: UnsafeRawBufferPointer, _ matchers: [Matcher]) -> Bool {
    if scan.finds(in: bytes), matchers[0].firstMatch(in: bytes) != nil { return true }
    return matchers.dropFirst().contains { $0.firstMatch(in: bytes) != nil }
  }
}
