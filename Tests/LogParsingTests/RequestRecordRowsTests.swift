import SyncModel
import TestSupport
import Testing

@testable import LogParsing

struct RequestRecordRowsTests {
  @Test func keepsEverythingThatARequestTells() throws {
    var record = RequestRecord(
      origin: Origin(source: 3, line: 7), outcome: .failed, time: Timestamp(milliseconds: 1_767_607_200_000),
      operation: "records/modify")
    record.environment = "production"
    record.database = "PRIVATE"
    record.zone = "Notes"
    record.user = "_a1"
    record.operationID = "0123456789ABCDEF"
    record.operationGroup = "Sync"
    record.requestID = "11111111-1111-4111-8111-111111111111"
    record.platform = "iOS"
    record.clientOS = "iOS 26.1"
    record.interface = "Web"
    record.status = "503"
    record.error = "THROTTLED"
    record.errorIsReported = true
    record.isThrottled = true
    record.recordTypes = "Note"
    record.durationMs = 5
    record.retryAfterMs = 30_000
    (record.bytesSent, record.bytesReceived) = (10, 20)
    (record.inserted, record.updated, record.deleted) = (1, 2, 3)
    (record.insertedBytes, record.updatedBytes, record.deletedBytes) = (4, 5, 6)
    let bare = RequestRecord(origin: Origin(source: 3, line: 8), outcome: .unknown)
    var odd = RequestRecord(origin: Origin(source: 3, line: 9), outcome: .succeeded, operation: "records/query")
    odd.requestID = "dsid=10482735961"
    odd.operationID = "op-1"
    let rows = RequestRecordRows(worker: 1)
    let sink = RecordingSink()
    for record in [record, bare, odd] { rows.add(record) }
    sink.add(try #require(rows.take()))
    rows.add(record)
    sink.add(try #require(rows.take()))
    #expect(rows.take()?.count == nil)
    let whole =
      "7: request failed 2026-01-05T10:00:00Z records/modify environment=production database=PRIVATE zone=Notes "
      + "group=Sync platform=iOS os=iOS 26.1 interface=Web status=503 error=THROTTLED types=Note user=_a1 ms=5 "
      + "retryAfter=30000 sent=10 received=20 inserted=1 updated=2 deleted=3 insertedBytes=4 updatedBytes=5 "
      + "deletedBytes=6 operationID=123456789ABCDEF requestID=8111111111111111 reported throttled"
    #expect(
      sink.batchLines == [
        whole, "8: request unknown",
        "9: request succeeded records/query operationID=op-1 requestID=dsid=‹redacted:dsid›", whole,
      ])
    #expect(sink.batches.map(\.newClasses.count) == [3, 0])
  }
}
