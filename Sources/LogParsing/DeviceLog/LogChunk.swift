import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A piece of a log that ends at a line end, and which of its lines matter; made by one thread, read by another.
final class LogChunk: @unchecked Sendable {
  // Unchecked: the indexing thread is done with it before the reading thread looks at it.

  /// A line that matters.
  struct Event {
    var start: Int32
    var end: Int32
    /// Line of the chunk, from 0.
    var line: Int32
    /// Lines of the chunk before it that are not blank.
    var ordinal: Int32
    /// Number of its operation; -1 = it is not a plain line about an operation.
    var operation: Int32
    var mayHoldSecret: Bool
    /// True for the message of a JSON entry, whose range this is.
    var message: Message = .none
    var time: Timestamp?
  }

  /// Whether an event is a whole line or the message inside a JSON object.
  enum Message { case none, plain, escaped }

  /// How the lines are to be read.
  enum Style { case text, json }

  /// A line about an operation, with its time.
  struct TimedOperation {
    var line: OperationLine
    var time: Timestamp
  }

  let bytes: UnsafeMutableRawBufferPointer
  var count: Int
  private(set) var events: [Event] = []
  private(set) var operations: [TimedOperation] = []
  private(set) var lineCount = 0
  private(set) var ordinalCount = 0
  /// Lines with a prefix.
  private(set) var entryCount = 0
  /// Lines that should be JSON and are not, and the first of them.
  private(set) var foreignCount = 0
  private(set) var firstForeign: String?

  init(capacity: Int) {
    bytes = .allocate(byteCount: capacity, alignment: 16)
    count = 0
  }

  deinit { bytes.deallocate() }

  /// Makes it ready for another piece; what it has allocated is kept.
  func reset() {
    count = 0
    events.removeAll(keepingCapacity: true)
    operations.removeAll(keepingCapacity: true)
    lineCount = 0
    ordinalCount = 0
    entryCount = 0
    foreignCount = 0
    firstForeign = nil
  }

  /// Finds the lines that matter.
  func index(_ style: Style = .text) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < count {
      let found = memchr(base + start, 10, count - start)
      let newline = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? count
      var end = newline
      if end > start, bytes[end - 1] == 13 { end -= 1 }
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if style == .text { look(at: line, start: start) } else { lookAtObject(line, start: start) }
      lineCount += 1
      start = newline + 1
    }
  }

  private func look(at line: UnsafeRawBufferPointer, start: Int) {
    let isBlank = Self.isBlank(line)
    if !isBlank { ordinalCount += 1 }
    guard line.count >= 4, !isBlank else { return }
    var event = Event(
      start: Int32(start), end: Int32(start + line.count), line: Int32(lineCount), ordinal: Int32(ordinalCount),
      operation: -1, mayHoldSecret: false)
    let prefix = LinePrefix(line)
    if prefix.isEntry { entryCount += 1 }
    if case .full(let time)? = prefix.moment, let operation = OperationLine(line, at: prefix.message) {
      if !operation.hasError {
        event.operation = Int32(operations.count)
        operations.append(TimedOperation(line: operation, time: time))
      }
      events.append(event)
      return
    }
    event.mayHoldSecret = Redactor.mayHoldSecret(line)
    let message = UnsafeRawBufferPointer(rebasing: line[min(prefix.message, line.count)...])
    if event.mayHoldSecret || prefix.category != nil && message.count < 4 || EntryFilter.mayMatter(message) {
      events.append(event)
    }
  }

  private func lookAtObject(_ line: UnsafeRawBufferPointer, start: Int) {
    guard let first = line.first(where: { $0 > 0x20 }) else { return }
    ordinalCount += 1
    guard first == 0x7B else {
      foreignCount += 1
      if firstForeign == nil { firstForeign = String(decoding: line.prefix(200), as: UTF8.self) }
      return
    }
    let fields = UnifiedFields(line)
    guard let range = fields.message else { return }
    entryCount += 1
    let message = UnsafeRawBufferPointer(rebasing: line[range])
    var event = Event(
      start: Int32(start + range.lowerBound), end: Int32(start + range.upperBound), line: Int32(lineCount),
      ordinal: Int32(ordinalCount), operation: -1, mayHoldSecret: false)
    event.message = fields.messageIsEscaped ? .escaped : .plain
    event.time = fields.time
    if !fields.messageIsEscaped, let time = fields.time, let operation = OperationLine(message, at: 0) {
      if !operation.hasError {
        event.operation = Int32(operations.count)
        operations.append(TimedOperation(line: operation, time: time))
      }
    } else if !fields.messageIsEscaped, !EntryFilter.mayMatter(message), !Redactor.mayHoldSecret(message) {
      return
    }
    events.append(event)
  }

  /// True for a line without content, or with nothing but a mark of quoting.
  static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
    for index in 0..<min(line.count, 160) {
      switch line[index] {
      case 0x20, 0x09, 0x2F, 0x3E, 0x0D: continue
      default: return false
      }
    }
    return line.count < 160
  }
}
