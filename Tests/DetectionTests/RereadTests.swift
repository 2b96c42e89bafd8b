import Detection
import SyncModel
import Testing

struct RereadTests {
  private func fetches(_ operation: String, _ count: Int, every seconds: Double, operationID: Bool = false) throws
    -> EventBuilder
  {
    let builder = try EventBuilder(path: "console.ndjson")
    for number in 0..<count {
      builder.request(operation, at: Double(number) * seconds, user: "_a") {
        $0.family = operation == "QueryFetch" ? "record.query" : "changes.zone"
        $0.operationID = operationID ? "00000000000000AA" : nil
      }
    }
    return builder
  }

  @Test func seesAUserWhoFetchesWithoutEnd() throws {
    #expect(try fetches("ZoneChanges", 200, every: 1).findings() == [])
    #expect(
      try fetches("ZoneChanges", 201, every: 1).titles() == [
        "cursor-loop: ZoneChanges of one user: 201 requests one right after the other"
      ])
  }

  @Test func allowsFetchesThatComeNowAndThen() throws {
    #expect(try fetches("ZoneChanges", 300, every: 60).findings() == [])
  }

  @Test func seesAnOperationWithMorePagesThanItCanHave() throws {
    #expect(try fetches("QueryFetch", 50, every: 60, operationID: true).findings() == [])
    #expect(
      try fetches("QueryFetch", 51, every: 60, operationID: true).titles() == [
        "cursor-loop: QueryFetch: one operation sends 51 requests"
      ])
  }

  @Test func allowsAnImportOfManyPages() throws {
    #expect(try fetches("ZoneChanges", 400, every: 1, operationID: true).findings() == [])
  }
}
