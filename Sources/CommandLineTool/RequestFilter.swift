import Arguments
import Storage
import SyncModel
import Telemetry
import TextPatterns

/// A condition of `--where`: `operation=RecordSave`, `zone!=Notes`, `clientOS~=^iOS`.
struct RequestFilter {
  let dimension: RequestDimension
  let isNegated: Bool
  /// As it was given.
  let text: String
  let value: String
  private let pattern: Pattern?

  /// Parses `key=value`, `key!=value`, `key=~pattern` (or `key~=pattern`); the key as in `--group-by`.
  init(_ text: String) throws(CommandFailure) {
    guard let equals = text.firstIndex(of: "=") else {
      throw CommandFailure(
        "'\(text)' is no condition", help: "write key=value, key!=value or key=~pattern, such as operation=RecordSave")
    }
    self.text = text
    var name = String(text[..<equals])
    var value = String(text[text.index(after: equals)...])
    isNegated = name.hasSuffix("!")
    if isNegated { name.removeLast() }
    var isPattern = name.hasSuffix("~")
    if isPattern { name.removeLast() }
    if !isPattern, value.hasPrefix("~") {
      isPattern = true
      value.removeFirst()
    }
    dimension = try RequestFilter.dimension(name)
    self.value = value
    if isPattern, !dimension.isOfClass {
      throw CommandFailure("users are not searched by pattern", help: "write user=NAME or user!=NAME")
    }
    do throws(PatternError) {
      pattern = isPattern ? try Pattern(value, matchesUnicode: true) : nil
    } catch {
      throw CommandFailure("'\(value)' is no PCRE2 pattern: \(error.reason) at offset \(error.offset)")
    }
  }

  /// The dimension that a user's word names: `clientOS`, `client-os`, `client_os`.
  static func dimension(_ name: String) throws(CommandFailure) -> RequestDimension {
    func plain(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    if let found = RequestDimension.allCases.first(where: { plain($0.rawValue) == plain(name) }) { return found }
    let names = RequestDimension.allCases.map(\.rawValue)
    throw CommandFailure(
      "'\(name)' is no attribute of a request",
      help: nearest(to: name, in: names).map { "did you mean '\($0)'?" } ?? "one of: \(names.joined(separator: ", "))")
  }

  /// The value that is asked for; nil for a pattern and for what must not be.
  var plainValue: String? { pattern == nil && !isNegated ? value : nil }

  /// Whether requests of a class satisfy the condition.
  func matches(_ requestClass: StoredRequestClass) -> Bool {
    let have = dimension.value(of: requestClass) ?? ""
    let isMatch = pattern.map { $0.makeMatcher().matches(have) } ?? (have == value)
    return isMatch != isNegated
  }
}
