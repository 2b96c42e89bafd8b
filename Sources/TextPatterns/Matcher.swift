import CPCRE2

/// The working memory for matching one pattern on one thread, and the result of the last match.
package final class Matcher {
  package let pattern: Pattern
  private let data: OpaquePointer
  private let context: OpaquePointer

  init(_ pattern: Pattern) {
    self.pattern = pattern
    guard let data = pcre2_match_data_create_from_pattern_8(pattern.code, nil),
      let context = pcre2_match_context_create_8(nil)
    else { preconditionFailure("out of memory") }
    self.data = data
    self.context = context
    // A backtracking bomb ends as "no match" instead of a hang.
    pcre2_set_match_limit_8(context, 2_000_000)
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
  }

  /// Searches bytes from an offset on; ranges of the match are asked for with `range(of:)`.
  ///
  /// - Returns: The range of the whole match, or nil for none.
  package func firstMatch(in subject: UnsafeRawBufferPointer, from offset: Int = 0) -> Range<Int>? {
    guard offset <= subject.count else { return nil }
    let start = subject.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let count: Int32
    if let start {
      count = pcre2_match_8(pattern.code, start, subject.count, offset, 0, data, context)
    } else {
      var empty: UInt8 = 0
      count = pcre2_match_8(pattern.code, &empty, 0, 0, 0, data, context)
    }
    return count > 0 ? range(of: 0) : nil
  }

  /// The range of a group of the last match, or nil when it took no part.
  package func range(of group: Int) -> Range<Int>? {
    guard group <= pattern.groupCount, let offsets = pcre2_get_ovector_pointer_8(data) else { return nil }
    let start = offsets[2 * group]
    let end = offsets[2 * group + 1]
    return start == Int.max || start == -1 || start > end ? nil : Int(start)..<Int(end)
  }

  /// The range of a named group of the last match.
  package func range(of name: String) -> Range<Int>? {
    pattern.groupNumbers[name].flatMap { range(of: $0) }
  }
}

extension Matcher {
  /// Matches a text and returns the whole match and its groups as strings; nil for groups that took no part.
  package func groups(in text: String) -> [String?]? {
    var copy = text
    return copy.withUTF8 { utf8 -> [String?]? in
      let bytes = UnsafeRawBufferPointer(utf8)
      guard firstMatch(in: bytes) != nil else { return nil }
      return (0...pattern.groupCount).map { group in
        range(of: group).map { String(decoding: bytes[$0], as: UTF8.self) }
      }
    }
  }

  /// True when the pattern matches somewhere in the text.
  package func matches(_ text: String) -> Bool {
    var copy = text
    return copy.withUTF8 { firstMatch(in: UnsafeRawBufferPointer($0)) != nil }
  }
}
