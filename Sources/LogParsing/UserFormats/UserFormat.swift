import Foundation
import TextPatterns

/// A text format that a user describes in a JSON file; documented in docs/user-formats.md.
package struct UserFormat: Sendable {
  package let id: String
  package let title: String
  /// Lines that the pattern must match.
  package let samples: [String]
  let pattern: Pattern
  let timePattern: TimePattern?

  /// Why a description cannot be used, in words that name the key.
  package struct Fault: Error, Equatable {
    package var reason: String
    package var help: String?
  }

  /// The groups that a pattern may have, and the key of a request entry that each stands for.
  static let keysOfGroups: [String: String] = [
    "time": "time", "operation": "operation", "database": "database", "zone": "zone", "duration_ms": "durationMs",
    "duration_s": "durationSeconds", "status": "status", "error_code": "error", "domain": "domain",
    "underlying": "underlying", "retry_after": "retryAfterSeconds", "retry_after_ms": "retryAfterMs",
    "cursor": "cursorOut", "cursor_in": "cursorIn", "cursor_out": "cursorOut", "more_coming": "moreComing",
    "items": "items", "message": "message", "user": "user", "operation_id": "operationId", "group": "operationGroup",
    "request_id": "requestId", "platform": "platform", "client_os": "clientOS", "environment": "environment",
    "record_type": "recordType", "bytes_sent": "bytesSent", "bytes_received": "bytesReceived",
  ]

  /// Reads a description; every fault is named before any log is opened.
  package init(json: Data) throws(Fault) {
    let object: [String: Any]
    do {
      guard let read = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
        throw Fault(reason: "the file holds no JSON object", help: nil)
      }
      object = read
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(reason: "the file is not valid JSON", help: nil)
    }
    let known: Set = ["id", "title", "pattern", "timeFormat", "samples"]
    if let unknown = object.keys.sorted().first(where: { !known.contains($0) }) {
      throw Fault(reason: "unknown key '\(unknown)'", help: "known keys: \(known.sorted().joined(separator: ", "))")
    }
    let id = try Self.text(object, "id")
    guard id.allSatisfy({ ($0.isASCII && ($0.isLowercase || $0.isNumber)) || $0 == "-" }), !id.isEmpty else {
      throw Fault(reason: "'id' must be lower-case letters, digits and dashes", help: nil)
    }
    guard !LogFormats.all.contains(where: { $0.info.id == id }) else {
      throw Fault(reason: "'\(id)' is the id of a built-in format", help: "choose another id")
    }
    self.id = id
    title = object["title"] as? String ?? id
    samples = object["samples"] as? [String] ?? []
    let source = try Self.text(object, "pattern")
    do throws(PatternError) { pattern = try Pattern(source, matchesUnicode: true) } catch {
      throw Fault(reason: "'pattern' is no PCRE2 pattern: \(error.reason) at offset \(error.offset)", help: nil)
    }
    timePattern = try (object["timeFormat"] as? String).map { format throws(Fault) in try TimePattern(format) }
    try validate()
  }

  private static func text(_ object: [String: Any], _ key: String) throws(Fault) -> String {
    guard let text = object[key] as? String else { throw Fault(reason: "'\(key)' is missing or no text", help: nil) }
    return text
  }

  private func validate() throws(Fault) {
    let names = pattern.groupNumbers.keys.sorted()
    if let unknown = names.first(where: { Self.keysOfGroups[$0] == nil }) {
      throw Fault(
        reason: "unknown group '\(unknown)'",
        help: "known groups: \(Self.keysOfGroups.keys.sorted().joined(separator: ", "))")
    }
    let telling: Set = ["operation", "status", "error_code", "request_id"]
    guard names.contains(where: telling.contains) else {
      throw Fault(
        reason: "the pattern has none of the groups operation, status, error_code, request_id",
        help: "name a group with (?<operation>…)")
    }
    guard !samples.isEmpty else { throw Fault(reason: "'samples' holds no line", help: "add lines that must match") }
    for (index, sample) in samples.enumerated() {
      guard let entry = entry(sample, pattern.makeMatcher()) else {
        throw Fault(reason: "sample \(index + 1) does not match: \(sample)", help: nil)
      }
      if timePattern != nil, !entry.has("time"), names.contains("time") {
        throw Fault(reason: "the time of sample \(index + 1) does not fit 'timeFormat'", help: nil)
      }
    }
  }

  /// The entry of a line, nil when the pattern does not match.
  func entry(_ line: String, _ matcher: Matcher) -> LooseEntry? {
    guard let groups = matcher.groups(in: line) else { return nil }
    var entry = LooseEntry()
    for (name, number) in pattern.groupNumbers.sorted(by: { $0.value < $1.value }) {
      guard let value = groups[number], !value.isEmpty, let key = Self.keysOfGroups[name] else { continue }
      switch name {
      case "time":
        if let timePattern {
          if let moment = timePattern.moment(value) { entry.add("time", String(moment.milliseconds)) }
        } else {
          entry.add("time", value)
        }
      case "error_code":
        // A number is a code of CKErrorDomain, a word a server code.
        entry.add(Int(value) == nil ? "error" : "code", value)
      default: entry.add(key, value)
      }
    }
    return entry
  }
}
