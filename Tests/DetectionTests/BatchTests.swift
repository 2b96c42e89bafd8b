import Detection
import SyncModel
import Testing

struct BatchTests {
  private let stale = ErrorReport.ck(14, 2004, "client oplock error updating record", item: "b", zone: "Notes:_me")
  private let rebuilt = ErrorReport.ck(14, 2004, "record to insert already exists", item: "a", zone: "Notes:_me")

  private func batch(_ items: ErrorReport..., others: Int = 0) -> ErrorReport {
    var rest = ErrorReport.ck(22)
    rest.count = others
    return .ck(2, 1011, "Failed to modify some records", items: items + (others > 0 ? [rest] : []))
  }

  @Test func tellsCausesFromCollateral() throws {
    let findings = try EventBuilder().error(batch(stale, rebuilt, others: 89)).findings()
    #expect(
      findings.map { "\($0.id): \($0.title)" } == [
        "partial-failure: 1 batch failed in part because of 2 items (serverRecordChanged); 89 others not tried",
        "record-conflict: 2 conflicts of 2 records: 1 sent as new, 1 with a stale change tag",
      ])
    #expect(
      findings[0].explanation.hasSuffix(
        "Root causes: 'b': serverRecordChanged (14/2004), 'a': serverRecordChanged (14/2004)."))
  }

  @Test func seesTheSameBatchAgain() throws {
    let builder = try EventBuilder().error(batch(stale, others: 9)).error(batch(stale, others: 9))
    #expect(
      try builder.titles() == [
        "partial-failure: 2 batches failed in part because of 1 item (serverRecordChanged); 18 others not tried",
        "partial-failure-resent: Batch of 10 items sent twice with the same 1 failing item",
        "record-conflict: 2 conflicts of 1 record: 2 with a stale change tag",
      ])
  }

  @Test func seesALoopInTheThirdRound() throws {
    let builder = try EventBuilder().error(batch(stale)).error(batch(stale)).error(batch(stale, rebuilt))
    #expect(
      try builder.titles().filter { $0.hasPrefix("conflict-loop") } == [
        "conflict-loop: Record 'b' conflicts again in 3 rounds"
      ])
  }

  @Test func knowsARecordWithoutANameByItsServerTag() throws {
    var error = ErrorReport.ck(14, 2004, "client oplock error updating record")
    error.text = "clientEtag = 1g; serverEtag = 1h>"
    let builder = try EventBuilder().error(error).error(error).error(error)
    #expect(try builder.titles().first == "conflict-loop: A record conflicts again in 3 rounds")
  }

  @Test func acceptsThatABusyZoneIsTriedAgain() throws {
    let busy = batch(.ck(23, item: "a", zone: "Notes:_me", retryAfter: 4))
    let builder = try EventBuilder().error(busy, at: 0).error(busy, at: 10).error(busy, at: 20)
    #expect(
      try builder.titles() == [
        "partial-failure: 3 batches failed in part because of 1 item (zoneBusy)",
        "zone-busy: Zone 'Notes' was busy 3 times",
      ])
  }

  @Test func tellsAnAccountProblemOnce() throws {
    let terms = ErrorReport.ck(9, 1004, item: "a")
    var other = terms
    other.item = "b"
    #expect(
      try EventBuilder().error(batch(terms, other)).titles() == [
        "not-authenticated: The iCloud account must accept new terms: 1 request refused"
      ])
  }

  @Test func saysWhenItemsAreMissing() throws {
    #expect(
      try EventBuilder().error(.ck(2)).titles() == [
        "partial-failure-unexplained: Partial failure with no item errors (once)"
      ])
    #expect(
      try EventBuilder().error(.ck(2, 1011, items: [])).titles() == [
        "partial-failure-unexplained: Partial failure with an empty list of item errors (once)"
      ])
    var hidden = ErrorReport.ck(2, 1011)
    hidden.itemsAreRedacted = true
    #expect(
      try EventBuilder().error(hidden).titles() == [
        "partial-failure-unexplained: Partial failure with redacted item errors (once)"
      ])
  }

  @Test func takesABarePrintForTheFullOneBesideIt() throws {
    let builder = try EventBuilder().error(batch(stale), at: 0).error(.ck(2), at: 1).error(.ck(2), at: 100)
    let unexplained = try builder.findings().filter { $0.id == "partial-failure-unexplained" }
    #expect(unexplained.map(\.occurrences) == [1])
    #expect(unexplained.first?.evidence.map(\.line) == [3])
  }

  @Test func countsRowsOfALookupAsMissesNotAsABatch() throws {
    var answer = ErrorReport.server(nil, operation: "records/lookup")
    answer.items = [ErrorReport(origin: Origin(line: 0), domain: "CloudKit", serverCode: "NOT_FOUND", item: "x")]
    #expect(
      try EventBuilder().error(answer).titles() == ["record-not-found: Record 'x' does not exist on the server"])
    answer.operation = "records/modify"
    #expect(try EventBuilder().error(answer).findings().map(\.id) == ["partial-failure", "record-not-found"])
  }

  @Test func putsTheItemsOfOneAnswerTogether() throws {
    func item(_ code: String, _ name: String) -> ErrorReport {
      ErrorReport(
        origin: Origin(line: 0), domain: "CloudKit", serverCode: code, item: name, isCollateral: code == "ATOMIC_ERROR")
    }
    let builder = try EventBuilder().error(item("ATOMIC_ERROR", "a")).error(item("CONFLICT", "b"))
    #expect(
      try builder.titles() == [
        "partial-failure: 1 batch failed in part because of 1 item (CONFLICT); 1 other not tried",
        "record-conflict: 1 conflict of 1 record",
      ])
    let misses = try EventBuilder().error(item("NOT_FOUND", "a")).error(item("NOT_FOUND", "b"))
    #expect(try misses.findings().map(\.id) == ["record-not-found"])
  }

  @Test func keepsAnswersOfDifferentTimesApart() throws {
    let conflict = ErrorReport(
      origin: Origin(line: 0), domain: "CloudKit", serverCode: "CONFLICT", item: "a", operation: "records/modify")
    let builder = try EventBuilder().error(conflict, at: 0).error(conflict, at: 5).error(conflict, at: 9)
    #expect(
      try builder.findings().map(\.id) == [
        "conflict-loop", "partial-failure", "partial-failure-resent", "record-conflict",
      ])
  }

  @Test func tellsASecondShareFromAnOldOne() throws {
    let second = try EventBuilder().error(.ck(14, 2004, "record to insert already exists", item: "cloudkit.zoneshare"))
    #expect(
      try second.titles() == [
        "share-conflict: Zone has a share already, and another was sent as new (1 conflict)"
      ])
    let rebuilt = try EventBuilder().error(.ck(14, 2004, "record to insert already exists", item: "Share-A"))
    #expect(
      try rebuilt.titles() == [
        "share-conflict: Sent as new, but on the server already: share 'Share-A' (1 conflict)"
      ])
    let old = try EventBuilder().error(.ck(14, 2004, "client oplock error updating record", item: "cloudkit.zoneshare"))
    #expect(try old.titles() == ["share-conflict: Share of a zone is older than the server's (1 conflict)"])
  }
}
