/// Whether a request did what it was asked to.
package enum RequestOutcome: Int, Sendable {
  case succeeded = 0
  case failed = 1
  /// The entry does not say, or says it in a word that is not known.
  case unknown = 2
}

/// One request to CloudKit, as a log tells it: the slow path, for formats whose rows are few or rich.
///
/// Everything but the origin and the outcome may be absent; absent is nil, never 0 or "".
package struct RequestRecord: Equatable, Sendable {
  package var origin: Origin
  package var outcome: RequestOutcome
  package var time: Timestamp?
  package var durationMs: Int64?
  /// Verbatim, such as `RecordSave`, `records/query` or `CKModifyRecordsOperation`.
  package var operation: String?
  /// `OperationFamily.rawValue` of CloudKitFacts, such as `record.save`.
  package var family: String?
  package var environment: String?
  /// `PRIVATE`, `SHARED` or `PUBLIC`.
  package var database: String?
  package var zone: String?
  package var user: String?
  /// Verbatim; 16 hexadecimal digits in Apple's logs.
  package var operationID: String?
  package var operationGroup: String?
  package var requestID: String?
  package var platform: String?
  package var clientOS: String?
  package var interface: String?
  /// The status as the log words it: `USER_ERROR`, `200`.
  package var status: String?
  /// The error as the log words it: `QUOTA_EXCEEDED`; for native errors `CKErrorDomain:25`.
  package var error: String?
  /// True when an `ErrorReport` of the same input carries the error, so that it is not counted twice.
  package var errorIsReported = false
  /// True when the server or the device refused because of rate limits.
  package var isThrottled = false
  package var retryAfterMs: Int64?
  package var recordTypes: String?
  package var bytesSent: Int64?
  package var bytesReceived: Int64?
  package var inserted: Int64?
  package var updated: Int64?
  package var deleted: Int64?
  package var insertedBytes: Int64?
  package var updatedBytes: Int64?
  package var deletedBytes: Int64?

  package init(origin: Origin, outcome: RequestOutcome, time: Timestamp? = nil, operation: String? = nil) {
    self.origin = origin
    self.outcome = outcome
    self.time = time
    self.operation = operation
  }
}
