import CloudKitFacts

/// Which numbers of a log can be codes of `CKErrorDomain`.
enum CloudKitNumbers {
  /// True for public codes and the private ones that print under the same domain.
  static func isPublic(_ number: Int) -> Bool {
    CloudKitErrorCode.numbered(number) != nil || InternalErrorNumbers.privateName(of: number) != nil
  }

  /// The public code of an internal number: the printed name decides, else the pairs that were seen.
  static func publicCode(name: String, number: Int) -> Int? {
    CloudKitErrorCode.named(name)?.number ?? InternalErrorNumbers.publicCode(for: number)
  }

  /// True when a name without quotes and the number in brackets behind it mean the same code.
  static func agree(name: String, number: Int) -> Bool {
    CloudKitErrorCode.named(name)?.number == number
      || number >= 1000 && InternalErrorNumbers.number(named: name) == number
  }
}
