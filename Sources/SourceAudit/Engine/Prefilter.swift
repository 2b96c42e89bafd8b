import TextPatterns

/// Decides from the bytes of a file whether it can hold a finding, so that most files are never parsed.
///
/// It may select too much, never too little: CloudKit's names begin with `CK`, Core Data's and SwiftData's CloudKit
/// parts name themselves, and the tails of CloudKit's own member names stand for files that use it without naming it.
package struct Prefilter: Sendable {
  private static let words = [
    "CK[A-Z]", "CloudKit", "\\.unique\\b", "#Unique",
    "Block(?<=CompletionBlock|FetchedBlock|ChangedBlock|MetadataBlock|DiscoveredBlock|ResultBlock)",
    "LongLived", "ByRecordZoneID", "ResultsTruncated", "Truncated(?<=resultsTruncated)", "RecordID(?<=rootRecordID)",
    "Discoverability", "ApplicationPermission", "AllIdentities", "UserIdentit", "UserInfo(?<=discoverUserInfo)",
    "ContactUserInfos", "IdentitiesFromContacts", "ZoneWith(?<=inZoneWith)", "SubscriptionOptions",
    "Options(?<=subscriptionOptions)", "Identit(?<=userIdentit)",
  ]

  private let pattern: Pattern
  private let additional: [Pattern]

  /// Makes a filter that also selects what the user's own patterns match.
  package init(additional: [Pattern] = []) throws(PatternError) {
    pattern = try Pattern(Self.words.joined(separator: "|"))
    self.additional = additional
  }

  /// True when a source with this text would be parsed.
  package func selects(_ text: String) -> Bool {
    var copy = text
    return copy.withUTF8 { makeMatchers().selects(UnsafeRawBufferPointer($0)) }
  }

  /// The working memory for one thread.
  package func makeMatchers() -> [Matcher] { ([pattern] + additional).map { $0.makeMatcher() } }
}

extension [Matcher] {
  /// True when one of the patterns matches.
  func selects(_ bytes: UnsafeRawBufferPointer) -> Bool { contains { $0.firstMatch(in: bytes) != nil } }
}
