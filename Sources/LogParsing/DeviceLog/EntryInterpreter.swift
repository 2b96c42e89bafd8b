import CloudKitFacts
import SyncModel
import TextPatterns

/// Turns entries of a device log into values: errors, requests, activities, pages and observations.
final class EntryInterpreter {
  private let sink: any RecordSink
  private let source: Int32
  private let scanner = ErrorScanner()
  private let folder: ErrorFolder
  private let rules = LineRules()
  private let coreData: CoreDataTracker
  private let engine: EngineTracker
  private let pages: PageTracker
  private let operations: OperationTracker
  private let ledger: SecretLedger
  private let environment = ErrorPatterns.approvedContainer.makeMatcher()
  private let modelLine = ErrorPatterns.modelLine.makeMatcher()
  /// Observations of one kind and subject that were made on the entry before, which Core Data prints twice.
  private var lastSeen: [String: (ordinal: Int, time: Timestamp?)] = [:]
  private(set) var endsInsideError = false
  /// Errors that were not read because thousands stood on one line.
  var errorsLeftOut: Int { scanner.leftOut }

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
    folder = ErrorFolder(sink: sink, source: source)
    coreData = CoreDataTracker(sink: sink, source: source)
    engine = EngineTracker(sink: sink, source: source)
    pages = PageTracker(sink: sink, source: source)
    operations = OperationTracker(sink: sink, source: source)
    ledger = SecretLedger(sink: sink)
  }

  /// Takes a line about an operation that did not fail.
  func add(_ operation: OperationLine, in line: UnsafeRawBufferPointer, number: Int, time: Timestamp?) {
    operations.add(operation, in: line, line: number, time: time)
  }

  /// Reports the secrets of a line.
  func noteSecrets(_ line: UnsafeRawBufferPointer, number: Int, time: Timestamp?) {
    let limit = min(line.count, 20_000)
    _ = ledger.redact(
      String(decoding: line[..<limit], as: UTF8.self), at: Origin(source: source, line: number), time: time)
  }

  /// Reads the message of an entry that a JSON export holds, if it could matter.
  func readMessage(_ raw: UnsafeRawBufferPointer, isEscaped: Bool, number: Int, time: Timestamp?) {
    if isEscaped {
      UnifiedFields.unescaped(raw).withUnsafeBytes { readMessage($0, number: number, time: time) }
    } else {
      readMessage(raw, number: number, time: time)
    }
  }

  private func readMessage(_ message: UnsafeRawBufferPointer, number: Int, time: Timestamp?) {
    if let operation = OperationLine(message, at: 0), !operation.hasError {
      add(operation, in: message, number: number, time: time)
      return
    }
    if Redactor.mayHoldSecret(message) { noteSecrets(message, number: number, time: time) }
    guard EntryFilter.mayMatter(message) else { return }
    var block = EntryBlock()
    block.hasPrefix = true
    for line in message.split(separator: 10, omittingEmptySubsequences: false) {
      block.append(
        UnsafeRawBufferPointer(rebasing: line), number: number, ordinal: number, time: time,
        isNewEntry: block.isEmpty, isCandidate: true)
    }
    read(block)
  }

  /// Reads everything in a block.
  func read(_ block: EntryBlock) {
    let errors = scanner.errors(in: block.text)
    let entries = block.entries
    var remaining = errors[...]
    for entry in entries {
      let end = entry.upperBound < block.text.lines.count ? block.text.lines[entry.upperBound].start : Int.max
      let own = remaining.prefix { $0.range.lowerBound < end }
      remaining = remaining.dropFirst(own.count)
      read(entry, of: block, errors: own)
    }
    endsInsideError = errors.last?.isCut ?? false
  }

  private func read(_ entry: Range<Int>, of block: EntryBlock, errors: ArraySlice<ScannedError>) {
    guard let first = entry.first else { return }
    let line = block.text.lines[first]
    let message = block.text.joined(entry)
    var context = EntryContext(isCoreData: message.holds("CoreData+CloudKit"))
    readOperation(message, line: line, errors: errors, context: &context)
    for error in errors { folder.add(error, of: block.text, context: context) }
    // A line about an operation says nothing else.
    if context.operation != nil { return }
    coreData.read(message, line: line.number, time: line.time, error: errors.first)
    engine.read(message, line: line.number, time: line.time, error: errors.first)
    pages.read(message, line: line.number, time: line.time)
    observe(entry, of: block, message: message, errors: errors)
  }

  private func readOperation(
    _ message: String, line: ErrorText.Line, errors: ArraySlice<ScannedError>, context: inout EntryContext
  ) {
    var copy = message
    copy.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      guard let operation = OperationLine(bytes, at: 0) else {
        if message.holds("TCC approved"), let groups = environment.groups(in: message), let container = groups[1] {
          operations.noteEnvironment(groups[2] == "Sandbox" ? "development" : "production", of: container)
        }
        return
      }
      context.operation = operation.name.text(of: bytes)
      if operation.operationID != 0 { context.operationID = HexDigits.text(operation.operationID, uppercase: true) }
      context.containerID = operation.container.text(of: bytes)
      let failure = errors.first.map {
        OperationTracker.Failure(domain: $0.domain, code: $0.code, retryAfterMs: $0.retryAfterMs)
      }
      operations.add(
        operation, in: bytes, line: line.number, time: line.time,
        failure: failure ?? (operation.hasError ? .init(domain: "CKErrorDomain", code: 0) : nil))
    }
  }

  private func observe(
    _ entry: Range<Int>, of block: EntryBlock, message: String, errors: ArraySlice<ScannedError>
  ) {
    guard let first = entry.first else { return }
    let delays = Set(errors.flatMap { [$0] + ($0.items ?? []) }.compactMap(\.retryAfterMs))
    var found: [Observation] = []
    // Each line for itself first, so that the evidence is the line that says it; then wordings that are wrapped.
    if entry.count > 1, entry.count <= 100 {
      for index in entry {
        let line = block.text.lines[index]
        found += observations(in: block.text.joined(index..<index + 1), at: line)
      }
    }
    for observation in observations(in: message, at: block.text.lines[first])
    where !found.contains(where: { $0.kind == observation.kind && $0.subject == observation.subject }) {
      found.append(observation)
    }
    for var observation in found {
      if observation.kind == .retryAfter, let value = observation.value, delays.contains(value) { continue }
      if isRepeated(observation, block.text.lines[first]) { continue }
      if observation.kind == .modelIncompatible { observation.text += entities(below: entry, of: block) }
      observation.text = ShareLinks.withoutKeys(Redactor.redact(observation.text).text)
      observation.subject = Redactor.redact(observation.subject).text
      sink.add(observation)
    }
    addRows(of: block, entry)
  }

  private func observations(in message: String, at line: ErrorText.Line) -> [Observation] {
    rules.observations(in: message, origin: Origin(source: source, line: line.number), time: line.time)
  }

  /// Records that a drawn table lists as sent, and how many they were.
  private func addRows(of block: EntryBlock, _ entry: Range<Int>) {
    guard entry.lowerBound == 0 else { return }
    let sent = BoxTables(block.text).rows.filter { $0.cells["event"] != nil && $0.item != nil }
    guard let first = sent.first else { return }
    let time = block.text.line(at: first.range.lowerBound).time
    for row in sent {
      let event = row.cells["event"] ?? ""
      sink.add(
        Observation(
          origin: Origin(source: source, line: row.line), time: time, kind: .recordSent, subject: row.item ?? "",
          text: event))
    }
    sink.add(
      Observation(
        origin: Origin(source: source, line: first.line), time: time, kind: .batchSize, subject: "records",
        value: Int64(sent.count)))
  }

  /// `Entity: attribute` lines below a rule that a Core Data model breaks.
  private func entities(below entry: Range<Int>, of block: EntryBlock) -> String {
    var names: [String] = []
    for index in entry.upperBound..<max(entry.upperBound, block.text.lines.count) {
      let line = block.text.joined(index..<index + 1)
      guard modelLine.matches(line), names.count < 12 else { break }
      names.append(line)
    }
    return names.isEmpty ? "" : " " + names.joined(separator: ", ")
  }

  /// True for what the entry just before said too: Core Data prints many lines twice.
  private func isRepeated(_ observation: Observation, _ line: ErrorText.Line) -> Bool {
    guard [.storeOpenedTwice, .mirroringStopped, .mirroringStarted, .accountState].contains(observation.kind) else {
      return false
    }
    let key = "\(observation.kind.rawValue) \(observation.subject)"
    defer { lastSeen[key] = (line.ordinal, line.time) }
    guard let last = lastSeen[key] else { return false }
    if let time = line.time, let before = last.time { return abs(time.milliseconds - before.milliseconds) <= 50 }
    return line.ordinal - last.ordinal <= 6
  }

  /// Hands on everything that waits for more.
  func finish() {
    folder.flush()
    operations.finishLog()
    coreData.finishLog()
    pages.finishLog()
    ledger.finish()
  }
}

extension ErrorPatterns {
  fileprivate static let approvedContainer = make(
    #"TCC approved access for container containerID=([\w.-]{1,200}):(Production|Sandbox)"#)
  fileprivate static let modelLine = make(#"\A\s{0,20}[A-Za-z_]\w{0,80}: [A-Za-z_]\w{0,80}\s{0,4}\z"#)
}
