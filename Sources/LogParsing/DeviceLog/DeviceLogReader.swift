import Inputs
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads a text log of any style: prefixes are recognised line by line, so that styles may be mixed.
///
/// The bytes are read and indexed in pieces on a thread of their own, lines that matter are interpreted in order on the
/// caller's, and what they give is written on a third.
final class DeviceLogReader {
  private let sink: BackgroundSink
  private let interpreter: EntryInterpreter
  private let source: Int32
  private var block = EntryBlock()
  private var days = DayCounter()
  private let continuation = ErrorPatterns.continuation.makeMatcher()
  private var linesBefore = 0
  private var ordinalsBefore = 0
  private var entries = 0
  private var byteCount: Int64 = 0
  private let style: LogChunk.Style
  private var foreign = 0
  private var firstForeign: String?

  init(sink: any RecordSink, options: ReadingOptions, style: LogChunk.Style = .text) {
    self.style = style
    self.sink = BackgroundSink(sink)
    interpreter = EntryInterpreter(sink: self.sink, source: options.source)
    source = options.source
  }

  /// Reads the whole input.
  func read(_ input: ByteSource, into sink: any RecordSink) throws(InputError) {
    let chunks = LogChunkPipeline(input, style: style)
    while let chunk = chunks.next() {
      read(chunk)
      chunks.recycle(chunk)
    }
    flush()
    interpreter.finish()
    self.sink.finish()
    var tally = InputTally(
      bytes: byteCount, lines: linesBefore, records: entries > 0 ? entries : ordinalsBefore,
      unrecognizedLines: foreign, firstUnrecognized: firstForeign.map { Redactor.redact($0).text },
      isTruncated: interpreter.endsInsideError)
    if days.count > 0 { tally.notes.append("times without a date: counted from 1970-01-01") }
    if interpreter.errorsLeftOut > 0 {
      tally.notes.append("\(interpreter.errorsLeftOut) errors left out: thousands stand on one line")
    }
    sink.add(tally)
    if let failure = chunks.failure { throw failure }
  }

  private func read(_ chunk: LogChunk) {
    let bytes = UnsafeRawBufferPointer(rebasing: chunk.bytes[..<chunk.count])
    var cursor = LineCursor(bytes)
    for event in chunk.events {
      if event.message != .none {
        readMessage(event, of: chunk, bytes)
        continue
      }
      walk(&cursor, to: Int(event.start))
      cursor.jump(to: Int(event.start), line: Int(event.line), ordinal: Int(event.ordinal) - 1)
      let line = UnsafeRawBufferPointer(rebasing: bytes[Int(event.start)..<Int(event.end)])
      if event.operation >= 0 {
        flush()
        let operation = chunk.operations[Int(event.operation)]
        interpreter.add(operation.line, in: line, number: linesBefore + Int(event.line) + 1, time: operation.time)
        cursor.pass(lineThatEndsAt: Int(event.end))
      } else {
        if event.mayHoldSecret { interpreter.noteSecrets(line, number: linesBefore + Int(event.line) + 1, time: nil) }
        _ = cursor.next()
        take(line, number: Int(event.line), ordinal: Int(event.ordinal), isCandidate: true)
      }
    }
    walk(&cursor, to: bytes.count)
    linesBefore += chunk.lineCount
    ordinalsBefore += chunk.ordinalCount
    entries += chunk.entryCount
    byteCount += Int64(chunk.count)
    foreign += chunk.foreignCount
    firstForeign = firstForeign ?? chunk.firstForeign
  }

  private func readMessage(_ event: LogChunk.Event, of chunk: LogChunk, _ bytes: UnsafeRawBufferPointer) {
    let message = UnsafeRawBufferPointer(rebasing: bytes[Int(event.start)..<Int(event.end)])
    let number = linesBefore + Int(event.line) + 1
    if event.operation >= 0 {
      let operation = chunk.operations[Int(event.operation)]
      interpreter.add(operation.line, in: message, number: number, time: operation.time)
    } else {
      interpreter.readMessage(message, isEscaped: event.message == .escaped, number: number, time: event.time)
    }
  }

  /// Adds lines to the block that is open, as long as it is.
  private func walk(_ cursor: inout LineCursor, to offset: Int) {
    while !block.isEmpty, cursor.offset < offset, let line = cursor.next() {
      take(line, number: cursor.line - 1, ordinal: cursor.ordinal, isCandidate: false)
    }
  }

  private func take(_ line: UnsafeRawBufferPointer, number: Int, ordinal: Int, isCandidate: Bool) {
    let prefix = LinePrefix(line)
    let number = linesBefore + number + 1
    let ordinal = ordinalsBefore + ordinal
    let message = UnsafeRawBufferPointer(rebasing: line[min(prefix.message, line.count)...])
    if prefix.isEntry {
      let time = prefix.moment.map { days.moment($0) }
      if !block.isEmpty, block.isOpen, continuation.firstMatch(in: message) != nil {
        block.append(
          message, number: number, ordinal: ordinal, time: time, isNewEntry: false, isCandidate: isCandidate)
        block.setWidth(of: line)
        return
      }
      // Another thread's line amid those of an error that is not at its end.
      if !isCandidate, block.passesForeignLine() { return }
      // Code and domain of one error on lines of their own stay together.
      let joins = !block.isEmpty && block.hasPrefix && block.sinceCandidate == 0 && isCandidate && isErrorPart(message)
      if !joins { flush() }
      guard isCandidate else { return }
      if block.isEmpty { block.hasPrefix = true }
      block.append(message, number: number, ordinal: ordinal, time: time, isNewEntry: true, isCandidate: true)
      block.setWidth(of: line)
    } else if let time = trailingTime(message) {
      block.text.setTime(time, from: 0)
      flush()
    } else if !block.isEmpty || isCandidate {
      block.append(
        message, number: number, ordinal: ordinal, time: block.text.lines.last?.time, isNewEntry: false,
        isCandidate: isCandidate)
      block.setWidth(of: line)
      if block.isFull { flush() }
    }
  }

  private func isErrorPart(_ message: UnsafeRawBufferPointer) -> Bool {
    LinePrefix.matches("Domain: ", message, 0) || LinePrefix.matches("Code: ", message, 0)
  }

  /// The time of a metadata line of Xcode's console, which is about the entry above.
  private func trailingTime(_ line: UnsafeRawBufferPointer) -> Timestamp? {
    var index = 0
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    if LinePrefix.matches("Type: ", line, index) {
      while index < line.count, line[index] != 0x7C { index += 1 }
      index += 2
    }
    guard LinePrefix.matches("Timestamp: ", line, index) else { return nil }
    return ClockReading.dateAndTime(line, at: index + 11)?.moment
  }

  private func flush() {
    guard !block.isEmpty else { return }
    block.joinWrappedLines()
    interpreter.read(block)
    block.removeAll()
  }
}

/// Goes through the lines of a piece of a log.
struct LineCursor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0
  /// Lines passed.
  private(set) var line = 0
  /// Lines passed that are not blank.
  private(set) var ordinal = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func jump(to offset: Int, line: Int, ordinal: Int) {
    self.offset = offset
    self.line = line
    self.ordinal = ordinal
  }

  /// Passes a line with content that was read already.
  mutating func pass(lineThatEndsAt end: Int) {
    offset = min(bytes.count, end < bytes.count && bytes[end] == 13 ? end + 2 : end + 1)
    line += 1
    ordinal += 1
  }

  mutating func next() -> UnsafeRawBufferPointer? {
    guard offset < bytes.count else { return nil }
    let newline = bytes.baseAddress.flatMap { memchr($0 + offset, 10, bytes.count - offset) }
    let end = newline.map { UnsafeRawPointer($0) - (bytes.baseAddress ?? UnsafeRawPointer($0)) } ?? bytes.count
    let stop = end > offset && bytes[end - 1] == 13 ? end - 1 : end
    let found = UnsafeRawBufferPointer(rebasing: bytes[offset..<stop])
    offset = end + 1
    line += 1
    if !LogChunk.isBlank(found) { ordinal += 1 }
    return found
  }
}

extension ErrorPatterns {
  /// What can stand at the beginning of a line inside an error although the line has a prefix of its own.
  static let continuation = make(
    #"\A\s{0,80}(?:[}>]|\.\.\. ?\d|\xE2\x80\xA6 ?\d|\\*"|server message|uuid ?=|op ?=|container ID|Retry after|clientEtag|serverEtag"#
      + #"|partial errors|[^\s<][^=\n]{0,600} = \\*"?<?CK|<CKRecord[^\n]{1,400}= \\*"?<?CK)"#)
}
