/// A domain and a code, such as `CKInternalErrorDomain:2036`.
package struct UnderlyingCode: Hashable, Sendable, CustomStringConvertible {
  package var domain: String
  package var code: Int

  package init(domain: String = "CKInternalErrorDomain", code: Int) {
    self.domain = domain
    self.code = code
  }

  package var description: String { "\(domain):\(code)" }
}

/// An error as a log or a store tells it, with the errors of its items: a tree of at most two levels in practice.
///
/// Exactly one of `code` and `serverCode` is set, or neither where only an HTTP status is known.
package struct ErrorReport: Equatable, Sendable {
  package var origin: Origin
  package var time: Timestamp?
  /// `CKErrorDomain`, `NSCocoaErrorDomain`, `NSURLErrorDomain` …; `CloudKit` for server codes.
  package var domain: String
  package var code: Int?
  /// A CloudKit Web Services or Console code, verbatim: `ZONE_NOT_FOUND`.
  package var serverCode: String?
  package var httpStatus: Int?
  package var underlying: UnderlyingCode?
  /// The server message where there is one, else the printed description; secrets already replaced.
  package var message: String?
  /// The record name, subscription id or share URL that failed; nil for errors of a whole request or zone.
  package var item: String?
  /// The record zone, as printed: `Notes` or `Notes:_ownerName`.
  package var zone: String?
  package var retryAfterMs: Int64?
  /// The operation's class, Web Services subpath or Core Data request class.
  package var operation: String?
  package var operationID: String?
  package var requestID: String?
  package var containerID: String?
  /// How many failures this stands for; more than 1 for items that a print counts instead of showing.
  package var count: Int
  /// How often it stands in the text, at least 1 unless the error was counted without being printed.
  package var printed: Int
  /// True when another error caused it: `batchRequestFailed` (22), ATOMIC_ERROR, 134406, local throttles after a 503.
  package var isCollateral: Bool
  /// True when the items of a partial failure were redacted (`<private>`).
  package var itemsAreRedacted: Bool
  /// The per-item errors of a partial failure; nil when the print has no such part, empty when it is explicitly empty.
  package var items: [ErrorReport]?
  /// The line that proves it, at most 2,000 characters, secrets already replaced.
  package var text: String

  package init(
    origin: Origin, time: Timestamp? = nil, domain: String = "CKErrorDomain", code: Int? = nil,
    serverCode: String? = nil, httpStatus: Int? = nil, underlying: UnderlyingCode? = nil, message: String? = nil,
    item: String? = nil, zone: String? = nil, retryAfterMs: Int64? = nil, operation: String? = nil,
    operationID: String? = nil, requestID: String? = nil, containerID: String? = nil, count: Int = 1, printed: Int = 1,
    isCollateral: Bool = false, itemsAreRedacted: Bool = false, items: [ErrorReport]? = nil, text: String = ""
  ) {
    self.origin = origin
    self.time = time
    self.domain = domain
    self.code = code
    self.serverCode = serverCode
    self.httpStatus = httpStatus
    self.underlying = underlying
    self.message = message
    self.item = item
    self.zone = zone
    self.retryAfterMs = retryAfterMs
    self.operation = operation
    self.operationID = operationID
    self.requestID = requestID
    self.containerID = containerID
    self.count = count
    self.printed = printed
    self.isCollateral = isCollateral
    self.itemsAreRedacted = itemsAreRedacted
    self.items = items
    self.text = text
  }
}
