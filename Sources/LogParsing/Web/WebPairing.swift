import CloudKitFacts
import Foundation
import SyncModel

/// Pairs requests, statuses and bodies to exchanges, in the order in which a log prints them.
final class WebPairing {
  private let recorder: WebRecorder
  /// True for clients that may have several requests on their way: answers are paired first in, first out.
  private let allowsConcurrency: Bool
  /// True where the times of request and answer are those of the wire, so that their difference is the latency.
  private let timesAreLatency: Bool
  private(set) var open: WebDraft?
  private var waiting: [WebDraft] = []
  /// Exchanges whose lines stand between those of others, by their tags.
  private var parked: [String: WebDraft] = [:]
  /// The tag of the line that is read.
  private var tag: (text: String, isClient: Bool)?
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

  /// A line begins that has a tag: it belongs to the exchange that began with the same one.
  func select(_ text: String?, isClient: Bool) {
    tag = text.map { ($0, isClient) }
    guard let text, open?.tag != text, let other = parked.removeValue(forKey: text) else { return }
    park()
    open = other
  }

  /// Puts the open exchange aside; one without a tag is complete.
  private func park() {
    guard let draft = open, let tag = draft.tag else { return flushOpen() }
    parked[tag] = draft
    open = nil
    if parked.count > 64, let oldest = parked.min(by: { $0.value.lastLine < $1.value.lastLine }) {
      parked[oldest.key] = nil
      flush(oldest.value)
    }
  }

  /// A request begins; `belongsToAnswer` is true when the line names the request of what was printed before it.
  func request(_ draft: WebDraft, belongsToAnswer: Bool) {
    var draft = draft
    draft.tag = tag?.text
    if let tag, tag.isClient { draft.exchange.client = tag.text }
    if let before = open, before.tag != nil, let tag, before.tag != tag.text { park() }
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

  /// True where the answer that was printed last is the one of a line that names its request and this status.
  func isAnswer(withStatus status: Int, line: WebLine) -> Bool {
    guard let draft = open, draft.exchange.address == nil, draft.exchange.status == nil, let key = draft.errorKey,
      draft.isReprint(line: line.number, time: line.time), let code = key.split(separator: " ").first
    else { return false }
    return ServerErrorCode.named(String(code))?.httpStatus == status
  }

  /// A client says that no answer came; it names the request behind that.
  func noAnswer(_ line: WebLine) {
    flushOpen()
    open = newDraft(line)
    open?.exchange.transportError = line.text.trimmingCharacters(in: .whitespaces)
    setStatus(0, nil, line)
  }

  /// How long the request took whose status was told last.
  func duration(_ milliseconds: Int64) {
    if open?.exchange.status != nil, open?.exchange.durationMs == nil { open?.exchange.durationMs = milliseconds }
  }

  /// Words of the error of a request whose answer has a status but no body, or a code that was told in words.
  func reason(_ text: String, line: WebLine) {
    if let told = open?.codeWithoutReason, line.number - told.line <= 3 {
      open?.answerBody = WebErrorBody.json(code: told.code, reason: text, retryAfter: told.retryAfter)
      open?.codeWithoutReason = nil
      return
    }
    guard let draft = open, draft.answerBody == nil, draft.exchange.status.map({ $0 >= 400 }) == true else { return }
    open?.exchange.reasonPhrase = text
  }

  /// The seconds to wait, told beside the failure that they belong to.
  func delay(_ seconds: String, line: WebLine) {
    guard let draft = open, draft.exchange.status.map({ $0 >= 400 }) ?? (draft.errorKey != nil),
      line.number - draft.lastLine <= 5, draft.isNear(line: line.number, time: line.time),
      WebExchange.value(of: "retry-after", in: draft.exchange.answerHeaders) == nil
    else { return }
    open?.exchange.answerHeaders.append(WebHeader(name: "Retry-After", value: seconds))
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
  ///
  /// `items` are its errors of single records.
  func answer(_ body: [UInt8], line: WebLine, errorKey: String?, items: [WebItem] = []) {
    if repeatsItems(body, line, items) { return }
    if let draft = open {
      let isRepeated = errorKey != nil && draft.errorKey == errorKey
      if isRepeated, draft.lastTime != nil || errorKey?.holds("uuid ") == true,
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
    open?.items = Set(items)
    open?.exchange.bodyLine = line.number
    if open?.exchange.address == nil {
      open?.exchange.origin.line = line.number
    } else {
      open?.exchange.bytesReceived = Int64(body.count)
    }
    open?.touch(line: line.number(ofLastLineIn: body), time: line.time)
  }

  /// True for an answer that lists what was printed record by record.
  private func repeatsItems(_ body: [UInt8], _ line: WebLine, _ items: [WebItem]) -> Bool {
    guard let draft = open, !draft.itemBodies.isEmpty, draft.items.isSubset(of: items), draft.mayGoOn(line) else {
      return false
    }
    for item in draft.items { open?.exchange.itemReprints[item, default: 0] += 1 }
    open?.itemBodies = []
    open?.exchange.itemLines = []
    open?.items = Set(items)
    open?.answerBody = body
    open?.exchange.bodyLine = line.number
    open?.touch(line: line.number(ofLastLineIn: body), time: line.time)
    return true
  }

  /// The error of a single record, printed alone: those that follow each other are one answer.
  func item(_ item: WebItem, _ body: [UInt8], line: WebLine) {
    let isKnown = open?.items.contains(item) == true && open?.mayGoOn(line) == true
    if let draft = open, isKnown, draft.exchange.address != nil || (draft.lastTime != nil && line.time != nil) {
      open?.exchange.itemReprints[item, default: 0] += 1
      open?.touch(line: line.number(ofLastLineIn: body), time: line.time)
      return
    }
    if isKnown || open?.itemBodies.isEmpty != false || open?.mayGoOn(line) != true {
      answer(body, line: line, errorKey: "\(item.code) of \(item.name)")
      open?.exchange.bytesReceived = nil
      open?.exchange.bodyLine = nil
    }
    open?.items.insert(item)
    open?.itemBodies.append(body)
    open?.exchange.itemLines.append(line.line(withCode: item.code, in: body))
    open?.touch(line: line.number(ofLastLineIn: body), time: line.time)
  }

  /// An error told in words: the answer of the request that waits for one, or one more print of what is known.
  func failure(code: String, reason: String?, retryAfter: Double?, item: String?, line: WebLine) {
    let key = "\(code)"
    let isOneOfItems = item != nil && open?.items.isEmpty == false
    if !isOneOfItems, let draft = open, let known = draft.errorKey, known.hasPrefix(key),
      draft.isNear(line: line.number, time: line.time),
      draft.isReprint(line: line.number, time: line.time) || draft.exchange.address != nil
    {
      open?.exchange.printed += 1
      return
    }
    let body = WebErrorBody.json(code: code, reason: reason, retryAfter: retryAfter, item: item)
    if let item { return self.item(WebItem(name: item, code: code), body, line: line) }
    answer(body, line: line, errorKey: key)
    open?.exchange.bytesReceived = nil
    open?.exchange.failureLine = (line.number, line.raw)
    if reason == nil { open?.codeWithoutReason = (code, retryAfter, line.number) }
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
    for draft in parked.values.sorted(by: { $0.exchange.origin.line < $1.exchange.origin.line }) { flush(draft) }
    parked = [:]
  }

  func flushOpen() {
    if let draft = open { flush(draft) }
    open = nil
  }

  private func flush(_ draft: WebDraft) {
    guard draft.isAnswered || draft.exchange.address != nil else { return }
    if draft.isTentative, draft.answerBody == nil, draft.exchange.address == nil { return }
    let request = draft.requestBody ?? []
    let items = draft.itemBodies
    let answer = items.count > 1 ? [0x5B] + Array(items.joined(separator: [0x2C])) + [0x5D] : draft.answerBody ?? []
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
}
