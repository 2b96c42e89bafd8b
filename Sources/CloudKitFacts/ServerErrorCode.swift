/// A `serverErrorCode` of CloudKit Web Services or an error of a CloudKit Console log entry.
package struct ServerErrorCode: Equatable, Sendable {
  /// Verbatim: `ZONE_NOT_FOUND`.
  package var name: String
  /// The HTTP status it normally comes with; nil when CloudKit JS makes it or it was seen in the Console only.
  package var httpStatus: Int?
  /// The public code of `CKErrorDomain` that means the same, or nil.
  package var equivalent: Int?
  package var retry: CloudKitErrorCode.Retry
  package var isCollateral: Bool
  /// True when CloudKit JS makes it in the browser and the server never sends it.
  package var isMadeByClient: Bool
  package var meaning: String

  init(
    _ name: String, _ httpStatus: Int?, like equivalent: Int? = nil, _ retry: CloudKitErrorCode.Retry,
    isCollateral: Bool = false, isMadeByClient: Bool = false, _ meaning: String
  ) {
    self.name = name
    self.httpStatus = httpStatus
    self.equivalent = equivalent
    self.retry = retry
    self.isCollateral = isCollateral
    self.isMadeByClient = isMadeByClient
    self.meaning = meaning
  }
}

extension ServerErrorCode {
  /// Returns the code with the given name; blanks and case make no difference.
  package static func named(_ name: String) -> ServerErrorCode? {
    byName[name] ?? byKey[nameKey(name)]
  }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  private static let byKey = Dictionary(all.map { (nameKey($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  /// Every code: Apple's table, CloudKit JS, then what was seen elsewhere.
  package static let all: [ServerErrorCode] = documented + madeByCloudKitJS + observed

  private static let documented: [ServerErrorCode] = [
    .init("ACCESS_DENIED", 403, like: 10, .afterFix, "no permission for the endpoint, record, zone or database"),
    .init(
      "ATOMIC_ERROR", 400, like: 22, .withSibling, isCollateral: true, "another operation of the atomic batch failed"),
    .init("AUTHENTICATION_FAILED", 401, like: 9, .afterFix, "the authentication was rejected"),
    .init("AUTHENTICATION_REQUIRED", 421, like: 9, .afterFix, "the request needs a signed-in user"),
    .init("BAD_REQUEST", 400, like: 12, .afterFix, "the request is not valid; the reason names the field"),
    .init("CONFLICT", 409, like: 14, .afterFix, "the record change tag is not the server's newest"),
    .init("EXISTS", 409, like: 14, .afterFix, "the resource exists already"),
    .init("INTERNAL_ERROR", 500, like: 1, .afterDelay, "an internal error of the server"),
    .init("NOT_FOUND", 404, like: 11, .afterFix, "the resource does not exist"),
    .init(
      "QUOTA_EXCEEDED", 413, like: 25, .afterFix,
      "the storage is full: the app's in the public database, else the user's"),
    .init("THROTTLED", 429, like: 7, .afterDelay, "too many requests; wait for retryAfter"),
    .init("TRY_AGAIN_LATER", 503, like: 6, .afterDelay, "an internal error that passes"),
    .init(
      "VALIDATING_REFERENCE_ERROR", 412, like: 31, .afterFix,
      "the record that a validating reference points to does not exist"),
    .init("ZONE_NOT_FOUND", 404, like: 26, .afterFix, "the record zone does not exist"),
  ]

  private static let madeByCloudKitJS: [ServerErrorCode] = [
    .init("AUTH_PERSIST_ERROR", nil, .afterFix, isMadeByClient: true, "the session could not be kept in the browser"),
    .init("CONFIGURATION_ERROR", nil, .afterFix, isMadeByClient: true, "CloudKit JS is not configured correctly"),
    .init("INVALID_ARGUMENTS", nil, like: 12, .afterFix, isMadeByClient: true, "CloudKit JS refuses the arguments"),
    .init("NETWORK_ERROR", nil, like: 4, .afterDelay, isMadeByClient: true, "the browser got no answer"),
    .init(
      "SERVICE_UNAVAILABLE", nil, like: 6, .afterDelay, isMadeByClient: true, "the service did not answer as it should"),
    .init("SHARE_UI_TIMEOUT", nil, .afterDelay, isMadeByClient: true, "the sharing window did not open in time"),
    .init("SIGN_IN_FAILED", nil, like: 9, .afterFix, isMadeByClient: true, "the user could not sign in"),
    .init("UNEXPECTED_SERVER_RESPONSE", nil, .afterDelay, isMadeByClient: true, "the answer was not understood"),
    .init("UNIQUE_FIELD_ERROR", nil, like: 19, .afterFix, "a field that must be unique has this value already"),
    .init("UNKNOWN_ERROR", nil, .afterDelay, isMadeByClient: true, "an error without a code"),
  ]

  private static let observed: [ServerErrorCode] = [
    .init("ZONE_BUSY", 409, like: 23, .afterDelay, "too many writers in one record zone"),
    .init("OTHER", nil, .afterFix, "the Console's word for an error without a code of its own"),
    .init("RETRY_LATER", nil, like: 6, .afterDelay, "an error that passes"),
    .init("CAS_OP_LOCK", nil, like: 23, .afterDelay, "concurrent writes to one record zone"),
    .init("SYNC_TOKEN_EXPIRED", nil, like: 21, .afterFix, "the sync token is no longer known"),
    .init("CHANGE_TOKEN_EXPIRED", nil, like: 21, .afterFix, "the change token is no longer known"),
    .init("PCS_REQUIRED", 403, .afterFix, "the record needs protection data that the client did not send"),
    .init("SERVER_RECORD_CHANGED", nil, like: 14, .afterFix, "the record on the server is newer"),
    .init("REQUEST_FAILED", nil, .afterDelay, "the request failed without a narrower code"),
  ]
}
