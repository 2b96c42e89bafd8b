import Detection
import SyncModel
import Testing

struct CauseTests {
  /// An error and the ids of the checks that must speak of it, and no others.
  struct Reading: Sendable, CustomTestStringConvertible {
    var error: ErrorReport
    var ids: [String]
    var testDescription: String { "\(ids) \(error.code ?? 0) \(error.serverCode ?? "") \(error.message ?? "")" }

    init(_ error: ErrorReport, _ ids: String...) {
      self.error = error
      self.ids = ids
    }
  }

  @Test(arguments: [
    Reading(
      .ck(1, 1000, "Received a didCompleteWithError without receiving a response from the server"), "server-error"),
    Reading(.ck(1, 4000, "Couldn't get a signing certificate"), "server-error"),
    Reading(.ck(3), "network-failure"), Reading(.ck(4), "network-failure"),
    Reading(.ck(5, 1014, "Couldn't get container configuration from the server"), "container-misconfigured"),
    Reading(.ck(6, 2022, "Request failed with http status code 503", retryAfter: 30), "throttled"),
    Reading(.ck(6, 2009), "throttled"),
    Reading(.ck(7, 2062, "Operation throttled by previous server http 429 reply."), "throttled"),
    Reading(.ck(9, 1002, "This request requires an authenticated account", retryAfter: 3), "not-authenticated"),
    Reading(.ck(9, 1004), "not-authenticated"),
    Reading(.ck(10, 2007, "Invalid bundle ID for container"), "container-misconfigured"),
    Reading(.ck(10, 2007, "WRITE operation not permitted"), "permission-denied"),
    Reading(.ck(10, 2007, "Shared zone update is not enabled for container"), "permission-denied"),
    Reading(.ck(11, 2003, "Did not find record type: Board"), "schema-not-deployed"),
    Reading(.ck(11, 2003, "Share not found"), "record-not-found"),
    Reading(.ck(11, 2003, "recordChangeTag specified, but record not found"), "record-not-found"),
    Reading(
      .ck(
        12, 1020,
        "Your request contains 500 items which is more than the maximum number of items in a single request (400)"),
      "batch-too-large"),
    Reading(
      .ck(12, nil, "You can't save the same record twice: <CKRecordID: 0x1; recordName=a>"), "duplicate-record-in-batch"
    ),
    Reading(.ck(12, nil, "Invalid left expression in <…>"), "unsupported-predicate"),
    Reading(.ck(12, 2006, "Cannot create new type CD_Board in production schema"), "schema-not-deployed"),
    Reading(
      .ck(12, 2006, "Cannot create or modify field 'hue' in record 'Board' in production schema"), "schema-not-deployed"
    ),
    Reading(
      .ck(12, 2006, "invalid attempt to set value type STRING for field 'a' for type 'B', defined to be: REFERENCE"),
      "record-rejected"),
    Reading(.ck(12, 2015, "Field '___recordID' is not marked queryable"), "missing-queryable-index"),
    Reading(.ck(12, nil, "Field '___createTime' is not marked sortable"), "missing-sortable-index"),
    Reading(
      .ck(2045, nil, "Field 'hue' is not marked queryable; field 'hue' is not queryable"), "missing-queryable-index"),
    Reading(.ck(14, 2004, "client oplock error updating record"), "record-conflict"),
    Reading(.ck(14, 2004, "client oplock error updating record", item: "cloudkit.zoneshare"), "share-conflict"),
    Reading(.ck(15), "record-rejected"),
    Reading(.ck(15, 2000), "server-error"), Reading(.ck(15, 2001), "server-error"),
    Reading(.ck(15, 2000, item: "note-1", zone: "Notes:_me"), "server-error"),
    Reading(.ck(15, 2000, zone: "Notes:_me"), "zone-setup-failed"),
    Reading(.server("AUTHENTICATION_REQUIRED"), "not-authenticated"),
    Reading(.ck(15, 2032, "subscription is duplicate of 'x'"), "duplicate-subscription"),
    Reading(.ck(15, 2037, "Zone PCS oplock failed - PCS data already exists", zone: "Account"), "zone-setup-failed"),
    Reading(.ck(1, 3001, "MMCS error"), "asset-unavailable"), Reading(.ck(16), "asset-unavailable"), Reading(.ck(20)),
    Reading(.ck(22)),
    Reading(.ck(21, 2026), "change-token-expired"),
    Reading(.ck(23, retryAfter: 4), "zone-busy"), Reading(.ck(25, 2035, retryAfter: 310), "quota-exceeded"),
    Reading(.ck(26, 2036, "Zone 'zone1' does not exist"), "zone-not-found"),
    Reading(.ck(27, 2023, "Request size is 3145728 bytes"), "batch-too-large"),
    Reading(.ck(27, 1020), "batch-too-large"), Reading(.ck(27, 2023, "record too large"), "record-too-large"),
    Reading(.ck(27, 2023, "Limit exceeded for number of owning references to single record"), "reference-limit"),
    Reading(.ck(27, 2023, "Query filter exceeds the limit of values: 250 for container"), "unsupported-predicate"),
    Reading(.ck(28, 2042), "user-deleted-zone"), Reading(.ck(30), "share-conflict"),
    Reading(.ck(31), "reference-violation"), Reading(.ck(33), "share-not-accepted"),
    Reading(.ck(36, 1029), "account-temporarily-unavailable"),
    Reading(.cocoa(134400, "(CKAccountStatusNoAccount)"), "not-authenticated"),
    Reading(.cocoa(134400, "(CKAccountStatusTemporarilyUnavailable)"), "account-temporarily-unavailable"),
    Reading(.cocoa(134410), "store-opened-twice"), Reading(.cocoa(134419), "activity-deferred"),
    Reading(.cocoa(134060, "CloudKit integration requires that all attributes be optional"), "model-incompatible"),
    Reading(.cocoa(134060, "A Core Data error occurred."), "schema-not-deployed"),
    Reading(.cocoa(134406), "mirroring-stopped"),
    Reading(.cocoa(4099, "failed at lookup with error 159 - Sandbox restriction."), "container-misconfigured"),
    Reading(.cocoa(4099, "The connection was invalidated"), "network-failure"),
    Reading(.cocoa(256)),
    Reading(ErrorReport(origin: Origin(line: 0), domain: "NSURLErrorDomain", code: -1009), "network-failure"),
    Reading(ErrorReport(origin: Origin(line: 0), domain: "NSURLErrorDomain", code: -999)),
    Reading(
      ErrorReport(origin: Origin(line: 0), domain: "NSPOSIXErrorDomain", code: 1, message: "Operation not permitted")),
    Reading(.server("BAD_REQUEST", "atomic operations not supported in default zone"), "record-rejected"),
    Reading(.server("BAD_REQUEST", "missing required field 'recordChangeTag'"), "record-conflict"),
    Reading(.server("BAD_REQUEST", "Unknown sync continuation type"), "change-token-expired"),
    Reading(.server("BAD_REQUEST", "Index has invalid data"), "server-error"),
    Reading(.server("BAD_REQUEST", "array 'records' length is greater than max size"), "batch-too-large"),
    Reading(.server("THROTTLED", "Database throttled, retry later"), "throttled"),
    Reading(.server("TRY_AGAIN_LATER", "Sync zone CAS Op-Lock failed", status: 503), "zone-busy"),
    Reading(.server("TRY_AGAIN_LATER", status: 503), "server-error"),
    Reading(.server("CONFLICT"), "record-conflict"), Reading(.server("ATOMIC_ERROR")),
    Reading(.server("ACCESS_DENIED", "CREATE operation not permitted"), "permission-denied"),
    Reading(.server("NOT_FOUND", "Record not found"), "record-not-found"),
    Reading(.server("VALIDATING_REFERENCE_ERROR"), "reference-violation"),
    Reading(.server("SOMETHING_NEW")), Reading(.server("SOMETHING_NEW", status: 429), "throttled"),
    Reading(.server(nil, status: 503), "server-error"), Reading(.server(nil, status: 410), "asset-unavailable"),
  ])
  func isTheConcernOfOneCheck(_ reading: Reading) throws {
    let findings = try EventBuilder().error(reading.error).findings()
    #expect(findings.map(\.id) == reading.ids)
  }
}
