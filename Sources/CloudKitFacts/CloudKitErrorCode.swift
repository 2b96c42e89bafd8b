/// A code of `CKErrorDomain`, with what is known of it.
package struct CloudKitErrorCode: Equatable, Sendable {
  /// What makes a retry sensible.
  package enum Retry: String, Sendable {
    /// Never: the same request fails the same way.
    case never
    /// After the delay the error carries, or a growing one of the client's own.
    case afterDelay = "after a delay"
    /// Only after data, schema, account or zone have changed.
    case afterFix = "after a fix"
    /// The items of a partial failure decide, each for itself.
    case perItem = "per item"
    /// Together with the corrected sibling that spoiled the atomic batch.
    case withSibling = "with the corrected sibling"
  }

  /// How the code and a retry-after go together.
  package enum RetryAfterHabit: String, Sendable {
    case none
    /// Apple documents `CKErrorRetryAfterKey` for it.
    case documented
    /// Seen in printed errors although nothing documents it: no licence to retry.
    case observed
  }

  package var number: Int
  /// The case of `CKError.Code`.
  package var name: String
  /// The words CloudKit prints in quotes.
  package var printed: String
  package var retry: Retry
  /// True when CKSyncEngine retries a failed item by itself.
  package var isRetriedBySyncEngine: Bool
  package var retryAfter: RetryAfterHabit
  /// One sentence.
  package var meaning: String
  /// Verb phrases, most useful first.
  package var advice: [String]

  init(
    _ number: Int, _ name: String, _ printed: String, _ retry: Retry, engine: Bool = false,
    retryAfter: RetryAfterHabit = .none, _ meaning: String, _ advice: [String]
  ) {
    self.number = number
    self.name = name
    self.printed = printed
    self.retry = retry
    isRetriedBySyncEngine = engine
    self.retryAfter = retryAfter
    self.meaning = meaning
    self.advice = advice
  }
}

extension CloudKitErrorCode {
  /// Returns the public code with the given number, or nil; private numbers (100 to 180) have no entry.
  package static func numbered(_ number: Int) -> CloudKitErrorCode? {
    number >= 1 && number <= all.count ? all[number - 1] : nil
  }

  /// Returns the code that a name means: `changeTokenExpired`, `Change Token Expired`, `CKErrorChangeTokenExpired`.
  package static func named(_ name: String) -> CloudKitErrorCode? {
    let key = nameKey(name)
    return byName[key] ?? (key.hasPrefix("ckerror") ? byName[String(key.dropFirst(7))] : nil)
  }

  /// True when an error of this code is the consequence of another error of the same request.
  package var isCollateral: Bool { number == 22 }

  /// True when neither waiting nor repeating can heal it.
  package var isPermanent: Bool { retry == .never || retry == .afterFix }

  private static let byName: [String: CloudKitErrorCode] = {
    var map: [String: CloudKitErrorCode] = [:]
    for code in all {
      map[nameKey(code.name)] = code
      map[nameKey(code.printed)] = code
    }
    return map
  }()
}

/// Lower-case letters and digits of a name, so that spelling with or without blanks makes no difference.
func nameKey(_ name: String) -> String {
  var key = ""
  for scalar in name.unicodeScalars {
    switch scalar {
    case "a"..."z", "0"..."9": key.unicodeScalars.append(scalar)
    case "A"..."Z": key += String(scalar).lowercased()
    default: continue
    }
  }
  return key
}
