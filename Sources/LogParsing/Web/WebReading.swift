import CloudKitFacts
import Foundation
import SyncModel

/// What one exchange means: its outcome, its errors, what it says about signature and session.
struct WebReading {
  let exchange: WebExchange
  let request: JSONValue?
  let answer: JSONValue?
  let answerBody: UnsafeRawBufferPointer?
  /// The bytes of the request, and what can verify their signature.
  var requestBody: UnsafeRawBufferPointer?
  var verifier: SignatureVerifier?
  private(set) var failures: [WebAnswer.Failure] = []
  private var goodItems = 0
  /// The words of an answer that is no JSON, such as the title of an HTML page.
  private var plainReason: String?

  init(exchange: WebExchange, request: JSONValue?, answer: JSONValue?, answerBody: UnsafeRawBufferPointer?) {
    self.exchange = exchange
    self.request = request
    self.answer = answer
    self.answerBody = answerBody
    guard let answer else { return }
    let body = WebAnswer(answer)
    failures = body.failures
    goodItems = body.goodItems
  }

  /// Takes what can be told of an answer that is not JSON.
  mutating func readText(_ body: UnsafeRawBufferPointer?) {
    guard let body, !body.isEmpty else { return }
    let text = String(decoding: body.prefix(4096), as: UTF8.self)
    for tag in ["title", "h1"] {
      guard let open = text.range(of: "<\(tag)>"), let close = text.range(of: "</\(tag)>"),
        open.upperBound <= close.lowerBound
      else { continue }
      plainReason = String(text[open.upperBound..<close.lowerBound].prefix(200))
      return
    }
  }

  // MARK: - Request

  private var statusIsFailure: Bool {
    exchange.status.map { $0 == 0 || $0 >= 400 } ?? (exchange.transportError != nil)
  }

  private var retryAfterMs: Int64? {
    failures.compactMap(\.retryAfterMs).max()
      ?? WebExchange.value(of: "retry-after", in: exchange.answerHeaders).flatMap(Double.init)
      .flatMap(WebAnswer.retryAfterMs)
  }

  private var isThrottled: Bool {
    if failures.contains(where: { $0.code == "THROTTLED" }) || exchange.status == 429 { return true }
    return exchange.status == 503 && retryAfterMs != nil
  }

  /// The request, or nil for what is no call of the database.
  func requestRecord() -> RequestRecord? {
    guard exchange.address != nil || !failures.isEmpty || (answer != nil && isDatabaseAnswer) else { return nil }
    let hasAnswer = exchange.status != nil || answer != nil
    let failed = statusIsFailure || !failures.isEmpty
    var record = RequestRecord(
      origin: exchange.origin, outcome: failed ? .failed : hasAnswer ? .succeeded : .unknown, time: exchange.time,
      operation: exchange.address?.subpath)
    record.family = exchange.address?.family
    record.environment = exchange.address.flatMap { $0.environment.isEmpty ? nil : $0.environment }
    record.database = exchange.address.flatMap { $0.database.isEmpty ? nil : $0.database.uppercased() }
    record.zone = zone
    record.durationMs = exchange.durationMs
    record.bytesSent = exchange.bytesSent
    record.bytesReceived = exchange.bytesReceived
    record.status = exchange.status.map(String.init)
    record.error = (failures.first { !$0.isCollateral } ?? failures.first)?.code
    record.errorIsReported = failed
    record.isThrottled = isThrottled
    record.retryAfterMs = retryAfterMs
    record.requestID = requestID
    record.recordTypes = request?["query"]?["recordType"]?.string
    countOperations(into: &record)
    return record
  }

  private var isDatabaseAnswer: Bool {
    guard let answer else { return false }
    let keys: [StaticString] = [
      "records", "zones", "subscriptions", "users", "syncToken", "continuationMarker", "batch",
    ]
    return keys.contains { answer[$0] != nil }
  }

  private var zone: String? {
    if let name = request?["zoneID"]?["zoneName"]?.string { return name }
    let zones = request?["zones"]
    return zones?.count == 1 ? zones?.elements.first { _ in true }?["zoneID"]?["zoneName"]?.string : nil
  }

  private var requestID: String? {
    WebExchange.value(of: "x-apple-request-uuid", in: exchange.answerHeaders) ?? failures.first?.uuid
      ?? answer?["uuid"]?.string
  }

  private func countOperations(into record: inout RequestRecord) {
    guard exchange.address?.subpath == "records/modify", let operations = request?["operations"] else { return }
    var inserted: Int64 = 0
    var updated: Int64 = 0
    var deleted: Int64 = 0
    for operation in operations.elements {
      switch operation["operationType"]?.string {
      case "create": inserted += 1
      case "delete", "forceDelete": deleted += 1
      case .some: updated += 1
      case nil: break
      }
    }
    record.inserted = inserted
    record.updated = updated
    record.deleted = deleted
  }

  // MARK: - Errors

  /// The line or the summary that shows the exchange, without secrets.
  func evidenceText() -> String {
    if !exchange.text.isEmpty { return Redactor.evidence(exchange.text) }
    var text = exchange.method ?? ""
    func add(_ part: String) { text += text.isEmpty ? part : " " + part }
    if let address = exchange.address {
      add(address.database + " " + address.subpath)
    } else if let url = exchange.url {
      add(url)
    }
    if let status = exchange.status { add("→ \(status)") }
    if let transportError = exchange.transportError { add(transportError) }
    if let duration = exchange.durationMs { add("(\(duration) ms)") }
    return Redactor.evidence(text)
  }

  /// One report for each error of the answer; for a failed status without any code, one for the status.
  func errorReports(evidence: String) -> [ErrorReport] {
    guard !failures.isEmpty else { return statusIsFailure ? [statusReport(evidence: evidence)] : [] }
    let lines = exchange.failureLine == nil ? errorLines() : []
    let isOneError = failures.count == 1
    return failures.enumerated().map { index, failure in
      var report = emptyReport(evidence: evidence)
      report.serverCode = failure.code
      report.httpStatus = failure.httpStatus ?? exchange.status
      report.message = failure.reason
      report.item = failure.item
      report.zone = failure.zone ?? zone
      report.retryAfterMs = failure.retryAfterMs ?? (isOneError ? retryAfterMs : nil)
      // Items may have ids of their own, which are not the request's.
      report.requestID = isOneError ? failure.uuid ?? requestID : requestID
      if let item = failure.item {
        report.printed += exchange.itemReprints[WebItem(name: item, code: failure.code)] ?? 0
      }
      report.isCollateral = failure.isCollateral
      if let line = exchange.failureLine {
        report.origin.line = line.number
        report.text = line.text
      } else if index < lines.count {
        report.origin.line = lines[index].number
        report.text = lines[index].text
      } else {
        report.text = evidence + " " + summary(failure)
      }
      return report
    }
  }

  private func statusReport(evidence: String) -> ErrorReport {
    var report = emptyReport(evidence: evidence)
    report.httpStatus = exchange.status ?? 0
    report.message = exchange.transportError ?? plainReason ?? exchange.reasonPhrase
    report.retryAfterMs = retryAfterMs
    report.requestID = requestID
    if let line = exchange.failureLine {
      report.origin.line = line.number
      report.text = line.text
    }
    return report
  }

  private func emptyReport(evidence: String) -> ErrorReport {
    ErrorReport(
      origin: exchange.origin, time: exchange.time, domain: "CloudKit", operation: exchange.address?.subpath,
      containerID: exchange.address.flatMap { $0.container.isEmpty ? nil : $0.container }, printed: exchange.printed,
      text: evidence)
  }

  private func summary(_ failure: WebAnswer.Failure) -> String {
    var text = "serverErrorCode: " + failure.code
    if let item = failure.item { text += ", recordName: " + item }
    if let zone = failure.zone { text += ", zoneName: " + zone }
    if let reason = failure.reason { text += ", reason: " + reason }
    return text
  }

  /// The lines of the body that hold the codes, in order; empty when they cannot be told for sure.
  private func errorLines() -> [(number: Int, text: String)] {
    if exchange.itemLines.count == failures.count { return exchange.itemLines }
    guard let bodyLine = exchange.bodyLine, let answerBody else { return [] }
    let isBrowsers = JSONParser.bytes(answerBody, contain: "erverErrorCode")
    let key: StaticString = isBrowsers ? "erverErrorCode" : "errorCode"
    var lines: [(number: Int, text: String)] = []
    var number = bodyLine
    for line in answerBody.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let sightings = ByteSearch.count(key, in: UnsafeRawBufferPointer(rebasing: line))
      if sightings > 0 {
        let text = String(decoding: line, as: UTF8.self).trimmingPrefix { $0.isWhitespace }.description
        for _ in 0..<sightings { lines.append((number, text)) }
      }
      number += 1
    }
    return lines.count == failures.count ? lines : []
  }
}
