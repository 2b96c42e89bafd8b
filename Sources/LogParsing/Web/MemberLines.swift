import CloudKitFacts
import Foundation
import TextPatterns

/// Collects the members of an error object whose braces were lost on the way into the text.
struct MemberLines {
  private var bytes: [UInt8] = []
  private var first: WebLine?

  /// True while lines are collected: they say nothing else.
  var isOpen: Bool { first != nil }

  private static let knownKeys: Set<String> = [
    "serverErrorCode", "reason", "uuid", "recordName", "retryAfter", "redirectURL", "error_code",
    "messageForDeveloper", "zoneID", "_ckErrorCode", "_serverErrorCode", "_reason", "_extensionErrorCode", "_uuid",
    "_recordName", "ckErrorCode", "errorCode",
  ]

  /// Takes a line; returns the object when the line ends it.
  mutating func add(_ line: WebLine) -> (bytes: [UInt8], line: WebLine)? {
    let member = line.time == nil ? Self.member(of: line.text) : nil
    if let member, first != nil || Self.knownKeys.contains(member.key) {
      if first == nil {
        first = line
      } else {
        bytes.append(0x0A)
      }
      bytes += member.json
      return nil
    }
    return finish()
  }

  /// The object that is open, at the end of the input.
  mutating func finish() -> (bytes: [UInt8], line: WebLine)? {
    guard let line = first else { return nil }
    let object = [0x7B] + bytes + [0x7D]
    first = nil
    bytes = []
    return (object, line)
  }

  /// The key of a line that is a member, and the line as one; values without quotes get them.
  private static func member(of text: String) -> (key: String, json: [UInt8])? {
    var rest = text.drop(while: \.isWhitespace)
    let isQuoted = rest.first == "\"" || rest.first == "'"
    if isQuoted { rest = rest.dropFirst() }
    let key = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !key.isEmpty else { return nil }
    rest = rest.dropFirst(key.count)
    if isQuoted { rest = rest.dropFirst() }
    rest = rest.drop { $0 == " " }
    guard rest.first == ":" else { return nil }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    while let last = rest.last, last.isWhitespace || last == "," { rest = rest.dropLast() }
    guard let start = rest.first else { return nil }
    let needsQuotes =
      !["\"", "'", "{", "["].contains(start) && Double(rest) == nil && rest != "undefined"
      && rest != "null"
    let value = needsQuotes ? "\"\(rest.filter { $0 != "\"" && $0 != "\\" })\"" : String(rest)
    return (String(key), Array("\"\(key)\": \(value),".utf8))
  }
}

/// Collects PHP's print of errors: `object(CloudKit\CKError)#6 (5) { ["reason":…]=> … }`, `array(3) { ["reason"]=> … }`.
struct PHPDump {
  private var text: [UInt8] = []
  private var depth = 0
  private(set) var isOpen = false

  func begins(_ text: String) -> Bool {
    text.holds("object(CloudKit\\") || (text.holds("[\"serverErrorCode\"") && text.holds("]=>"))
      || (text.hasSuffix(") {") && (text.holds("array(") || text.holds("object(")))
  }

  /// Takes a line; returns the errors in it as JSON when it is complete, nothing for a dump without any.
  mutating func add(_ line: WebLine, _ member: Matcher) -> [UInt8]? {
    for byte in line.text.utf8 { depth += byte == 0x7B ? 1 : byte == 0x7D ? -1 : 0 }
    text += line.text.utf8
    text.append(0x0A)
    isOpen = depth > 0 && text.count < 1 << 20
    guard !isOpen else { return nil }
    defer { (text, depth) = ([], 0) }
    let objects = groups().map { Self.object($0, member) }.filter { $0.contains("erverErrorCode\"") }
    guard let first = objects.first else { return nil }
    return Array((objects.count == 1 ? first : "[\(objects.joined(separator: ",\n"))]").utf8)
  }

  /// The texts of the innermost braces; those inside strings do not count.
  private func groups() -> [String] {
    var groups: [String] = []
    var start = 0
    var isQuoted = false
    for (index, byte) in text.enumerated() {
      if byte == 0x22 { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x7B { start = index + 1 }
      if byte == 0x7D {
        groups.append(String(decoding: text[start..<index], as: UTF8.self))
        start = index + 1
      }
    }
    groups.append(String(decoding: text[start...], as: UTF8.self))
    return groups
  }

  private static func object(_ text: String, _ member: Matcher) -> String {
    var rest = text
    var json: [String] = []
    while let groups = member.groups(in: rest), let key = groups[1], let whole = groups[0] {
      if let string = groups[2] {
        json.append("\"\(key)\": \"\(string.filter { $0 != "\\" && !$0.isNewline })\"")
      } else if let number = groups[3] {
        json.append("\"\(key)\": \(number)")
      }
      guard let range = rest.range(of: whole) else { break }
      rest = String(rest[range.upperBound...])
    }
    return "{\(json.joined(separator: ", "))}"
  }
}
