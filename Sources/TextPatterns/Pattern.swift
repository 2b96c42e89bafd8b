import CPCRE2

/// A compiled PCRE2 pattern, JIT-compiled where the machine can.
package final class Pattern: @unchecked Sendable {
  // Unchecked: the compiled code is never written after `init`, and PCRE2 documents matching with it as thread-safe.

  /// The text of the pattern.
  package let source: String
  let code: OpaquePointer
  /// Group number by name.
  package let groupNumbers: [String: Int]
  /// The number of capturing groups.
  package let groupCount: Int
  /// Matchers that nobody uses at the moment.
  private let idle = IdleMatchers()

  /// Compiles a pattern in PCRE2 syntax.
  ///
  /// `matchesUnicode` makes the subject UTF-8 whose invalid parts are skipped; without it bytes are matched, which is
  /// faster.
  package init(_ source: String, isCaseInsensitive: Bool = false, matchesUnicode: Bool = false) throws(PatternError) {
    var options: UInt32 = PCRE2_NEVER_BACKSLASH_C
    if isCaseInsensitive { options |= PCRE2_CASELESS }
    if matchesUnicode { options |= PCRE2_UTF | UInt32(PCRE2_MATCH_INVALID_UTF) }
    var errorNumber: Int32 = 0
    var errorOffset = 0
    let bytes = Array(source.utf8)
    guard
      let code = pcre2_compile_8(bytes, bytes.count, options, &errorNumber, &errorOffset, nil)
    else {
      throw PatternError(pattern: source, offset: errorOffset, reason: Self.message(of: errorNumber))
    }
    self.source = source
    self.code = code
    // Without JIT support the interpreter does the work, with the same results.
    _ = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    var count: UInt32 = 0
    _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    groupCount = Int(count)
    groupNumbers = Self.names(of: code)
  }

  deinit { pcre2_code_free_8(code) }

  /// Makes the working memory for matching; one for each thread.
  package func makeMatcher() -> Matcher { Matcher(self) }

  /// Lends a matcher to the body, which must not keep it: for patterns of the program that are used from many places.
  ///
  /// The matchers are kept for the next call, and with them the pattern.
  package func withMatcher<Result>(_ body: (Matcher) -> Result) -> Result {
    let matcher = idle.take() ?? Matcher(self)
    defer { idle.give(matcher) }
    return body(matcher)
  }

  private static func message(of number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(number, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }

  private static func names(of code: OpaquePointer) -> [String: Int] {
    var count: UInt32 = 0
    var entrySize: UInt32 = 0
    var table: UnsafePointer<UInt8>?
    _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &entrySize)
    _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table else { return [:] }
    var names: [String: Int] = [:]
    for index in 0..<Int(count) {
      let entry = table + index * Int(entrySize)
      names[String(cString: entry + 2)] = Int(entry[0]) << 8 | Int(entry[1])
    }
    return names
  }
}

/// A pattern that PCRE2 does not accept.
package struct PatternError: Error, Equatable {
  package var pattern: String
  /// Offset of the fault in the pattern, in bytes.
  package var offset: Int
  /// PCRE2's own words.
  package var reason: String
}
