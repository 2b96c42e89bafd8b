import CloudKitFacts
import Foundation
import SyncModel
import TextPatterns

extension WebTextReader {
  /// Reads what a line says in words.
  func read(_ line: WebLine) {
    var line = line
    if let prefix = patterns.swiftLogPrefix.groups(in: line.text)?[0] {
      line.text = String(line.text.dropFirst(prefix.count))
    }
    noteNameOfBody(line.text)
    if readMistKit(line) { return }
    if line.text.holds("Network error occurred") { return pairing.noAnswer(line) }
    let status = patterns.status(in: line.text)
    let isRequest = readURL(line, status: status?.code)
    readHeaders(line)
    if let status { readStatus(status.code, status.phrase, line, isRequest: isRequest) }
    if status != nil, let took = patterns.took.groups(in: line.text)?[1].flatMap({ Int64($0) }) {
      pairing.duration(took)
    }
    if !readFailure(line) {
      let reason = patterns.reasonLine.groups(in: line.text)?[1] ?? patterns.exceptionReason.groups(in: line.text)?[1]
      if let reason { pairing.reason(reason, line: line) }
      if let delay = patterns.fieldRetryAfter.groups(in: line.text)?[1] { pairing.delay(delay, line: line) }
      readObservations(line)
    }
  }

  private static let wordsOfRequests: [StaticString] = [
    "request body", "body of the request", "request:", "payload", "sending", "request json",
  ]
  private static let wordsOfAnswers: [StaticString] = ["response", "answer", "received", "reply"]

  /// Remembers whether the next body is announced as a request's or an answer's.
  private func noteNameOfBody(_ text: String) {
    let lower = text.lowercased()
    let isRequest = Self.wordsOfRequests.contains { lower.holds($0) }
    let isAnswer = Self.wordsOfAnswers.contains { lower.holds($0) }
    if isRequest != isAnswer { nextBodyIsRequest = isRequest }
  }

  private func readMistKit(_ line: WebLine) -> Bool {
    if let groups = patterns.mistKitRequest.groups(in: line.text), let url = groups[2] {
      begin(line, method: groups[1], url: url, belongsToAnswer: false)
      return true
    }
    if let groups = patterns.mistKitStatus.groups(in: line.text), let status = groups[1].flatMap({ Int($0) }) {
      pairing.status(status, phrase: nil, line: line)
      return true
    }
    let trimmed = line.text.drop(while: \.isWhitespace)
    if trimmed.hasPrefix("Base URL:") || trimmed.hasPrefix("Path: ") { return true }
    guard trimmed.hasPrefix("Headers: [(field:") else { return false }
    var rest = String(trimmed)
    while let groups = patterns.listedHeader.groups(in: rest), let name = groups[1], let value = groups[2] {
      pairing.header(WebHeader(name: name, value: value), isOfAnswer: false, line: line)
      guard let whole = groups[0], let range = rest.range(of: whole) else { break }
      rest = String(rest[range.upperBound...])
    }
    return true
  }

  // MARK: - Requests and statuses

  /// True when the line names a URL of CloudKit.
  private func readURL(_ line: WebLine, status: Int?) -> Bool {
    let text = line.text
    let address = text.holds("/database/") ? WebAddress.first(in: text) : WebAddress.short(in: text)
    guard address != nil || WebAddress.isSessionService(text) else { return false }
    let method = patterns.method.groups(in: text)?[1]
    guard method != "OPTIONS" else { return true }
    if let open = pairing.open, !open.isAnswered, open.exchange.address?.subpath == address?.subpath,
      open.isNear(line: line.number, time: line.time), status != nil || text.hasPrefix("> ")
    {
      // The same request, named again by the line that tells its fate, or by curl after its command line.
      return true
    }
    let lower = text.lowercased().drop { $0.isWhitespace }
    let belongsToAnswer = ["request", "url", "endpoint", "path", "for ", "failed url"].contains(where: lower.hasPrefix)
    let names = belongsToAnswer || status.map { pairing.isAnswer(withStatus: $0, line: line) } == true
    let url = text.split(whereSeparator: \.isWhitespace).first { $0.holds("/database/") || $0.holds("/setup/") }
    begin(line, method: method, url: url.map(String.init) ?? text, belongsToAnswer: names)
    return true
  }

  func begin(_ line: WebLine, method: String?, url: String, belongsToAnswer: Bool) {
    var draft = WebDraft(
      origin: Origin(source: line.source, line: line.number), time: line.time, text: line.raw)
    draft.exchange.method = method
    draft.exchange.url = url
    draft.exchange.address = WebAddress.first(in: url) ?? WebAddress.short(in: line.text)
    draft.exchange.hasRequest = true
    pairing.request(draft, belongsToAnswer: belongsToAnswer)
  }

  private func readStatus(_ status: Int, _ phrase: String?, _ line: WebLine, isRequest: Bool) {
    let isKnown = isRequest || pairing.open?.exchange.address != nil || dialect.isAllCloudKit
    let isCloudKit =
      isKnown || patterns.cloudKitWord.matches(line.text) || patterns.phraseAndStatus.matches(line.text)
    pairing.status(status, phrase: phrase, line: line, isTentative: !isCloudKit)
  }

  func readHeaders(_ line: WebLine) {
    if line.text.holds("-") {
      var rest = line.text
      while let groups = patterns.signatureHeader.groups(in: rest), let name = groups[1], let whole = groups[0] {
        pairing.header(WebHeader(name: name, value: groups[2] ?? ""), isOfAnswer: false, line: line)
        guard let range = rest.range(of: whole) else { break }
        rest = String(rest[range.upperBound...])
      }
    }
    guard pairing.open != nil, let groups = patterns.answerHeader.groups(in: line.text), let name = groups[1],
      let value = groups[2]
    else { return }
    pairing.header(WebHeader(name: name, value: value), isOfAnswer: true, line: line)
  }

  // MARK: - Errors in words

  private func readFailure(_ line: WebLine) -> Bool {
    let text = line.text
    if let groups = patterns.recordError.groups(in: text), let code = groups[2] {
      reportItem(groups[1], code, groups[3], line)
      return true
    }
    if text.holds("CloudKitApiError"), reportItems(line) { return true }
    guard let (code, reason) = failure(in: text) else { return false }
    let retryAfter = patterns.fieldRetryAfter.groups(in: text)?[1].flatMap { Double($0) }
    let item = patterns.fieldItem.groups(in: text)?[1]
    pairing.failure(code: code, reason: reason.map(trimmed), retryAfter: retryAfter, item: item, line: line)
    return true
  }

  /// Several records with their codes in one sentence: `a: CONFLICT (…); b: BAD_REQUEST (…)`.
  private func reportItems(_ line: WebLine) -> Bool {
    var rest = line.text
    var found = false
    while let groups = patterns.codeThenReason.groups(in: rest), let whole = groups[0], let code = groups[2],
      let range = rest.range(of: whole)
    {
      reportItem(groups[1], code, groups[3], line)
      rest = String(rest[range.upperBound...])
      found = true
    }
    return found
  }

  private func failure(in text: String) -> (code: String, reason: String?)? {
    if let groups = patterns.keiNamed.groups(in: text), let code = groups[1] { return (code, groups[2]) }
    if let code = patterns.fieldCode.groups(in: text)?[1], WebAnswer.isCode(code) {
      let reason = patterns.keiReason.groups(in: text)?[1]
      return (code, reason ?? patterns.fieldReason.groups(in: text).flatMap { $0[1] ?? $0[2] ?? $0[3] })
    }
    if let code = patterns.optionalCode.groups(in: text)?[1] {
      return (code, patterns.optionalReason.groups(in: text)?[1])
    }
    if let groups = patterns.statusAndCode.groups(in: text), let code = groups[1] { return (code, groups[2]) }
    if let code = patterns.serverErrorCodeLine.groups(in: text)?[1] { return (code, nil) }
    if let groups = patterns.codeInParentheses.groups(in: text), let code = groups[2] { return (code, groups[1]) }
    if patterns.cloudKitWord.matches(text), let groups = patterns.codeAndReason.groups(in: text), let code = groups[1] {
      return (code, groups[2])
    }
    if let groups = patterns.cloudKitAndCode.groups(in: text), let code = groups[1] { return (code, groups[2]) }
    return nil
  }

  private func reportItem(_ item: String?, _ code: String, _ reason: String?, _ line: WebLine) {
    let address = pairing.open?.exchange.address
    if pairing.open?.isAnswered == true { pairing.flushOpen() }
    recorder.record(
      ErrorReport(
        origin: Origin(source: line.source, line: line.number), time: line.time, domain: "CloudKit", serverCode: code,
        message: reason.map(trimmed), item: item, operation: address?.subpath, containerID: address?.container,
        isCollateral: code == "ATOMIC_ERROR", text: line.raw))
  }

  private func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace || last == "\"" || last == "{" { text.removeLast() }
    while let first = text.first, first.isWhitespace || first == "\"" { text.removeFirst() }
    // The names of Python's modules stand before the message.
    if let range = text.range(of: " :: ", options: .backwards) { text = text[range.upperBound...] }
    return String(text.prefix(500))
  }

  // MARK: - Other news

  private func readObservations(_ line: WebLine) {
    if patterns.shareWithoutApp.matches(line.text) { report(.shareNotAccepted, "no-app-for-container", line) }
    if patterns.sessionTrouble.matches(line.text) { report(.sessionFault, "sign-in-failed", line) }
    if line.text.holds("CloudKit") || line.text.holds("cloudkit") { lastCloudKitLine = line.number }
    if patterns.maskedError.matches(line.text), isNearCloudKit(line) { reportMasked(line) }
  }

  private func isNearCloudKit(_ line: WebLine) -> Bool {
    patterns.cloudKitWord.matches(line.text) || line.number - lastCloudKitLine <= 10
      || pairing.open?.isNear(line: line.number, time: line.time) == true
  }
}
