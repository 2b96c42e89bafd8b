import CloudKitFacts
import SyncModel

/// Gives each error its one cause: by what the server says, else by its codes.
///
/// Keeps the answers for messages, because a log repeats the same few sentences thousands of times.
struct ErrorClassifier {
  private var byMessage: [String: Cause?] = [:]

  /// Other domains use the same words for other things: "Operation not permitted" is POSIX's EPERM.
  private static let domainsWithWords: Set = [
    "CKErrorDomain", "CKInternalErrorDomain", "CloudKit", "NSCocoaErrorDomain",
  ]

  /// The cause of an error; nil for partial failures, collateral, cancellations and what nobody knows.
  mutating func cause(of error: ErrorReport) -> Cause? {
    if error.code == 2 && error.domain == "CKErrorDomain" { return nil }
    if error.isCollateral && !isLocalThrottle(error) { return nil }
    if let stated = causeByWords(of: error) { return refined(stated, error) }
    return causeByCode(of: error).map { refined($0, error) }
  }

  /// True when the device itself held a request back because of an earlier refusal.
  func isLocalThrottle(_ error: ErrorReport) -> Bool {
    error.domain == "CKErrorDomain" && error.code == 7
  }

  private func causeByCode(of error: ErrorReport) -> Cause? {
    if let serverCode = error.serverCode {
      return Cause(
        serverCode: serverCode, operation: error.operation, recordTypes: nil, hasDelay: error.retryAfterMs != nil)
        ?? error.httpStatus.flatMap { Cause(httpStatus: $0, hasDelay: error.retryAfterMs != nil) }
    }
    guard let code = error.code else {
      return error.httpStatus.flatMap { Cause(httpStatus: $0, hasDelay: error.retryAfterMs != nil) }
    }
    let isOfZone = error.item == nil && error.zone != nil && isZoneWork(error)
    switch error.domain {
    case "CKErrorDomain":
      return Cause(publicCode: code, underlying: error.underlying, isOfZone: isOfZone)
        ?? (code >= 1000 ? Cause(internalNumber: code, isOfZone: isOfZone) : nil)
    case "CKInternalErrorDomain": return Cause(internalNumber: code, isOfZone: isOfZone)
    case "NSCocoaErrorDomain": return Cause(cocoaCode: code)
    case "NSURLErrorDomain": return code == -999 ? nil : .networkFailure
    default: return nil
    }
  }

  /// Codes whose meaning no message changes are not searched for words.
  private mutating func causeByWords(of error: ErrorReport) -> Cause? {
    if error.domain == "CKErrorDomain", let code = error.code, [3, 4, 7, 9, 21, 23, 25, 26, 28, 36].contains(code) {
      return nil
    }
    guard Self.domainsWithWords.contains(error.domain) else { return nil }
    guard let message = error.message ?? (error.items == nil ? error.text : nil) else { return nil }
    if let known = byMessage[message] { return known }
    let cause = CauseRule.cause(in: message.lowercased())
    if byMessage.count > 10_000 { byMessage.removeAll() }
    byMessage[message] = .some(cause)
    return cause
  }

  /// A conflict of a share is a matter of sharing, a rejected zone one of set-up, a bad value in a save none of queries.
  private func refined(_ cause: Cause, _ error: ErrorReport) -> Cause {
    switch cause {
    case .recordConflict where isShare(error.item): .shareConflict
    case .unsupportedPredicate where savesRecords(error): .recordRejected
    case .networkFailure where isSandboxed(error): .containerMisconfigured
    default: cause
    }
  }

  private func savesRecords(_ error: ErrorReport) -> Bool {
    guard let operation = error.operation else { return false }
    return ["record.save", "record.delete"].contains(OperationFamily(operation: operation).rawValue)
  }

  private func isShare(_ item: String?) -> Bool {
    guard let item else { return false }
    return item == "cloudkit.zoneshare" || item.hasPrefix("Share-") || item.hasPrefix("cloudkit.share")
  }

  private func isSandboxed(_ error: ErrorReport) -> Bool {
    error.text.holds("error 159")
  }

  /// An error that names a zone but no record is one of the zone, unless the operation is about records.
  private func isZoneWork(_ error: ErrorReport) -> Bool {
    guard let operation = error.operation else { return true }
    return !OperationFamily(operation: operation).rawValue.hasPrefix("record.")
  }
}
