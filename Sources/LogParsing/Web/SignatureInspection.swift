import Foundation
import SyncModel

/// Looks at the headers of a server-to-server request for faults that can be seen without the key.
///
/// Subjects of the faults are stable: checks decide by them what to advise.
enum SignatureInspection {
  /// A fault that was seen, in words that hold neither key id nor signature.
  struct Fault: Equatable {
    var subject: String
    var text: String
  }

  static let keyIDHeader = "x-apple-cloudkit-request-keyid"
  static let dateHeader = "x-apple-cloudkit-request-iso8601date"
  static let signatureHeader = "x-apple-cloudkit-request-signaturev1"

  /// True when the request carries, or is said to carry, the headers of a server-to-server key.
  static func isSigned(_ exchange: WebExchange) -> Bool {
    exchange.requestHeaders.contains { $0.name.startsIgnoringCase("x-apple-cloudkit-request-") }
  }

  /// The faults of a signed request, the certain ones first; empty when nothing can be seen.
  static func faults(of exchange: WebExchange) -> [Fault] {
    let headers = exchange.requestHeaders
    var faults: [Fault] = []
    if let database = exchange.address?.database, database != "public" {
      faults.append(
        Fault(subject: "database", text: "signed with a server-to-server key, but for the \(database) database"))
    }
    if let signature = WebExchange.value(of: signatureHeader, in: headers), !isMasked(signature) {
      faults += signatureFault(signature).map { [$0] } ?? []
    }
    if let date = WebExchange.value(of: dateHeader, in: headers) { faults += dateFaults(date, exchange) }
    if let keyID = WebExchange.value(of: keyIDHeader, in: headers), !isMasked(keyID) {
      let isHexadecimal = keyID.utf8.allSatisfy { isHexDigit($0) }
      if keyID.utf8.count != 64 || !isHexadecimal {
        let kind = isHexadecimal ? "hexadecimal digits" : "characters"
        faults.append(
          Fault(subject: "key-id", text: "the key id has \(keyID.utf8.count) \(kind), not 64 hexadecimal digits"))
      }
    }
    return faults
  }

  /// Judges the signature itself, where key and body are at hand: a fault, or that key and environment are to be looked at.
  static func verification(
    of exchange: WebExchange, body: UnsafeRawBufferPointer?, with verifier: SignatureVerifier
  ) -> Fault? {
    let headers = exchange.requestHeaders
    guard let date = WebExchange.value(of: dateHeader, in: headers), let body,
      let signature = WebExchange.value(of: signatureHeader, in: headers).flatMap({ Data(base64Encoded: $0) }),
      isDER([UInt8](signature)), let url = exchange.url, let start = url.range(of: "/database/")
    else { return nil }
    let subpath = String(url[start.lowerBound...].prefix { $0 != "?" })
    switch verifier.verdict(date: date, body: body, subpath: subpath, signature: [UInt8](signature)) {
    case .valid:
      return Fault(
        subject: "key",
        text: "the signature is right for date, body and subpath: the key id or its environment is not")
    case .invalid:
      return Fault(subject: "mismatch", text: "the signature does not match date, body and subpath with the given key")
    case nil: return nil
    }
  }

  private static func signatureFault(_ text: String) -> Fault? {
    guard let data = Data(base64Encoded: text) else {
      let isHexadecimal = text.utf8.count >= 128 && text.utf8.allSatisfy { isHexDigit($0) }
      return Fault(
        subject: "base64", text: "the signature is \(isHexadecimal ? "hexadecimal" : "no base64"), it must be base64")
    }
    let bytes = [UInt8](data)
    if bytes.count == 64 {
      return Fault(subject: "raw-signature", text: "the signature has 64 bytes: raw r and s, it must be DER")
    }
    guard isDER(bytes) else {
      return Fault(
        subject: "not-der", text: "the signature of \(bytes.count) bytes is not a DER sequence of two integers")
    }
    return nil
  }

  /// `30 len 02 len r 02 len s`, with nothing behind it.
  static func isDER(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8, bytes.count <= 72, bytes[0] == 0x30, Int(bytes[1]) == bytes.count - 2, bytes[2] == 0x02
    else { return false }
    let second = 4 + Int(bytes[3])
    guard second + 2 <= bytes.count, bytes[second] == 0x02 else { return false }
    return second + 2 + Int(bytes[second + 1]) == bytes.count
  }

  private static func dateFaults(_ date: String, _ exchange: WebExchange) -> [Fault] {
    guard let time = TimestampText.whole(date) else {
      return isMasked(date) ? [] : [Fault(subject: "date-form", text: "the signed date is not ISO 8601")]
    }
    var faults: [Fault] = []
    if date.contains(".") || date.contains(",") {
      faults.append(Fault(subject: "fraction", text: "the signed date '\(date)' has a fraction of a second"))
    }
    if !date.hasSuffix("Z") {
      faults.append(Fault(subject: "time-zone", text: "the signed date '\(date)' is not in UTC with a final Z"))
    }
    let answerDate = WebExchange.value(of: "date", in: exchange.answerHeaders).flatMap(TimestampText.httpDate)
    if let now = answerDate ?? exchange.time {
      let skew = abs(time.milliseconds - now.milliseconds)
      if skew > 600_000 {
        let clock = answerDate == nil ? "the log's clock" : "the server's clock"
        faults.append(
          Fault(
            subject: "clock-skew",
            text: "the signed date '\(date)' is \(skew / 60_000) minutes off \(clock) (10 allowed)"))
      }
    }
    return faults
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isMasked(_ value: String) -> Bool {
    let lower = value.lowercased()
    return value.isEmpty || ["redact", "*", "…", "...", "<", "‹", "xxx"].contains { lower.contains($0) }
  }
}
