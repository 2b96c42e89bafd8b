import Storage
import SyncModel
import Testing

@testable import Telemetry

struct WebTrafficTests {
  private func store(_ requests: [RequestRecord]) throws -> EventStore {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "a.har", now: Timestamp(milliseconds: 0))
    for request in requests { session.add(request) }
    try session.commit(format: "har")
    return store
  }

  private func request(_ subpath: String, _ status: String, saved: Int64? = nil) -> RequestRecord {
    var record = RequestRecord(
      origin: Origin(line: 1), outcome: status == "200" ? .succeeded : .failed, time: Timestamp(milliseconds: 1),
      operation: subpath)
    record.status = status
    record.durationMs = 100
    record.bytesSent = 10
    record.inserted = saved
    return record
  }

  @Test func countsBySubpathAndStatusAndTellsWhatSavingCosts() throws {
    let traffic = try WebTraffic(
      store: store([
        request("records/modify", "200", saved: 3), request("records/modify", "200", saved: 1),
        request("records/modify", "503", saved: 5), request("records/query", "200"),
      ]))
    let rows = traffic.rows.map {
      "\($0.subpath) \($0.status ?? "-") \($0.count) \($0.failed) \($0.bytesSent ?? -1) \($0.durationMs / Int64($0.timed))"
    }
    #expect(rows == ["records/modify 200 2 0 20 100", "records/modify 503 1 1 10 100", "records/query 200 1 0 10 100"])
    #expect(
      traffic.section?.sentences == [
        "0.75 requests for each saved record: 3 requests to save, 4 records in those that succeeded."
      ])
  }

  @Test func saysSoWhenNothingWasSaved() throws {
    let requests = [request("records/modify", "503", saved: 1), request("records/modify", "503", saved: 1)]
    #expect(
      try WebTraffic(store: store(requests)).section?.sentences == [
        "Every request to save records failed, in part at least."
      ])
  }

  @Test func hasNoSectionForOtherTraffic() throws {
    let requests = [request("RecordSave", "200"), request("RecordQuery", "200")]
    #expect(try WebTraffic(store: store(requests)).section == nil)
    #expect(try WebTraffic(store: store([request("records/query", "200")])).section == nil)
  }
}
