import CloudKitFacts

/// An error or a success as apps write it into a field: `failed CKErrorDomain 2`, `CKError 7 (retry after 30)`, `ok`.
struct ErrorWords: Equatable {
  var domain: String?
  var code: Int?
  var retryAfterMs: Int64?
  var hasSucceeded: Bool?

  init(_ text: String) {
    let lower = text.lowercased()
    retryAfterMs = Self.number(in: lower, after: "retry").map { Int64($0 * 1000) }
    for name in ["CKErrorDomain", "NSCocoaErrorDomain", "NSURLErrorDomain", "CKInternalErrorDomain"] {
      if let code = Self.number(in: lower, after: name.lowercased()) {
        (domain, self.code) = (name, Int(code, clampedTo: 1 << 31))
        break
      }
    }
    if code == nil, let code = Self.number(in: lower, after: "ckerror"), code >= 1 {
      (domain, self.code) = ("CKErrorDomain", Int(code, clampedTo: 1 << 31))
    }
    if code == nil {
      let words = text.split { !$0.isLetter && !$0.isNumber }
      if let known = words.lazy.compactMap({ CloudKitErrorCode.named(String($0)) }).first {
        (domain, code) = ("CKErrorDomain", known.number)
      }
    }
    if code != nil || ["fail", "error", "reject", "denied"].contains(where: lower.contains) {
      hasSucceeded = false
    } else if ["success", "succeeded", "ok", "done", "sent", "none", "no error"].contains(where: { lower.hasPrefix($0) }
    ) {
      hasSucceeded = true
    }
  }

  init?(_ value: JSONValue) {
    switch value.content {
    case .string(let text) where !text.isEmpty: self.init(text)
    case .bool(let flag): self.init(flag ? "ok" : "failed")
    case .number(let number) where number > 0 && number < 200:
      self.init("CKErrorDomain \(Int(number))")
    case .object:
      var words: [String] = []
      var name = "CKErrorDomain"
      for (key, value) in value.object ?? [] {
        let plain = key.lowercased().filter(\.isLetter)
        guard let text = value.text else { continue }
        if plain == "domain" || plain == "errordomain" { name = text }
        if plain == "code" || plain == "errorcode" { words.append("\(name) \(text)") }
        if plain.hasPrefix("retryafter") { words.append("retry after \(text)") }
        if ["message", "description", "status", "outcome", "result"].contains(plain) { words.append(text) }
      }
      // The domain may stand behind the code.
      self.init(words.joined(separator: ", ").replacing("CKErrorDomain ", with: name + " ", maxReplacements: 1))
    default: return nil
    }
  }

  /// The first number within a few characters behind a word.
  private static func number(in text: String, after word: String) -> Double? {
    guard let range = text.firstRange(of: word) else { return nil }
    var digits = ""
    for character in text[range.upperBound...].prefix(28) {
      if character.isASCII, character.isNumber || (character == "." && !digits.isEmpty && !digits.contains(".")) {
        digits.append(character)
      } else if !digits.isEmpty {
        break
      } else if character.isLetter, !"codeaftrscnd".contains(character) {
        return nil
      }
    }
    return Double(digits.hasSuffix(".") ? String(digits.dropLast()) : digits)
  }
}
