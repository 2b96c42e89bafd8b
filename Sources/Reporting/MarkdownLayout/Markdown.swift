/// Text that Markdown shows as it is.
enum Markdown {
  /// Words in which nothing is markup, HTML, a mention, an issue number or a cell border; backtick pairs stay code.
  static func text(_ text: String) -> String {
    let parts = DisplayText.oneLine(text).split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts.count % 2 == 1 else { return parts.map(escaped).joined(separator: "\\`") }
    return parts.enumerated().map { $0.offset % 2 == 1 ? code($0.element) : escaped($0.element) }.joined()
  }

  /// A value from a log as code; the fence is longer than any row of backticks within.
  static func code(_ text: String) -> String {
    // A vertical bar ends a cell even in code.
    let line = DisplayText.oneLine(text).replacing("|", with: "\\|")
    guard line.contains(where: { $0 != " " }) else { return "" }
    let fence = String(repeating: "`", count: longestRun(in: line) + 1)
    let space = line.hasPrefix("`") || line.hasSuffix("`") || longestRun(in: line) > 0 ? " " : ""
    return fence + space + line + space + fence
  }

  /// Lines as a block of code that nothing within can end.
  static func block(_ lines: [String]) -> String {
    let run = lines.map { longestRun(in: $0) }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, run + 1))
    return ([fence + "text"] + lines.map { DisplayText.oneLine($0) } + [fence]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", "*", "_", "[", "]", "#", "|", "~", "`": result += "\\\(character)"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "@": result += "&#64;"
      default: result.append(character)
      }
    }
    return result
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
