import CloudKitFacts

/// Tells what a body found in a text is.
struct WebBodyKind {
  /// What a body can be.
  enum Kind: Equatable {
    /// Objects with a request and its answer inside.
    case exchanges
    case request
    /// What a client was about to ask, without the answer: `config` of an HTTP library's error.
    case requestLine(url: String, method: String?)
    /// An answer; the key identifies its error.
    case answer(errorKey: String?)
    /// The error of one record, without the answer around it.
    case item(WebItem)
    /// Several answers in one list.
    case answers([Element])
    /// An entry of a log that has the body in one of its texts.
    case text(String)
    case unknown
  }

  /// An element of a list, with the lines of the list before it.
  struct Element: Equatable {
    var line: Int
    var bytes: [UInt8]
  }

  let parser: JSONParser

  /// The HTTP status beside an answer's body inside one object, as HTTP libraries print their responses.
  func status(of bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let root = parser.parseRelaxed(bytes)?.value, root["data"] != nil || root["body"] != nil else { return nil }
      return (root["status"] ?? root["statusCode"])?.integer.flatMap { (100...599).contains($0) ? Int($0) : nil }
    }
  }

  /// The errors of single records in an answer.
  func items(of bytes: [UInt8]) -> [WebItem] {
    bytes.withUnsafeBytes { bytes in
      guard let root = parser.parseRelaxed(bytes)?.value else { return [] }
      return WebAnswer(root).failures.compactMap { failure in
        failure.item.map { WebItem(name: $0, code: failure.code) }
      }
    }
  }

  /// Decides by the members; by what the text called it where they leave it open.
  func kind(of bytes: [UInt8], isNamedRequest: Bool?) -> Kind {
    bytes.withUnsafeBytes { bytes in
      guard let root = parser.parseRelaxed(bytes)?.value else { return .unknown }
      if root.kind == .array { return kindOfList(root, bytes) }
      return kind(of: root, isNamedRequest: isNamedRequest)
    }
  }

  private func kindOfList(_ list: JSONValue, _ bytes: UnsafeRawBufferPointer) -> Kind {
    guard let first = list.elements.first(where: { $0.kind == .object }) else { return .unknown }
    switch kind(of: first, isNamedRequest: nil) {
    case .exchanges: return .exchanges
    case .item: return .answer(errorKey: WebAnswer(list).failures.first.map(key))
    case .answer(nil) where first["records"] == nil && first["zones"] == nil: return .answer(errorKey: nil)
    case .answer(let errorKey): return list.count == 1 ? .answer(errorKey: errorKey) : .answers(elements(of: bytes))
    default: return .unknown
    }
  }

  /// The elements of a list of answers, each with its own bytes.
  private func elements(of bytes: UnsafeRawBufferPointer) -> [Element] {
    var bodies: [Element] = []
    var offset = 1
    var number = 0
    let line = Array(bytes)
    while offset < line.count, let start = line[offset...].firstIndex(of: 0x7B) {
      var fragment = JSONFragment(firstLine: 0)
      guard case .complete(let rest) = fragment.add(line, from: start) else { break }
      number += line[(offset - 1)..<start].count { $0 == 0x0A }
      bodies.append(Element(line: number, bytes: fragment.bytes))
      number += fragment.bytes.count { $0 == 0x0A }
      offset = rest
    }
    return bodies
  }

  private func kind(of object: JSONValue, isNamedRequest: Bool?) -> Kind {
    guard object.kind == .object else { return .unknown }
    if isExchange(object) {
      let answers: [StaticString] = ["response", "status", "statusCode", "status_code", "error", "responseBody"]
      if let url = object["url"]?.string, !answers.contains(where: { object[$0] != nil }) {
        return .requestLine(url: url, method: object["method"]?.string?.uppercased())
      }
      return .exchanges
    }
    let failures = WebAnswer(object).failures
    if let first = failures.first {
      let isAlone = failures.count == 1 && WebAnswer.isError(object)
      if isAlone, let name = first.item { return .item(WebItem(name: name, code: first.code)) }
      return .answer(errorKey: key(first))
    }
    if object["query"] != nil || object["operations"] != nil { return .request }
    let answerKeys: [StaticString] = [
      "records", "zones", "users", "subscriptions", "syncToken", "continuationMarker", "moreComing", "batch",
      "webcourierURL",
    ]
    let looksLikeAnswer = answerKeys.contains { object[$0] != nil }
    if isNamedRequest == true { return .request }
    if looksLikeAnswer || isNamedRequest == false { return .answer(errorKey: nil) }
    return textWithError(object).map { .text($0) } ?? .unknown
  }

  /// `"msg": "CloudKit error: {\"serverErrorCode\":…}"`.
  private func textWithError(_ object: JSONValue) -> String? {
    for (_, member) in object.members {
      if let text = member.string, text.utf8.count < 1 << 20, text.holds("erverErrorCode") { return text }
    }
    return nil
  }

  private func isExchange(_ object: JSONValue) -> Bool {
    if object["request"]?.kind == .object, object["response"] != nil || object["request"]?["url"] != nil { return true }
    if object["host"] != nil, object["path"]?.string?.holds("/database/") == true { return true }
    return object["url"]?.string.map { $0.holds("/database/") || WebAddress.isSessionService($0) } ?? false
  }

  private func key(_ failure: WebAnswer.Failure) -> String {
    "\(failure.code) \(failure.uuid.map { "uuid \($0)" } ?? failure.reason ?? "")"
  }
}
