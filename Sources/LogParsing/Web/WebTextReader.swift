import CloudKitFacts
import Inputs
import SyncModel

/// How one kind of text log differs from the others.
struct WebTextDialect: Sendable {
  /// Several requests may be on their way at once, and nothing ties an answer to its request.
  var allowsConcurrency = false
  /// Line times are those of the wire.
  var timesAreLatency = false
  /// Every HTTP status belongs to CloudKit, even where no word on the line says so.
  var isAllCloudKit = false
}

/// Reads web traffic out of text: bodies with prose between, request and answer lines of client libraries, printed
/// error objects.
final class WebTextReader {
  let recorder: WebRecorder
  let pairing: WebPairing
  let patterns = WebTextPatterns()
  private let interest = WebTextPatterns.interest.makeMatcher()
  let dialect: WebTextDialect
  let options: ReadingOptions
  private let parser = JSONParser()
  private var fragment: JSONFragment?
  private var fragmentTime: Timestamp?
  private var fragmentLines: [WebLine] = []
  private var members = MemberLines()
  private var php = PHPDump()
  /// True when the text before a body calls it a request's, false for an answer's, nil when it does not say.
  var nextBodyIsRequest: Bool?
  /// The line that was taken last.
  private var lastLine = 0
  /// The last line that spoke of CloudKit.
  var lastCloudKitLine = -1000
  private var lastMasked: (line: Int, time: Timestamp?)?

  init(sink: any RecordSink, options: ReadingOptions, dialect: WebTextDialect) {
    recorder = WebRecorder(sink: sink, options: options)
    pairing = WebPairing(
      recorder: recorder, allowsConcurrency: dialect.allowsConcurrency, timesAreLatency: dialect.timesAreLatency)
    self.dialect = dialect
    self.options = options
  }

  /// Reads a whole input.
  func read(_ input: ByteSource, into sink: any RecordSink) throws(InputError) {
    let reader = LineReader(input)
    var failure: InputError?
    do throws(InputError) {
      while let bytes = try reader.next() { take(bytes, number: reader.number) }
    } catch {
      failure = error
    }
    finish()
    var notes = recorder.tally.notes
    if pairing.approximatePairs > 0 {
      let count = pairing.approximatePairs
      notes.append(
        "\(count) \(count == 1 ? "answer" : "answers") paired with the oldest waiting request: the log has no request ids"
      )
    }
    sink.add(
      InputTally(
        bytes: reader.bytesRead, lines: reader.number, records: recorder.tally.records,
        isTruncated: recorder.tally.cutBodies > 0, notes: notes))
    if let failure { throw failure }
  }

  /// Takes one line; most lines of most logs have nothing to say, and must cost next to nothing.
  private func take(_ line: UnsafeRawBufferPointer, number: Int) {
    if let prefix = ContainerPrefix.find(in: line) {
      let own = UnsafeRawBufferPointer(rebasing: line[prefix.length...])
      return take(own, number: number, prefix: (line, fragment == nil ? prefix.time : nil))
    }
    take(line, number: number, prefix: nil)
  }

  private func take(
    _ line: UnsafeRawBufferPointer, number: Int, prefix: (line: UnsafeRawBufferPointer, time: Timestamp?)?
  ) {
    let isSuspicious = Redactor.mayHoldSecret(line)
    let isCollecting = fragment != nil || php.isOpen || members.isOpen
    if !isSuspicious, !isCollecting, interest.firstMatch(in: line) == nil { return }
    if !isSuspicious, fragment != nil, let first = line.first, !(0x30...0x39).contains(first), first != 0x5B {
      // Inside a body that goes on: no time, no prose.
      lastLine = number
      let bytes = Array(line)
      let progress = fragment?.add(bytes)
      if progress != .open { follow(progress, bytes, webLine(bytes, number: number)) }
      return
    }
    let bytes = Array(line)
    var line = webLine(bytes, number: number)
    if let prefix {
      line.raw = String(decoding: prefix.line, as: UTF8.self)
      line.time = line.time ?? prefix.time
    }
    take(bytes, line)
  }

  private func take(_ bytes: [UInt8], _ line: WebLine) {
    lastLine = line.number
    if bytes.withUnsafeBytes({ Redactor.mayHoldSecret($0) }) {
      _ = recorder.secrets.redact(line.raw, at: Origin(source: options.source, line: line.number), time: line.time)
    }
    if fragment != nil { return continueFragment(bytes, line) }
    if php.isOpen || php.begins(line.text) {
      if let body = php.add(line, patterns.phpMember) { deliver(body, line) }
      return
    }
    if let body = members.add(line) { deliver(body.bytes, body.line) }
    if members.isOpen { return }
    takeText(bytes, line, from: 0)
  }

  private func finish() {
    if let open = fragment { deliver(open.bytes, fragmentLines.first ?? emptyLine(open.firstLine)) }
    fragment = nil
    if let body = members.finish() { deliver(body.bytes, body.line) }
    pairing.finish()
    recorder.secrets.finish()
  }

  // MARK: - Lines and fragments

  private func takeText(_ bytes: [UInt8], _ line: WebLine, from offset: Int) {
    if !dialect.allowsConcurrency {
      let tag = patterns.tag.groups(in: line.raw)
      pairing.select(tag?[2], isClient: tag?[1] != nil)
    }
    // Foundation prints answers in braces that are no JSON.
    if line.raw.holds("NSHTTPURLResponse") { return takeProse(line, line.text) }
    guard let start = JSONFragment.start(in: bytes, from: offset) else {
      if let (prose, body) = Self.quotedBody(in: bytes, from: offset) {
        takeProse(line, prose)
        return deliver(body, line)
      }
      return takeProse(line, String(decoding: bytes[offset...], as: UTF8.self))
    }
    takeProse(line, String(decoding: bytes[offset..<start], as: UTF8.self) + "{")
    var fragment = JSONFragment(firstLine: line.number)
    let progress = fragment.add(bytes, from: start)
    self.fragment = fragment
    fragmentTime = line.time
    fragmentLines = [line]
    if case .complete(let rest) = progress { completeFragment(bytes, line, rest: rest) }
  }

  /// A body inside quotes, with its own quotes escaped: `body="{\"serverErrorCode\":…}"`, and the text before it.
  private static func quotedBody(in bytes: [UInt8], from offset: Int) -> (prose: String, body: [UInt8])? {
    var start = offset
    while start + 3 < bytes.count {
      if bytes[start] == 0x22, bytes[start + 1] == 0x7B, bytes[start + 2] == 0x5C, bytes[start + 3] == 0x22 { break }
      start += 1
    }
    guard start + 3 < bytes.count else { return nil }
    var plain: [UInt8] = []
    var position = start + 1
    while position < bytes.count, bytes[position] != 0x22 {
      if bytes[position] == 0x5C, position + 1 < bytes.count, bytes[position + 1] == 0x22 || bytes[position + 1] == 0x5C
      {
        position += 1
      }
      plain.append(bytes[position])
      position += 1
    }
    return (String(decoding: bytes[offset..<start], as: UTF8.self), plain)
  }

  private func continueFragment(_ bytes: [UInt8], _ line: WebLine) {
    if line.time != nil, !bytes.isEmpty, bytes[0] > 0x20 {
      // A new log entry: the value before it was cut.
      return abandonFragment(thenTake: bytes, line, isJSON: true)
    }
    follow(fragment?.add(bytes), bytes, line)
  }

  private func follow(_ progress: JSONFragment.Progress?, _ bytes: [UInt8], _ line: WebLine) {
    switch progress {
    case .complete(let rest): completeFragment(bytes, line, rest: rest)
    case .notJSON: abandonFragment(thenTake: bytes, line, isJSON: false)
    case .open, nil: break
    }
  }

  private func abandonFragment(thenTake bytes: [UInt8], _ line: WebLine, isJSON: Bool) {
    let open = fragment
    let first = fragmentLines.first
    fragment = nil
    if isJSON, let open, let first { deliver(open.bytes, first) }
    take(bytes, line)
  }

  private func completeFragment(_ bytes: [UInt8], _ line: WebLine, rest: Int) {
    guard let complete = fragment, let first = fragmentLines.first else { return }
    fragment = nil
    deliver(complete.bytes, first)
    let tail = bytes[rest...].drop { $0 <= 0x20 || $0 == 0x2C || $0 == 0x3B }
    if tail.count > 3 { takeText(bytes, line, from: tail.startIndex) }
  }

  private func takeProse(_ line: WebLine, _ text: String) {
    guard text.utf8.count > 3 else { return }
    var part = line
    part.text = text
    read(part)
  }

  private func webLine(_ bytes: [UInt8], number: Int) -> WebLine {
    let raw = String(decoding: bytes, as: UTF8.self)
    // `[2026-…]`, and Ruby's `I, [2026-…]`.
    let start = bytes.first == 0x5B ? 1 : bytes.count > 18 && bytes[1] == 0x2C && bytes[3] == 0x5B ? 4 : 0
    guard bytes.count > 18, let (time, length) = TimestampText.prefix(of: bytes[start...]) else {
      return WebLine(source: options.source, number: number, time: nil, text: raw, raw: raw)
    }
    let text = String(decoding: bytes[(start + length)...], as: UTF8.self)
    return WebLine(source: options.source, number: number, time: time, text: text, raw: raw)
  }

  private func emptyLine(_ number: Int) -> WebLine {
    WebLine(source: options.source, number: number, time: nil, text: "", raw: "")
  }

  // MARK: - Bodies

  /// Decides what a body is, and gives it to the exchange that it belongs to.
  private func deliver(_ bytes: [UInt8], _ line: WebLine) {
    var line = line
    if line.time == nil {
      // JSON log entries have their time inside.
      line.time = bytes.withUnsafeBytes { bytes in
        parser.parseRelaxed(bytes).flatMap { WebExchangeObject.time(of: $0.value, $0.value) }
      }
    }
    let named = nextBodyIsRequest
    nextBodyIsRequest = nil
    let reader = WebBodyKind(parser: parser)
    switch reader.kind(of: bytes, isNamedRequest: named) {
    case .exchanges:
      pairing.flushOpen()
      let object = WebExchangeObject(recorder: recorder, source: options.source)
      bytes.withUnsafeBytes { bytes in
        guard let root = parser.parseRelaxed(bytes) else { return }
        object.record(root.value, line: line, isCut: root.isCut)
        pairing.noteExchange(status: object.lastStatus, line: lastLine)
      }
    case .request: pairing.requestBody(bytes, line: line, isNamed: named == true)
    case .answer(nil) where isQuestionForChanges(bytes):
      pairing.requestBody(bytes, line: line, isNamed: true)
    case .answer(let errorKey):
      if let status = reader.status(of: bytes) { pairing.status(status, phrase: nil, line: line) }
      pairing.answer(bytes, line: line, errorKey: errorKey, items: errorKey == nil ? [] : reader.items(of: bytes))
    case .item(let item): pairing.item(item, bytes, line: line)
    case .requestLine(let url, let method): begin(line, method: method, url: url, belongsToAnswer: false)
    case .answers(let bodies):
      for body in bodies {
        if pairing.open?.isAnswered == true { pairing.flushOpen() }
        var line = line
        line.number += body.line
        pairing.answer(body.bytes, line: line, errorKey: nil)
      }
    case .text(let text): readInside(text, line)
    case .unknown:
      let text = String(decoding: bytes, as: UTF8.self)
      if text.holds("CloudKit-Request-") { return readHeaders(WebLine(line, text: text)) }
      if let open = pairing.open, open.answerBody == nil, open.exchange.url != nil || named == false {
        pairing.answer(bytes, line: line, errorKey: nil)
      }
    }
  }

  /// Reads a text that stood inside a JSON string; what it leaves open ends with it.
  private func readInside(_ text: String, _ line: WebLine) {
    takeText(Array(text.utf8), WebLine(line, text: text), from: 0)
    guard let open = fragment else { return }
    fragment = nil
    if open.bytes.count < text.utf8.count { deliver(open.bytes, line) }
  }

  /// A request for the changes of zones looks like an answer without any: the answer says whether more is coming.
  private func isQuestionForChanges(_ bytes: [UInt8]) -> Bool {
    guard let open = pairing.open, !open.isAnswered, open.requestBody == nil,
      open.exchange.address?.subpath == "changes/zone"
    else { return false }
    return !bytes.withUnsafeBytes { bytes in
      JSONParser.bytes(bytes, contain: "moreComing") || JSONParser.bytes(bytes, contain: "\"records\"")
    }
  }

  /// Reports that the handler of an error lost it; prints of the same moment are one.
  func reportMasked(_ line: WebLine) {
    if let last = lastMasked {
      let isSame = line.time.flatMap { time in last.time.map { abs(time.milliseconds - $0.milliseconds) <= 50 } }
      lastMasked = (line.number, line.time ?? last.time)
      if isSame ?? (line.number - last.line <= 3) { return }
    }
    lastMasked = (line.number, line.time)
    report(.maskedError, "", line)
  }

  func report(_ kind: Observation.Kind, _ subject: String, _ line: WebLine) {
    recorder.record(
      Observation(
        origin: Origin(source: line.source, line: line.number), time: line.time, kind: kind, subject: subject,
        text: line.raw))
  }
}
