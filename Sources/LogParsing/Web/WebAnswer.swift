import CloudKitFacts

/// What the body of an answer says: the errors wherever they hide, and how many items came without one.
struct WebAnswer {
  /// One error of an answer, in document order.
  struct Failure: Equatable {
    var code: String
    var reason: String?
    /// The record name, subscription id, user or share that failed; nil for errors of the whole request or of a zone.
    var item: String?
    var zone: String?
    var retryAfterMs: Int64?
    var uuid: String?
    /// A status inside the error object, as CKTool JS has it.
    var httpStatus: Int?

    /// True when another item of the batch is the cause.
    var isCollateral: Bool { ServerErrorCode.named(code)?.isCollateral ?? (code == "ATOMIC_ERROR") }
  }

  var failures: [Failure] = []
  /// Items of records, users, subscriptions and zones that came without an error.
  var goodItems = 0

  /// Reads a body; only objects with an error code of CloudKit are errors.
  init(_ body: JSONValue) {
    read(body, zone: nil, depth: 0)
    if failures.isEmpty, goodItems == 0, Self.mayHide(body) { search(body, depth: 0) }
  }

  /// True for what is neither an answer nor a request of CloudKit: a report of a crash service, say.
  private static func mayHide(_ body: JSONValue) -> Bool {
    let keys: [StaticString] = [
      "records", "zones", "users", "subscriptions", "query", "operations", "syncToken", "log",
    ]
    return body.kind == .object && !keys.contains { body[$0] != nil }
  }

  /// Looks for an error in any member; the first one and those beside it in a list are taken.
  private mutating func search(_ value: JSONValue, depth: Int) {
    guard depth < 8, failures.isEmpty else { return }
    switch value.kind {
    case .array:
      let found = value.elements.compactMap { $0["serverErrorCode"] == nil ? nil : Self.failure($0, zone: nil) }
      if !found.isEmpty { return failures = found }
      for element in value.elements { search(element, depth: depth + 1) }
    case .object:
      if value["serverErrorCode"] != nil, let failure = Self.failure(value, zone: nil) { return failures = [failure] }
      for (_, member) in value.members where member.isContainer { search(member, depth: depth + 1) }
    default: break
    }
  }

  init() {}

  /// Members that hold answers or lists of them; record fields and echoes of the request are never looked into.
  private static let containers: [StaticString] = [
    "records", "zones", "users", "subscriptions", "results", "batch", "errors", "tokens", "error", "response",
    "content", "data", "body", "zone", "_errors", "ckError", "cloudKitError", "details",
    "cause", "err", "originalError", "payload", "result",
  ]

  private mutating func read(_ value: JSONValue, zone: String?, depth: Int) {
    guard depth < 6 else { return }
    switch value.kind {
    case .array:
      for element in value.elements { readItem(element, zone: zone, depth: depth) }
    case .object:
      if let failure = Self.failure(value, zone: zone) {
        failures.append(failure)
        return
      }
      for key in Self.containers {
        guard let member = value[key], member.isContainer else { continue }
        read(member, zone: zone, depth: depth + 1)
      }
    default: break
    }
  }

  private mutating func readItem(_ element: JSONValue, zone: String?, depth: Int) {
    guard element.kind == .object else { return }
    if element["recordName"] != nil || element["recordType"] != nil {
      // The many records of a page take this short way: one look for a code.
      if let code = element["serverErrorCode"], code.kind == .string,
        let failure = Self.failure(element, zone: zone)
      {
        failures.append(failure)
      } else if let failure = Self.failureOfCKTool(element) {
        failures.append(failure)
      } else {
        goodItems += 1
      }
      return
    }
    let ownZone = element["zoneID"]?["zoneName"]?.string ?? zone
    let before = failures.count
    read(element, zone: ownZone, depth: depth + 1)
    if failures.count == before { goodItems += 1 }
  }

  /// True for an object that is an error itself, not one that holds errors.
  static func isError(_ object: JSONValue) -> Bool { failure(object, zone: nil) != nil }

  private static func failure(_ object: JSONValue, zone: String?) -> Failure? {
    let codes: [StaticString] = [
      "serverErrorCode", "_serverErrorCode", "error_code", "_ckErrorCode", "ckErrorCode", "server_error_code",
      "ServerErrorCode",
    ]
    guard let code = codes.lazy.compactMap({ object[$0]?.string }).first(where: { isCode($0) }) else {
      return failureOfCKTool(object)
    }
    let reasons: [StaticString] = ["reason", "_reason", "messageForDeveloper", "message", "Reason"]
    let zoneID = object["zoneID"] ?? object["_zoneID"] ?? object["zone_id"]
    let delays: [StaticString] = [
      "retryAfter", "_retryAfter", "retry_after", "retryAfterSeconds", "retry_after_seconds", "RetryAfter",
    ]
    let retryAfter = delays.lazy.compactMap { object[$0] }.first
    return Failure(
      code: code, reason: reasons.lazy.compactMap { object[$0]?.string }.first, item: item(of: object),
      zone: zoneID?["zoneName"]?.string ?? zone, retryAfterMs: milliseconds(retryAfter),
      uuid: (object["uuid"] ?? object["_uuid"])?.string,
      httpStatus: (object["status"] ?? object["statusCode"])?.integer.flatMap {
        (400...599).contains($0) ? Int($0) : nil
      })
  }

  /// CKTool JS: `{code: 400, message: "BAD_REQUEST", reason}`, and per record `{recordName, errorCode, message}`.
  private static func failureOfCKTool(_ object: JSONValue) -> Failure? {
    if let code = object["errorCode"]?.string, isCode(code) {
      return Failure(code: code, reason: object["message"]?.string, item: item(of: object))
    }
    let code = object["code"]
    if let name = code?.string, ServerErrorCode.named(name) != nil, isCode(name) {
      return Failure(
        code: name, reason: object["message"]?.string, item: item(of: object) ?? object["id"]?.string)
    }
    guard let status = code?.integer, (400...599).contains(status),
      let name = object["message"]?.string ?? nameOfCKTool(object, status: Int(status)), isCode(name)
    else { return nil }
    return Failure(
      code: name, reason: (object["reason"] ?? object["detailedMessage"])?.string,
      retryAfterMs: milliseconds(object["retryAfterSeconds"]), uuid: object["requestUuid"]?.string,
      httpStatus: Int(status))
  }

  /// Node prints the message of an error, which is the code, in front of the object.
  private static func nameOfCKTool(_ object: JSONValue, status: Int) -> String? {
    guard object["requestUuid"] != nil || object["detailedMessage"] != nil else { return nil }
    return ServerErrorCode.all.first { $0.httpStatus == status && !$0.isCollateral }?.name
  }

  private static func item(of object: JSONValue) -> String? {
    let names: [StaticString] = [
      "recordName", "record_name", "_recordName", "subscriptionID", "_subscriptionID", "userRecordName",
    ]
    return names.lazy.compactMap { object[$0]?.string }.first
      ?? object["shortGUID"].flatMap { $0.string ?? $0["value"]?.string }
  }

  /// Upper-case words joined by underscores, as every code is spelled; unknown ones are kept verbatim.
  static func isCode(_ text: String) -> Bool {
    (2...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F || (0x30...0x39).contains($0) }
      && text.utf8.contains { (0x41...0x5A).contains($0) }
  }

  private static func milliseconds(_ value: JSONValue?) -> Int64? {
    guard let value, let seconds = value.number ?? value.string.flatMap(Double.init) else { return nil }
    return retryAfterMs(seconds: seconds)
  }

  /// Milliseconds of a delay, or nil for one that cannot be meant.
  static func retryAfterMs(seconds: Double) -> Int64? {
    seconds >= 0 && seconds < 1e9 ? Int64((seconds * 1000).rounded()) : nil
  }
}
