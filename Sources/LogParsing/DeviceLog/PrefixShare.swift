import TextPatterns

/// How much of a sample a text format recognises.
///
/// Lines without a prefix behind a recognised one are its continuation and do not count; a line with a prefix of another
/// style does.
struct PrefixShare {
  private var recognized = 0
  private var foreign = 0

  init(_ pattern: Pattern, in sample: InputSample, ignoring headers: [String] = []) {
    let matcher = pattern.makeMatcher()
    for line in sample.lines {
      if line.isEmpty || headers.contains(where: line.hasPrefix) { continue }
      if matcher.matches(line) {
        recognized += 1
      } else if recognized == 0 || Self.hasPrefix(line) {
        foreign += 1
      }
    }
  }

  /// 0 to 0.98; a format whose structure proves itself may claim more.
  var confidence: Double {
    guard recognized > 0 else { return 0 }
    let share = Double(recognized) / Double(recognized + foreign)
    return share < 0.2 ? 0 : 0.98 * share
  }

  private static func hasPrefix(_ line: String) -> Bool {
    var copy = line
    return copy.withUTF8 { LinePrefix(UnsafeRawBufferPointer($0)).isEntry }
  }
}
