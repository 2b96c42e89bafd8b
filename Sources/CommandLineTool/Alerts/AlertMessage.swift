import Reporting
import SyncModel

/// Alerts in the forms in which they are sent.
struct AlertMessage {
  let events: [AlertEvent]
  let store: String
  let now: Timestamp

  /// One event a line, as `--format` asks for it.
  func text(as format: String) -> String {
    switch format {
    case "json": json
    case "slack": slack
    case "markdown":
      events.isEmpty
        ? ""
        : "### CloudKit alerts\n\n"
          + events.map { "- **\(Self.plain($0.rule.name))** \(Self.plain($0.words))\n" }.joined()
    default: events.map { "\($0.kind == .cleared ? "cleared" : "alert"): \($0.rule.name): \($0.words)\n" }.joined()
    }
  }

  /// For scripts and `--notify`.
  var json: String {
    write(
      .object([
        "generatedAt": .string(now.iso8601), "store": .string(store),
        "alerts": .array(
          events.map { event in
            .object([
              "name": .string(event.rule.name), "state": .string(event.kind.rawValue),
              "metric": .string(event.rule.metric.rawValue), "unit": .string(event.rule.metric.unit),
              "value": event.reading.value.map { .number($0) } ?? .null,
              "limit": event.reading.limit.map { .number($0) } ?? .null, "per": .string(event.rule.per.text),
              "firedAt": .string(event.firedAt.iso8601), "message": .string(event.words),
            ])
          }),
      ]))
  }

  /// The body of an incoming webhook of Slack.
  private var slack: String {
    guard !events.isEmpty else { return "" }
    let lines = events.map { event in
      "\(event.kind == .cleared ? ":white_check_mark:" : ":rotating_light:") *\(Self.escaped(event.rule.name))* "
        + Self.escaped(event.words)
    }
    return write(.object(["text": .string((["CloudKit alerts"] + lines).joined(separator: "\n"))]))
  }

  private func write(_ value: JSONValue) -> String {
    var text = ""
    value.write(to: &text)
    return text + "\n"
  }

  /// Slack takes `&`, `<` and `>` for its own marks.
  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }

  /// A text that Markdown leaves as it is.
  private static func plain(_ text: String) -> String {
    text.map { "\\`*_[]<>#|".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
