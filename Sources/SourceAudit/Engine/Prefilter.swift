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

  /// Matches one of the words outside of lines that are nothing but a comment.
  private let code: Pattern
  private let pattern: Pattern
  private let additional: [Pattern]

  /// Makes a filter that also selects what the user's own patterns match.
  package init(additional: [Pattern] = []) throws(PatternError) {
    let words = Self.words.joined(separator: "|")
    pattern = try Pattern(words)
    code = try Pattern("(?m)^[ \\t]*//[^\\n]*(*SKIP)(*FAIL)|" + words)
    self.additional = additional
  }

  /// True when a source with this text would be parsed.
  package func selects(_ text: String) -> Bool {
    var copy = text
    return copy.withUTF8 { makeMatchers().selects(UnsafeRawBufferPointer($0)) }
  }

  /// The working memory for one thread.
  package func makeMatchers() -> [Matcher] { ([pattern, code] + additional).map { $0.makeMatcher() } }
}

extension [Matcher] {
  /// True when a filter with these matchers selects a file.
  ///
  /// The quick pattern reads every file, the one that knows comments only what that selects.
  func selects(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if self[0].firstMatch(in: bytes) != nil, self[1].firstMatch(in: bytes) != nil { return true }
    return dropFirst(2).contains { $0.firstMatch(in: bytes) != nil }
  }
}
