import CloudKitFacts
import Foundation
import SyncModel

/// Turns exchanges into requests, errors, pages and observations, whatever format they came from.
final class WebRecorder {
  let sink: any RecordSink
  let secrets: SecretLedger
  private let requestParser = JSONParser()
  private let answerParser = JSONParser()
  private(set) var tally = WebTally()

  private let verifier: SignatureVerifier?

  init(sink: any RecordSink, options: ReadingOptions) {
    self.sink = sink
    let pem = options.publicKeyPath.map { try? String(contentsOfFile: $0, encoding: .utf8) }
    verifier = pem.flatMap { $0 }.flatMap(SignatureVerifier.init)
    tally.keyIsUnusable = pem != nil && verifier == nil
    secrets = SecretLedger(sink: sink)
  }

  /// Records one exchange; the bodies are the bytes as they went over the wire, nil where the input has none.
  func record(_ exchange: WebExchange, requestBody: UnsafeRawBufferPointer?, answerBody: UnsafeRawBufferPointer?) {
    let request = requestBody.flatMap { requestParser.parseRelaxed($0)?.value }
    let answer = answerBody.flatMap { answerParser.parseRelaxed($0) }
    record(
      exchange, request: request, answer: answer?.value, isCut: answer?.isCut == true, answerBody: answerBody,
      requestBody: requestBody ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Records one exchange whose bodies may already be parsed, as parts of a larger document.
  func record(
    _ exchange: WebExchange, request: WebExchangeObject.Body, answer: WebExchangeObject.Body, isCut: Bool
  ) {
    let sentBytes = request.value == nil ? Array((request.text ?? "").utf8) : []
    var received = Array((answer.text ?? "").utf8)
    if received.isEmpty, answer.value != nil { received = [0x20] }
    sentBytes.withUnsafeBytes { sent in
      received.withUnsafeBytes { bytes in
        let question = request.value ?? (sent.isEmpty ? nil : requestParser.parseRelaxed(sent)?.value)
        let parsed = answer.value == nil && !bytes.isEmpty ? answerParser.parseRelaxed(bytes) : nil
        record(
          exchange, request: question, answer: answer.value ?? parsed?.value, isCut: isCut || parsed?.isCut == true,
          answerBody: bytes.isEmpty ? nil : bytes, requestBody: request.value == nil ? sent : nil)
      }
    }
  }

  private func record(
    _ exchange: WebExchange, request: JSONValue?, answer: JSONValue?, isCut: Bool, answerBody: UnsafeRawBufferPointer?,
    requestBody: UnsafeRawBufferPointer?
  ) {
    if isCut { tally.cutBodies += 1 }
    var reading = WebReading(exchange: exchange, request: request, answer: answer, answerBody: answerBody)
    reading.requestBody = requestBody
    reading.verifier = verifier
    if answer == nil { reading.readText(answerBody) }
    tally.records += 1
    if let request = reading.requestRecord() { sink.add(request) }
    if exchange.address != nil, exchange.status == nil, answer == nil { tally.unanswered += 1 }
    if exchange.address != nil, exchange.status.map({ $0 > 0 }) == true, answerBody == nil { tally.missingBodies += 1 }
    let note = reading.evidenceText()
    var errors = reading.errorReports(evidence: note)
    for index in errors.indices {
      Self.redact(&errors[index])
      sink.add(errors[index])
    }
    for var page in WebPaging(exchange: exchange, request: request, answer: answer).pages() {
      page.text = note + Self.summary(page)
      sink.add(page)
    }
    for observation in reading.observations(errors.first?.origin ?? exchange.origin, errors.first?.text ?? note) {
      sink.add(observation)
    }
  }

  /// What a page was asked with and what came back, in words; cursors by the beginning of their digests.
  private static func summary(_ page: PageRecord) -> String {
    var text = ""
    func add(_ part: String) { text += (text.isEmpty ? ": " : ", ") + part }
    if page.cursorIn == nil { add("first page") }
    if let cursor = page.cursorIn, cursor != PageRecord.unknownCursor { add("asked with cursor \(cursor.prefix(8))") }
    if let items = page.items { add("\(items) \(items == 1 ? "item" : "items")") }
    if let cursor = page.cursorOut { add("answered with cursor \(cursor.prefix(8))") }
    if let more = page.moreComing { add(more ? "more coming" : "no more") }
    return text
  }

  /// Notes the kinds of secrets in a body, each once, looking only at the surroundings of what may be one.
  func noteSecrets(inBody body: UnsafeRawBufferPointer, at origin: Origin, time: Timestamp? = nil) {
    var seen: Set<String> = []
    var offset = 0
    while seen.count < 4, let found = SecretFilter.firstCandidate(in: body, from: offset) {
      let end = min(body.count, found + 1024)
      let window = UnsafeRawBufferPointer(rebasing: body[max(0, found - 64)..<end])
      let (text, kinds) = Redactor.redact(String(decoding: window, as: UTF8.self))
      for kind in kinds where seen.insert(kind).inserted { secrets.note(kind, at: origin, time: time, text: text) }
      offset = end
    }
  }

  /// Hands over an error that a line of text tells, without an exchange.
  func record(_ error: ErrorReport) {
    tally.records += 1
    var clean = error
    Self.redact(&clean)
    sink.add(clean)
  }

  /// Hands over an observation that a line of text tells.
  func record(_ observation: Observation) {
    tally.records += 1
    var clean = observation
    clean.text = Redactor.evidence(observation.text)
    sink.add(clean)
  }

  private static func redact(_ error: inout ErrorReport) {
    if let message = error.message { error.message = Redactor.redact(message).text }
    if let item = error.item { error.item = Redactor.redact(item).text }
    error.text = Redactor.evidence(error.text)
  }
}
