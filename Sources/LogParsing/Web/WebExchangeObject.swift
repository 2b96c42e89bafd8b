import Foundation
import SyncModel

/// Reads objects that hold a request and its answer, as proxies, test recorders and pyicloud write them.
final class WebExchangeObject {
  let recorder: WebRecorder
  let source: Int32
  /// The status of the exchange that was recorded last.
  private(set) var lastStatus: Int?

  init(recorder: WebRecorder, source: Int32) {
    self.recorder = recorder
    self.source = source
  }

  /// Records one object, or each of a list.
  func record(_ root: JSONValue, line: WebLine, isCut: Bool) {
    if root.kind == .array {
      for element in root.elements where element.kind == .object { recordOne(element, line: line, isCut: false) }
    } else {
      recordOne(root, line: line, isCut: isCut)
    }
  }

  private func recordOne(_ object: JSONValue, line: WebLine, isCut: Bool) {
    let request = object["request"] ?? object
    let response = object["response"] ?? object
    guard let url = (request["url"] ?? request["path"] ?? request["uri"])?.string ?? urlInParts(object) else { return }
    let method = (request["method"] ?? object["method"])?.string
    guard method != "OPTIONS" else { return }
    var exchange = WebExchange(origin: Origin(source: source, line: line.number))
    exchange.url = url
    exchange.method = method
    exchange.address = WebAddress.first(in: url)
    guard exchange.address != nil || WebAddress.isSessionService(url) else { return }
    exchange.time = Self.time(of: object, request) ?? line.time
    exchange.durationMs = duration(of: object, response)
    exchange.status = status(of: response) ?? status(of: object)
    exchange.transportError = (response["error"] ?? object["error"])?.string
    exchange.requestHeaders = headers(
      request["headers"] ?? request["header"]?["headers"] ?? object["requestHeaders"])
    exchange.answerHeaders = headers(
      object["response"]?["headers"] ?? object["response"]?["header"]?["headers"] ?? object["responseHeaders"])
    exchange.client = client(of: object)
    if exchange.status == nil, exchange.transportError != nil { exchange.status = 0 }
    let loose = object["response"] == nil && object["responseBody"] == nil ? answerBeside(object) : nil
    let sent =
      loose != nil && object["request"] == nil
      ? Body(nil) : body(request, own: ["body", "content", "json", "data", "postData"], beside: object["requestBody"])
    let received =
      object["response"].map {
        body($0, own: ["body", "content", "json", "data", "text"], beside: object["responseBody"])
      }
      ?? object["responseBody"].map { Body($0) } ?? loose ?? Body(nil)
    exchange.bytesSent = (object["bytesSent"] ?? request["bodySize"])?.integer ?? sent.text.map { Int64($0.utf8.count) }
    exchange.bytesReceived =
      (object["bytesReceived"] ?? object["response"]?["bodySize"])?.integer
      ?? received.text.map { Int64($0.utf8.count) }
    lastStatus = exchange.status
    recorder.record(exchange, request: sent, answer: received, isCut: isCut)
  }

  /// Charles keeps scheme, host, path and query apart.
  private func urlInParts(_ object: JSONValue) -> String? {
    guard let host = object["host"]?.string, let path = object["path"]?.string else { return nil }
    let query = object["query"]?.string.map { "?" + $0 } ?? ""
    return "\(object["scheme"]?.string ?? "https")://\(host)\(path)\(query)"
  }

  /// A body: an object inside the document, or a text that must be parsed.
  struct Body {
    var value: JSONValue?
    var text: String?

    init(_ value: JSONValue?) {
      if let string = value?.string { text = string } else if value?.isContainer == true { self.value = value }
    }
  }

  private func body(_ message: JSONValue, own keys: [StaticString], beside: JSONValue?) -> Body {
    if let beside, !beside.isNull { return Body(beside) }
    for key in keys {
      guard let value = message[key], !value.isNull else { continue }
      if value.kind == .object, let text = value["text"]?.string { return Body(text: text) }
      return Body(value)
    }
    return Body(nil)
  }

  /// The answer of an object that has neither a request nor a response in it: a member that holds an error.
  private func answerBeside(_ object: JSONValue) -> Body? {
    let keys: [StaticString] = ["body", "data", "error", "err", "result", "payload", "details"]
    for key in keys {
      guard let value = object[key] else { continue }
      if value.string?.contains("erverErrorCode") == true { return Body(value) }
      if value.isContainer, !WebAnswer(value).failures.isEmpty { return Body(value) }
    }
    return nil
  }

  private func status(of object: JSONValue) -> Int? {
    let keys: [StaticString] = ["status", "statusCode", "status_code", "httpStatus", "code"]
    return keys.lazy.compactMap { object[$0]?.integer }.first { (0...599).contains($0) }.map { Int($0) }
  }

  /// The moment that an object tells under one of the usual names.
  static func time(of object: JSONValue, _ request: JSONValue) -> Timestamp? {
    let keys: [StaticString] = [
      "startedDateTime", "startedAt", "started_at", "start", "timestamp", "time", "ts", "date", "@timestamp",
    ]
    for key in keys {
      guard let value = object[key] ?? request[key] ?? object["times"]?[key] else { continue }
      if let time = value.string.flatMap(TimestampText.whole) { return time }
      // Epoch times: seconds have ten digits in our days, milliseconds thirteen.
      guard let number = value.number, number > 1e8, number < 1e14 else { continue }
      return Timestamp(milliseconds: Int64(number < 1e11 ? number * 1000 : number))
    }
    return nil
  }

  private func duration(of object: JSONValue, _ response: JSONValue) -> Int64? {
    let keys: [StaticString] = ["durationMs", "duration_ms", "elapsedMs", "elapsed_ms", "latencyMs", "latency_ms"]
    for key in keys {
      guard let number = (object[key] ?? response[key])?.number else { continue }
      return number >= 0 && number < 1e12 ? Int64(number.rounded()) : nil
    }
    return object["durations"]?["total"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Headers as an object of names and values, or as a list of pairs.
  private func headers(_ value: JSONValue?) -> [WebHeader] {
    guard let value else { return [] }
    if value.kind == .array {
      return value.elements.compactMap { header in
        guard let name = header["name"]?.string, let text = header["value"]?.string else { return nil }
        return WebHeader(name: name, value: text)
      }
    }
    return value.members.compactMap { name, value in
      value.string.map { WebHeader(name: name, value: $0) }
    }
  }

  private func client(of object: JSONValue) -> String {
    let keys: [StaticString] = ["client", "user", "userRecordName", "session", "device"]
    return keys.lazy.compactMap { object[$0]?.string }.first ?? ""
  }
}

extension WebExchangeObject.Body {
  init(text: String) { self.text = text }
}
