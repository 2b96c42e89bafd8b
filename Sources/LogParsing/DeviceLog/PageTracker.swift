import CloudKitFacts
import SyncModel
import TextPatterns

/// Reads change fetches that an app logs with their tokens, so that a fetch that never moves on can be seen.
///
/// Only the token's data identifies it; the pointer in front says nothing.
final class PageTracker {
  private struct Asked {
    var line: Int
    var time: Timestamp?
    var zone: String
    var cursor: String?
    var text: String
  }

  private let sink: any RecordSink
  private let source: Int32
  private var asked: Asked?
  private var lastCursor: [String: String] = [:]
  private let token = PagePatterns.token.makeMatcher()
  private let more = PagePatterns.moreComing.makeMatcher()
  private let zone = PagePatterns.zone.makeMatcher()
  private let request = PagePatterns.request.makeMatcher()
  private let items = PagePatterns.items.makeMatcher()

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
  }

  /// Reads a message.
  func read(_ message: String, line: Int, time: Timestamp?) {
    if let answer = more.groups(in: message) {
      let isMore = ["true", "yes", "1"].contains((answer[1] ?? "").lowercased())
      take(message, isMore: isMore, line: line, time: time)
    } else if message.holds("oken"), request.matches(message) {
      drop()
      guard let cursor = cursor(in: message) else { return }
      asked = Asked(
        line: line, time: time, zone: zoneName(in: message) ?? "", cursor: cursor.isEmpty ? nil : cursor,
        text: String(message.prefix(300)))
    }
  }

  private func take(_ message: String, isMore: Bool, line: Int, time: Timestamp?) {
    let zone = zoneName(in: message) ?? asked?.zone ?? ""
    let cursor = cursor(in: message).flatMap { $0.isEmpty ? nil : $0 }
    guard cursor != nil || asked != nil else { return }
    let question = asked.flatMap { $0.zone == zone || $0.zone.isEmpty ? $0 : nil }
    asked = nil
    let isDatabase = zone.isEmpty && message.lowercased().holds("database")
    sink.add(
      PageRecord(
        origin: Origin(source: source, line: question?.line ?? line), time: question?.time ?? time,
        kind: isDatabase ? .databaseChanges : .zoneChanges, stream: "log \(zone)",
        subject: zone.isEmpty ? "changes" : "changes of zone '\(zone)'",
        cursorIn: question == nil ? lastCursor[zone] : question?.cursor, cursorOut: cursor, moreComing: isMore,
        items: items.groups(in: message)?[1].flatMap { Int($0) },
        text: Redactor.redact(String(message.prefix(300))).text))
    if let cursor { lastCursor[zone] = cursor }
    if lastCursor.count > 10_000 { lastCursor.removeAll() }
  }

  /// Hands on a request whose answer was not logged.
  private func drop() {
    guard let question = asked else { return }
    asked = nil
    sink.add(
      PageRecord(
        origin: Origin(source: source, line: question.line), time: question.time, kind: .zoneChanges,
        stream: "log \(question.zone)",
        subject: question.zone.isEmpty ? "changes" : "changes of zone '\(question.zone)'", cursorIn: question.cursor,
        hasAnswer: false, text: Redactor.redact(question.text).text))
  }

  /// Hands on what is left at the end of the log.
  func finishLog() { drop() }

  /// The data of a token; "" for none; nil when the message names no token.
  private func cursor(in message: String) -> String? {
    guard let groups = token.groups(in: message) else { return nil }
    return String((groups[1] ?? groups[2] ?? "").prefix(200))
  }

  private func zoneName(in message: String) -> String? {
    guard let groups = zone.groups(in: message) else { return nil }
    return groups[1] ?? groups[2]
  }
}

private enum PagePatterns {
  static let token = ErrorPatterns.make(
    #"token\s?[=:]\s?(?:Optional\()?(?:<CKServerChangeToken:[^>\n]{0,60}?data=([^>;\s]{1,4000})|(?:nil|\(null\)|null|none)\b|"#
      + #""?([A-Za-z0-9+/=_-]{8,4000}))"#, isCaseInsensitive: true)
  static let moreComing = ErrorPatterns.make(
    #"\bmoreComing\s?[=:]\s?(true|false|yes|no|1|0)\b"#, isCaseInsensitive: true)
  static let zone = ErrorPatterns.make(
    #"zoneName=([^,>;\s]{1,255})|\bzone\s?[=: ]\s?['"]?(?!changes\b|token\b|not\b)([A-Za-z0-9_.-]{1,255})"#)
  static let request = ErrorPatterns.make(#"\bfetch(?:ing)?\b[^\n]{0,200}\btoken\s?[=:]"#, isCaseInsensitive: true)
  static let items = ErrorPatterns.make(#"\b(\d{1,9}) (?:changed|records|changes|items)"#)
}
