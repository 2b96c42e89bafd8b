import CloudKitFacts
import SyncModel
import TextPatterns

/// Follows what CKSyncEngine and its users log: sends and fetches from begin to end, and batches that came to nothing.
final class EngineTracker {
  private struct Open {
    var start: Timestamp?
    var line: Int
    var text: String
  }

  private let sink: any RecordSink
  private let source: Int32
  private var open: [String: Open] = [:]
  private var decodeFailure: (line: Int, text: String)?
  private let context = EnginePatterns.context.makeMatcher()
  private let event = EnginePatterns.event.makeMatcher()
  private let caught = EnginePatterns.caught.makeMatcher()
  private let empty = EnginePatterns.emptyBatch.makeMatcher()

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
  }

  /// Reads a message; `error` is the first error of its entry.
  func read(_ message: String, line: Int, time: Timestamp?, error: ScannedError?) {
    if message.holds("hanges for context"), let groups = context.groups(in: message) {
      let engine = groups[1] ?? ""
      let verb = (groups[2] ?? "").lowercased()
      let isSend = groups[3] == "sending"
      let id = groups[4] ?? engine
      let key = (isSend ? "send " : "fetch ") + id
      if verb.isEmpty {
        open[key] = Open(start: time, line: line, text: String(message.prefix(300)))
      } else {
        close(key, kind: isSend ? .send : .fetch, id: groups[4], failed: verb != "finished", message, line, time, error)
      }
    } else if let groups = event.groups(in: message), let name = groups[2] {
      readEvent(name, of: groups[1] ?? "", message, line, time, error)
    }
    noteLostChanges(message, line: line, time: time, error: error)
  }

  private func readEvent(
    _ name: String, of engine: String, _ message: String, _ line: Int, _ time: Timestamp?, _ error: ScannedError?
  ) {
    let isSend = name.holds("Send")
    let key = (isSend ? "send " : "fetch ") + engine
    if name.hasPrefix("will") {
      open[key] = Open(start: time, line: line, text: String(message.prefix(300)))
    } else if open[key] != nil {
      close(key, kind: isSend ? .send : .fetch, id: nil, failed: error != nil, message, line, time, error)
    }
  }

  private func close(
    _ key: String, kind: Activity.Kind, id: String?, failed: Bool, _ message: String, _ line: Int, _ time: Timestamp?,
    _ error: ScannedError?
  ) {
    let started = open.removeValue(forKey: key)
    if open.count > 10_000 { open.removeAll() }
    sink.add(
      Activity(
        origin: Origin(source: source, line: started?.line ?? line), kind: kind,
        outcome: failed ? .failed : .succeeded, start: started?.start, end: time, identifier: id,
        errorDomain: failed ? error?.domain : nil, errorCode: failed ? error?.code : nil,
        text: String(Redactor.redact(message).text.prefix(300))))
  }

  /// A batch that the app could not build and that then is empty: its changes are never sent.
  private func noteLostChanges(_ message: String, line: Int, time: Timestamp?, error: ScannedError?) {
    if error == nil, caught.matches(message) {
      decodeFailure = (line, message)
    } else if empty.matches(message) {
      guard let failure = decodeFailure, line - failure.line <= 5 else { return }
      decodeFailure = nil
      sink.add(
        Observation(
          origin: Origin(source: source, line: failure.line), time: time, kind: .changesLost,
          subject: "batch not built", text: String(Redactor.redact(failure.text).text.prefix(300))))
    } else if message.holds("nextRecordZoneChangeBatch") {
      decodeFailure = nil
    }
  }
}

private enum EnginePatterns {
  static let context = ErrorPatterns.make(
    #"<CKSyncEngine (\w{1,20})[^>\n]{0,80}>[^<]{0,40}?(?:(finished|failed|error) )?(sending|fetching) changes for\s{1,4}context"#
      + #"(?:[^\x00]{0,300}?groupID=([0-9A-Fa-f]{8,16}))?"#)
  static let event = ErrorPatterns.make(
    #"(?:\((private|shared|public|global)\.db\) |\A[\s\[]{0,4})(willFetchChanges|didFetchChanges|willSendChanges|didSendChanges)\b"#
  )
  static let caught = ErrorPatterns.make(#"\b(?:Error caught|Caught error):"#, isCaseInsensitive: true)
  static let emptyBatch = ErrorPatterns.make(#"\bnextRecordZoneChangeBatch:? (?:no changes|nil|0)\b"#)
}
