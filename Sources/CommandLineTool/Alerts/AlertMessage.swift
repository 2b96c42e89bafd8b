import Reporting
import SyncModel

/// Alerts in the forms in which they are sent.
struct AlertMessage {
  /// What is told of one rule.
  private struct Line {
    /// `fired`, `repeated`, `cleared`; of a dry run `fires`, `quiet`, `unknown`.
    var state: String
    /// How a line of text begins.
    var mark: String
    var icon: String
    var rule: AlertRule
    var reading: AlertMeter.Reading
    var words: String
    var firedAt: Timestamp?
  }

  private let lines: [Line]
  private let store: String
  private let now: Timestamp

  /// What fired and cleared.
  init(events: [AlertEvent], store: String, now: Timestamp) {
    (self.store, self.now) = (store, now)
    lines = events.map { event in
      let isOver = event.kind == .cleared
      return Line(
        state: event.kind.rawValue, mark: isOver ? "cleared" : "alert", icon: isOver ? Self.calm : Self.alarm,
        rule: event.rule, reading: event.reading, words: event.words, firedAt: event.firedAt)
    }
  }

  /// Every rule with its value, for a dry run.
  init(readings: [(rule: AlertRule, reading: AlertMeter.Reading)], store: String, now: Timestamp) {
    (self.store, self.now) = (store, now)
    lines = readings.map { rule, reading in
      let state = reading.holds == true ? "fires" : reading.holds == false ? "quiet" : "unknown"
      let icon = reading.holds == true ? Self.alarm : reading.holds == false ? Self.calm : ":grey_question:"
      return Line(
        state: state, mark: state, icon: icon, rule: rule, reading: reading, words: AlertEvent.words(rule, reading))
    }
  }

  private static let alarm = ":rotating_light:"
  private static let calm = ":white_check_mark:"

  /// One event a line, as `--format` asks for it.
  func text(as format: String) -> String {
    switch format {
    case "json": json
    case "slack": slack
    case "markdown":
      lines.isEmpty
        ? ""
        : "### CloudKit alerts\n\n"
          + lines.map { line in
            // A dry run tells the state of every rule; else the words do.
            let state = line.firedAt == nil ? "\(line.state): " : ""
            return "- **\(Self.plain(line.rule.name))** \(state)\(Self.plain(line.words))\n"
          }.joined()
    default: lines.map { "\($0.mark): \($0.rule.name): \($0.words)\n" }.joined()
    }
  }

  /// For scripts and `--notify`.
  var json: String {
    write(
      .object([
        "generatedAt": .string(now.iso8601), "store": .string(store),
        "alerts": .array(
          lines.map { line in
            var members: [String: JSONValue] = [
              "name": .string(line.rule.name), "state": .string(line.state),
              "metric": .string(line.rule.metric.rawValue), "unit": .string(line.rule.metric.unit),
              "value": line.reading.value.map { .number($0) } ?? .null,
              "limit": line.reading.limit.map { .number($0) } ?? .null, "per": .string(line.rule.per.text),
              "message": .string(line.words),
            ]
            if let firedAt = line.firedAt { members["firedAt"] = .string(firedAt.iso8601) }
            return .object(members)
          }),
      ]))
  }

  /// The body of an incoming webhook of Slack.
  private var slack: String {
    guard !lines.isEmpty else { return "" }
    let texts = lines.map { "\($0.icon) *\(Self.escaped($0.rule.name))* \(Self.escaped($0.words))" }
    return write(.object(["text": .string((["CloudKit alerts"] + texts).joined(separator: "\n"))]))
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
