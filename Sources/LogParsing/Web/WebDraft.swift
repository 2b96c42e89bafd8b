import SyncModel

/// An exchange that is being put together from lines that stand apart.
struct WebDraft {
  var exchange: WebExchange
  var requestBody: [UInt8]?
  var answerBody: [UInt8]?
  /// The last line that belongs to it, and its time.
  var lastLine: Int
  var lastTime: Timestamp?
  /// What identifies the error of the answer, to know it again when it is printed once more.
  var errorKey: String?
  /// The code that words told of without a reason, which the next line may tell.
  var codeWithoutReason: (code: String, retryAfter: Double?, line: Int)?
  /// True while only a status is known that nothing ties to CloudKit: alone it tells nothing.
  var isTentative = false

  init(origin: Origin, time: Timestamp?, text: String) {
    exchange = WebExchange(origin: origin)
    exchange.time = time
    exchange.text = text
    exchange.hasRequest = false
    lastLine = origin.line
    lastTime = time
  }

  var isAnswered: Bool { exchange.status != nil || answerBody != nil }

  /// True when a line is close enough to belong to the draft: what follows much later is about something else.
  func isNear(line: Int, time: Timestamp?) -> Bool {
    let isKnown = exchange.url != nil
    guard line - lastLine <= (isKnown ? 60 : 5) else { return false }
    guard let time, let lastTime else { return true }
    return abs(time.milliseconds - lastTime.milliseconds) <= (isKnown ? 120_000 : 2000)
  }

  /// True when two prints are so close that they tell of one failure.
  func isReprint(line: Int, time: Timestamp?) -> Bool {
    guard let time, let lastTime else { return line - lastLine <= 3 }
    return abs(time.milliseconds - lastTime.milliseconds) <= 50
  }

  mutating func touch(line: Int, time: Timestamp?) {
    lastLine = line
    lastTime = time ?? lastTime
  }
}

/// Pairs requests, statuses and bodies to exchanges, in the order in which a log prints them.
final class WebPairing {
  private let recorder: WebRecorder
  /// True for clients that may have several requests on their way: answers are paired first in, first out.
  private let allowsConcurrency: Bool
  /// True where the times of request and answer are those of the wire, so that their difference is the latency.
  private let timesAreLatency: Bool
  private(set) var open: WebDraft?
  private var waiting: [WebDraft] = []
  /// Answers that were paired although more than one request waited.
  private(set) var approximatePairs = 0
  /// Headers that were printed before the request that they belong to.
  private var looseHeaders: [WebHeader] = []
  private var sawRequestBodyFirst = false
  private var recentExchange: (status: Int, line: Int)?

  init(recorder: WebRecorder, allowsConcurrency: Bool, timesAreLatency: Bool) {
    self.recorder = recorder
    self.allowsConcurrency = allowsConcurrency
    self.timesAreLatency = timesAreLatency
  }

  /// A request begins; `belongsToAnswer` is true when the line names the request of what was printed before it.
  func request(_ draft: WebDraft, belongsToAnswer: Bool) {
    if let before = open {
      if before.exchange.address == nil, before.isAnswered, belongsToAnswer {
        open?.exchange.address = draft.exchange.address
        open?.exchange.url = draft.exchange.url
        open?.exchange.method = draft.exchange.method
        open?.exchange.hasRequest = true
        open?.touch(line: draft.lastLine, time: draft.lastTime)
        return
      }
      if allowsConcurrency, !before.isAnswered { waiting.append(before) } else { flushOpen() }
    }
    open = draft
    open?.exchange.requestHeaders += looseHeaders
    looseHeaders = []
  }

  /// A status was printed; those below 400 matter only for a request that is known.
  func status(_ code: Int, phrase: String?, line: WebLine, isTentative: Bool = false) {
    if let recent = recentExchange, recent.status == code, line.number - recent.line <= 5 {
      // The exchange was logged whole, and then once more as an error.
      recentExchange = nil
      return
    }
    if allowsConcurrency { chooseOldest() }
    if let draft = open, draft.isNear(line: line.number, time: line.time) {
      if draft.exchange.status == nil, draft.answerBody == nil || draft.exchange.address != nil {
        setStatus(code, phrase, line)
        return
      }
      let isSame = draft.exchange.status == code
      if isSame, draft.exchange.address != nil || draft.answerBody != nil { return }
      if isSame, draft.isReprint(line: line.number, time: line.time) {
        open?.exchange.printed += 1
        return
      }
    }
    guard code >= 400 else { return }
    flushOpen()
    open = newDraft(line)
    open?.isTentative = isTentative
    setStatus(code, phrase, line)
  }

  /// How long the request took whose status was told last.
  func duration(_ milliseconds: Int64) {
    if open?.exchange.status != nil, open?.exchange.durationMs == nil { open?.exchange.durationMs = milliseconds }
  }

  /// Words of the error of a request whose answer has a status but no body, or a code that was told in words.
  func reason(_ text: String, line: WebLine) {
    if let told = open?.codeWithoutReason, line.number - told.line <= 3 {
      open?.answerBody = Self.body(code: told.code, reason: text, retryAfter: told.retryAfter)
      open?.codeWithoutReason = nil
      return
    }
    guard let draft = open, draft.answerBody == nil, draft.exchange.status.map({ $0 >= 400 }) == true else { return }
    open?.exchange.reasonPhrase = text
  }

  /// Remembers an exchange that was logged whole, up to the given line.
  func noteExchange(status: Int?, line: Int) {
    recentExchange = status.map { ($0, line) }
  }

  private func setStatus(_ code: Int, _ phrase: String?, _ line: WebLine) {
    if timesAreLatency, let sent = open?.exchange.time, let received = line.time, received >= sent,
      open?.exchange.address != nil
    {
      open?.exchange.durationMs = received.milliseconds - sent.milliseconds
    }
    open?.exchange.status = code
    open?.exchange.reasonPhrase = phrase
    if code >= 400 { open?.exchange.failureLine = (line.number, line.raw) }
    open?.touch(line: line.number, time: line.time)
  }

  private func chooseOldest() {
    guard !waiting.isEmpty else { return }
    if let current = open {
      if current.isAnswered {
        flushOpen()
        if waiting.count > 1 { approximatePairs += 1 }
      } else {
        waiting.append(current)
        approximatePairs += 1
      }
    }
    open = waiting.removeFirst()
  }

  /// The body of an answer; the key identifies its error, nil when it has none.
  func answer(_ body: [UInt8], line: WebLine, errorKey: String?) {
    if let draft = open {
      let isRepeated = errorKey != nil && draft.errorKey == errorKey
      if isRepeated, draft.lastTime != nil || errorKey?.contains("uuid ") == true,
        draft.isReprint(line: line.number, time: line.time)
      {
        open?.exchange.printed += 1
        return
      }
      if draft.answerBody != nil || !draft.isNear(line: line.number, time: line.time) { flushOpen() }
    }
    if open == nil { open = newDraft(line) }
    open?.answerBody = body
    open?.exchange.failureLine = nil
    open?.errorKey = errorKey
    open?.exchange.bodyLine = line.number
    if open?.exchange.address == nil {
      open?.exchange.origin.line = line.number
    } else {
      open?.exchange.bytesReceived = Int64(body.count)
    }
    open?.touch(line: line.number, time: line.time)
  }

  /// An error told in words: the answer of the request that waits for one, or one more print of what is known.
  func failure(code: String, reason: String?, retryAfter: Double?, line: WebLine) {
    let key = "\(code)"
    if let draft = open, let known = draft.errorKey, known.hasPrefix(key),
      draft.isNear(line: line.number, time: line.time),
      draft.isReprint(line: line.number, time: line.time) || draft.exchange.address != nil
    {
      open?.exchange.printed += 1
      return
    }
    answer(Self.body(code: code, reason: reason, retryAfter: retryAfter), line: line, errorKey: key)
    open?.exchange.bytesReceived = nil
    open?.exchange.failureLine = (line.number, line.raw)
    if reason == nil { open?.codeWithoutReason = (code, retryAfter, line.number) }
  }

  private static func body(code: String, reason: String?, retryAfter: Double?) -> [UInt8] {
    var members = "{\"serverErrorCode\":\"\(code)\""
    if let reason { members += ",\"reason\":\(quoted(reason))" }
    if let retryAfter { members += ",\"retryAfter\":\(retryAfter)" }
    return Array((members + "}").utf8)
  }

  /// The body of a request; `isNamed` is true when the text before it says so.
  func requestBody(_ body: [UInt8], line: WebLine, isNamed: Bool) {
    if let draft = open, draft.requestBody == nil, !draft.isAnswered || (isNamed && !sawRequestBodyFirst) {
      if !draft.isAnswered { sawRequestBodyFirst = true }
      open?.requestBody = body
      open?.touch(line: line.number, time: line.time)
      return
    }
    flushOpen()
    sawRequestBodyFirst = true
    open = newDraft(line)
    open?.requestBody = body
  }

  func header(_ header: WebHeader, isOfAnswer: Bool, line: WebLine) {
    if isOfAnswer {
      open?.exchange.answerHeaders.append(header)
    } else if let draft = open, !draft.isAnswered || header.value.isEmpty || belongsToAnswered(header, draft, line) {
      open?.exchange.requestHeaders.append(header)
    } else {
      looseHeaders.append(header)
    }
  }

  /// True for the headers of a request that people print below its answer.
  private func belongsToAnswered(_ header: WebHeader, _ draft: WebDraft, _ line: WebLine) -> Bool {
    draft.exchange.address == nil && line.number - draft.lastLine <= 20
      && WebExchange.value(of: header.name.lowercased(), in: draft.exchange.requestHeaders) == nil
  }

  /// Hands over everything, at the end of the input.
  func finish() {
    flushOpen()
    for draft in waiting { flush(draft) }
    waiting = []
  }

  func flushOpen() {
    if let draft = open { flush(draft) }
    open = nil
  }

  private func flush(_ draft: WebDraft) {
    guard draft.isAnswered || draft.exchange.address != nil else { return }
    if draft.isTentative, draft.answerBody == nil, draft.exchange.address == nil { return }
    let request = draft.requestBody ?? []
    let answer = draft.answerBody ?? []
    request.withUnsafeBytes { request in
      answer.withUnsafeBytes { answer in
        recorder.record(
          draft.exchange, requestBody: request.isEmpty ? nil : request, answerBody: answer.isEmpty ? nil : answer)
      }
    }
  }

  private func newDraft(_ line: WebLine) -> WebDraft {
    var draft = WebDraft(
      origin: Origin(source: line.source, line: line.number), time: line.time, text: line.raw)
    draft.exchange.requestHeaders = looseHeaders
    looseHeaders = []
    return draft
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where character.isNewline || character == "\t": " "
      default: String(character)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

/// A line of a text log, as the readers of web traffic see it.
struct WebLine {
  var source: Int32
  var number: Int
  var time: Timestamp?
  /// The line without its time.
  var text: String
  /// The line as it stands.
  var raw: String
}

extension WebLine {
  /// A part of a line that stands for itself.
  init(_ line: WebLine, text: String) {
    self = line
    self.text = text
  }
}
