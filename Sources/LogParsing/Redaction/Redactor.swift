import TextPatterns

/// Replaces credentials and addresses of people by their kind: `‹redacted:ckAPIToken›`.
///
/// Everything that is stored or printed of an input goes through here once. Values that are already masked
/// (`REDACTED`, `abcd***1234`, `<private>`) are left as they are and do not count.
package enum Redactor {
  /// Replaces every secret of a text and names the kinds that were found, one entry per sighting, in order of kind.
  package static func redact(_ text: String) -> (text: String, kinds: [String]) {
    var copy = text
    let rules = copy.withUTF8 { SecretFilter.rules(for: UnsafeRawBufferPointer($0)) }
    guard rules != 0 else { return (text, []) }
    var kinds: [String] = []
    var bytes = Array(copy.utf8)
    for (index, rule) in SecretRule.all.enumerated() where rules & 1 << SecretFilter.Rules(index) != 0 {
      rule.pattern.withMatcher { apply(rule, $0, to: &bytes, kinds: &kinds) }
    }
    return kinds.isEmpty ? (text, []) : (String(decoding: bytes, as: UTF8.self), kinds)
  }

  /// A line that proves something, without its secrets: at most 2,000 characters.
  package static func evidence(_ text: String) -> String {
    let clean = redact(text).text
    // Counting characters takes long, and has to be done for long lines only.
    return clean.utf8.count <= 2000 ? clean : String(clean.prefix(2000))
  }

  /// Tells in one pass over the bytes whether `redact` could find anything; false is certain.
  package static func mayHoldSecret(_ bytes: UnsafeRawBufferPointer) -> Bool {
    SecretFilter.mayHoldSecret(bytes)
  }

  /// The text that stands for a secret of a kind.
  package static func replacement(for kind: String) -> String { "‹redacted:\(kind)›" }

  private static func apply(
    _ rule: SecretRule, _ matcher: Matcher, to bytes: inout [UInt8], kinds: inout [String]
  ) {
    var replaced: [UInt8] = []
    var copied = 0
    bytes.withUnsafeBytes { subject in
      var offset = 0
      while let match = matcher.firstMatch(in: subject, from: offset) {
        offset = max(match.upperBound, offset + 1)
        guard let value = matcher.range(of: "value"), !value.isEmpty, !isMasked(subject[value]) else { continue }
        kinds.append(rule.kind)
        replaced += subject[copied..<value.lowerBound]
        replaced += Array(replacement(for: rule.kind).utf8)
        copied = value.upperBound
      }
      if copied > 0 { replaced += subject[copied...] }
    }
    if copied > 0 { bytes = replaced }
  }

  /// True for a value that somebody has masked before, and for what stands where there is no value.
  private static func isMasked(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
    let text = String(decoding: value, as: UTF8.self).lowercased()
    let wordsOfMasking = ["redact", "obfuscat", "***", "<private", "masked", "hidden", "‹", "…", "xxxx"]
    // Of several cookies some may be masked.
    let parts = text.split(separator: ";").filter { $0.contains { !$0.isWhitespace } }
    if parts.allSatisfy({ part in wordsOfMasking.contains(where: part.contains) }) { return true }
    return ["null", "nil", "none", "undefined", "true", "false"].contains(text)
  }
}
