/// How the texts of request entries are read: what means "absent", how display texts become constants.
enum EntryText {
  /// True for the texts that stand for nothing: empty, `-`, `–`, `null`, `undefined`.
  static func isAbsent(_ text: String) -> Bool {
    ["", "-", "–", "—", "null", "undefined"].contains(text)
  }

  /// `Quota Exceeded` → `QUOTA_EXCEEDED`; texts that are constants already stay as they are.
  static func constant(_ text: String) -> String {
    guard text.contains(where: { $0.isLowercase || $0 == " " || $0 == "-" }) else { return text }
    // CKErrorDomain:25 and the like are no display text.
    if text.contains(":") || text.contains("Domain") { return text }
    var result = ""
    var wasLower = false
    for character in text {
      if character == " " || character == "-" {
        result.append("_")
      } else {
        if character.isUppercase, wasLower { result.append("_") }
        result += character.uppercased()
      }
      wasLower = character.isLowercase
    }
    return result
  }

  /// `private`, `PrivateDB`, `PRIVATE_DATABASE` → `PRIVATE`; other texts stay as they are.
  static func database(_ text: String) -> String {
    let upper = text.uppercased()
    for scope in ["PRIVATE", "SHARED", "PUBLIC"]
    where [scope, scope + "DB", scope + "_DB", scope + "_DATABASE", scope + "DATABASE", scope + " DATABASE"].contains(
      upper)
    {
      return scope
    }
    return text
  }

  /// Bits that a status's meaning may have besides its two lowest.
  static let isTooManyRequests: UInt8 = 4
  static let isUnavailable: UInt8 = 8

  /// What an overall status says: 1 succeeded, 2 failed, 3 unknown; for HTTP 429 and 503 with a bit of their own.
  static func statusMeaning(_ text: String) -> UInt8 {
    let upper = text.uppercased()
    if ["SUCCESS", "OK", "SUCCEEDED"].contains(upper) { return 1 }
    if let status = Int(upper) { return httpMeaning(status) }
    if upper.hasSuffix("_ERROR") || upper.hasSuffix(" ERROR") || ["FAILED", "FAILURE", "ERROR"].contains(upper) {
      return 2
    }
    return 3
  }

  private static func httpMeaning(_ status: Int) -> UInt8 {
    switch status {
    case 429: 2 | isTooManyRequests
    case 503: 2 | isUnavailable
    case 200...399: 1
    case 400...: 2
    default: 3
    }
  }
}
