import CloudKitFacts
import SyncModel
import TextPatterns

/// Follows the requests of Core Data's mirroring from `Executing:` to `Finished request:` by their UUID.
final class CoreDataTracker {
  private struct Open {
    var kind: Activity.Kind
    var start: Timestamp?
    var line: Int
    var text: String
  }

  private let sink: any RecordSink
  private let source: Int32
  private var open: [String: Open] = [:]
  private var finished: Set<String> = []
  private let executing = CoreDataPatterns.executing.makeMatcher()
  private let finishedRequest = CoreDataPatterns.finished.makeMatcher()
  private let automatic = CoreDataPatterns.automatic.makeMatcher()
  private let event = CoreDataPatterns.event.makeMatcher()
  private let appPhase = CoreDataPatterns.appPhase.makeMatcher()

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
  }

  /// Reads a message; `error` is the first error of its entry.
  func read(_ message: String, line: Int, time: Timestamp?, error: ScannedError?) {
    if message.holds("xecuting: <"), let groups = executing.groups(in: message),
      let kind = groups[1].flatMap(Self.kind), let id = groups[2]
    {
      if open.count > 10_000 { open.removeAll() }
      open[id] = Open(kind: kind, start: time, line: line, text: String(message.prefix(300)))
    } else if message.holds("success:"), let groups = finishedRequest.groups(in: message) {
      finish(groups, message, line, time, error)
    } else if message.holds("success:"), let groups = automatic.groups(in: message) {
      finishAutomatic(groups, message, line, time, error)
    } else if message.holds("succeeded:"), let groups = event.groups(in: message) {
      addEvent(groups, message, line, time, error)
    } else if let groups = appPhase.groups(in: message), let name = groups[1], let phase = groups[2] {
      addPhase(name.lowercased(), phase.lowercased(), message, line, time, error)
    }
  }

  /// `Finished automatic export - AppDeactivationExport - with result: … success: 0`, which has no request id.
  private func finishAutomatic(
    _ groups: [String?], _ message: String, _ line: Int, _ time: Timestamp?, _ error: ScannedError?
  ) {
    guard let kind = groups[1].flatMap({ Activity.Kind(rawValue: $0) }) else { return }
    let succeeded = groups[3] == "1" || groups[3] == "YES"
    sink.add(
      Activity(
        origin: Origin(source: source, line: line), kind: kind, outcome: outcome(succeeded: succeeded, error),
        end: time, store: groups[2], errorDomain: succeeded ? nil : error?.domain,
        errorCode: succeeded ? nil : error?.code, text: String(Redactor.redact(message).text.prefix(300))))
  }

  private func finish(
    _ groups: [String?], _ message: String, _ line: Int, _ time: Timestamp?, _ error: ScannedError?
  ) {
    let id = groups[2]
    let started = id.flatMap { open.removeValue(forKey: $0) }
    guard let kind = started?.kind ?? groups[1].flatMap(Self.kind) else { return }
    // Several lines tell the same end.
    if let id, !finished.insert(id).inserted { return }
    if finished.count > 10_000 { finished.removeAll() }
    let succeeded = groups[4] == "1" || groups[4] == "YES"
    sink.add(
      Activity(
        origin: Origin(source: source, line: started?.line ?? line), kind: kind,
        outcome: outcome(succeeded: succeeded, error), start: started?.start, end: time, identifier: id,
        store: groups[3], errorDomain: succeeded ? nil : error?.domain, errorCode: succeeded ? nil : error?.code,
        text: String(Redactor.redact(message).text.prefix(300))))
  }

  private func outcome(succeeded: Bool, _ error: ScannedError?) -> Activity.Outcome {
    if succeeded { return .succeeded }
    guard let error, error.domain == "NSCocoaErrorDomain" else { return .failed }
    return [134_407, 134_417, 134_419].contains(error.code) ? .deferred : .failed
  }

  /// A printed `NSPersistentCloudKitContainer.Event`.
  private func addEvent(
    _ groups: [String?], _ message: String, _ line: Int, _ time: Timestamp?, _ error: ScannedError?
  ) {
    guard let kind = groups[1].flatMap({ Activity.Kind(rawValue: $0.lowercased()) }) else { return }
    let start = groups[3].flatMap(Self.date)
    let end = groups[4].flatMap(Self.date)
    let succeeded = groups[5] == "YES" || groups[5] == "true" || groups[5] == "1"
    sink.add(
      Activity(
        origin: Origin(source: source, line: line), kind: kind,
        outcome: end == nil ? .unfinished : outcome(succeeded: succeeded, error), start: start ?? time, end: end,
        store: groups[2], errorDomain: error?.domain, errorCode: error?.code,
        text: String(Redactor.redact(message).text.prefix(300))))
  }

  /// An app's own lines: `import begins`, `import done FAILED`.
  private func addPhase(
    _ name: String, _ phase: String, _ message: String, _ line: Int, _ time: Timestamp?, _ error: ScannedError?
  ) {
    guard let kind = Activity.Kind(rawValue: name) else { return }
    let key = "phase " + name
    if phase.hasPrefix("begin") || phase.hasPrefix("start") {
      open[key] = Open(kind: kind, start: time, line: line, text: String(message.prefix(300)))
      return
    }
    let started = open.removeValue(forKey: key)
    let failed = phase.hasPrefix("fail") || error != nil || message.holds("FAIL") || message.holds("failed")
    sink.add(
      Activity(
        origin: Origin(source: source, line: started?.line ?? line), kind: kind,
        outcome: outcome(succeeded: !failed, error), start: started?.start, end: time,
        errorDomain: error?.domain, errorCode: error?.code, text: String(Redactor.redact(message).text.prefix(300))))
  }

  /// Requests that were started and not finished, where the log shows others that were.
  func finishLog() {
    guard !finished.isEmpty else { return }
    for (id, request) in open.sorted(by: { $0.value.line < $1.value.line }) where !id.hasPrefix("phase ") {
      sink.add(
        Activity(
          origin: Origin(source: source, line: request.line), kind: request.kind, outcome: .unfinished,
          start: request.start, identifier: id, text: Redactor.redact(request.text).text))
    }
  }

  private static func kind(ofClass name: String) -> Activity.Kind? {
    if name.holds("Setup") || name.holds("InitializeSchema") { return .setup }
    if name.holds("Import") { return .import }
    if name.holds("Export") { return .export }
    return nil
  }

  private static func date(_ text: String) -> Timestamp? {
    var copy = text
    return copy.withUTF8 { ClockReading.dateAndTime(UnsafeRawBufferPointer($0), at: 0)?.moment }
  }
}

private enum CoreDataPatterns {
  static let executing = ErrorPatterns.make(
    #"[Ee]xecuting: <(NSCloudKitMirroring\w{3,60})[^>\n]{0,60}> ?([0-9A-Fa-f-]{36})"#)
  static let finished = ErrorPatterns.make(
    #"[Ff]inished request:?\s{1,4}'?<(NSCloudKitMirroring\w{3,60})[^>]{0,60}>\s{0,4}([0-9A-Fa-f-]{36})?'?\s{1,4}"#
      + #"with\s{1,4}result:[^\x00]{0,200}?(?:storeIdentifier:\s{1,4}(\S{1,80})\s{1,4})?success:\s{1,4}(\d|YES|NO)"#)
  static let automatic = ErrorPatterns.make(
    #"[Ff]inished automatic (import|export) - \w{1,80} - with result:[^\x00]{0,200}?"#
      + #"(?:storeIdentifier:\s{1,4}(\S{1,80})\s{1,4})?success:\s{1,4}(\d|YES|NO)"#)
  static let event = ErrorPatterns.make(
    #"type: ?(Setup|Import|Export)\b[^\x00]{0,40}?(?:store: ?(\S{1,80}) )?started: ?([0-9TZ: +.-]{19,40}?) "#
      + #"ended: ?(?:([0-9][0-9TZ: +.-]{18,40}?)|\(null\)|nil) ?succeeded: ?(YES|NO|true|false|\d)"#)
  static let appPhase = ErrorPatterns.make(
    #"\A(?=[^\n]{0,400}(?:\bCK|CloudKit|iCloud))[^\n]{0,200}?\b(setup|import|export) "#
      + #"(beg[ai]n\w*|start\w*|done|finish\w*|end\w*|complete\w*|succeed\w*|fail\w*)\b"#, isCaseInsensitive: true)
}
