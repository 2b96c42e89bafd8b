import CJSON
import SyncModel

/// A native error in an entry of the ckdiag request log: domain, code and what belongs to them.
struct NativeCode {
  let domain: String
  let code: Int
  let underlying: UnderlyingCode?

  /// Nil when the entry has no code; the domain is `CKErrorDomain` unless it says another.
  init?(_ fields: UnsafePointer<CKJSONField>) {
    guard fields[.code].type != CKJSON_ABSENT, let code = EntryNumber.integer(fields[.code]), code != 0,
      let small = Int(exactly: code)
    else { return nil }
    domain = EntryBytes(fields[.domain])?.string ?? "CKErrorDomain"
    self.code = small
    if let number = EntryNumber.integer(fields[.underlying]) {
      underlying = UnderlyingCode(code: Int(number))
    } else if let text = EntryBytes(fields[.underlying])?.string, let colon = text.lastIndex(of: ":"),
      let number = Int(text[text.index(after: colon)...])
    {
      underlying = UnderlyingCode(domain: String(text[..<colon]), code: number)
    } else {
      underlying = nil
    }
  }

  /// True for refusals because of rate limits.
  func isThrottle(_ retryAfter: Int64?) -> Bool {
    domain == "CKErrorDomain" && (code == 7 || (code == 6 && retryAfter != nil))
  }

  /// True for errors that are about the zone itself: changeTokenExpired, zoneBusy, zoneNotFound, userDeletedZone.
  private var isOfZone: Bool { domain == "CKErrorDomain" && [21, 23, 26, 28].contains(code) }

  /// The error as the entry tells it.
  func report(
    _ fields: UnsafePointer<CKJSONField>, line: Int64, source: Int32, time: Timestamp?, retryAfterMs: Int64?
  ) -> ErrorReport {
    let message = EntryBytes(fields[.message]).map { Redactor.redact($0.string).text }
    let underlyingText = underlying.map { "/\($0.code)" } ?? ""
    return ErrorReport(
      origin: Origin(source: source, line: Int(line)), time: time, domain: domain, code: code, underlying: underlying,
      message: message, zone: isOfZone ? EntryBytes(fields[.zone])?.string : nil, retryAfterMs: retryAfterMs,
      operation: EntryBytes(fields[.operation])?.string, operationID: EntryBytes(fields[.operationID])?.string,
      requestID: EntryBytes(fields[.requestID])?.string, containerID: EntryBytes(fields[.container])?.string,
      isCollateral: domain == "CKErrorDomain" && code == 22,
      text: "\(EntryBytes(fields[.operation])?.string ?? "request") failed with \(domain) \(code)\(underlyingText)"
        + (message.map { ": \($0)" } ?? ""))
  }
}
