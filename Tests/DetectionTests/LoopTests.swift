import Detection
import SyncModel
import Testing

struct LoopTests {
  @Test func seesAPermanentErrorRepeated() throws {
    let error = ErrorReport.ck(26, 2036, "Zone 'Notes' does not exist", zone: "Notes:_me")
    let twice = try EventBuilder().error(error, at: 0).error(error, at: 60)
    #expect(try twice.findings().map(\.id) == ["zone-not-found"])
    let often = try EventBuilder().error(error, at: 0).error(error, at: 60).error(error, at: 120)
    #expect(
      try often.titles() == [
        "retry-of-permanent-error: Same failure 3 times in a row: zoneNotFound (26/2036) of 'Notes'",
        "zone-not-found: Zone 'Notes' does not exist (3 failures)",
      ])
  }

  @Test func allowsAPauseOfHours() throws {
    let error = ErrorReport.ck(9, 1002, retryAfter: 3)
    let builder = try EventBuilder().error(error, at: 0).error(error, at: 8000).error(error, at: 16_000)
    #expect(try builder.findings().map(\.id) == ["not-authenticated"])
  }

  @Test func takesDifferentRecordsForDifferentWork() throws {
    let builder = try EventBuilder()
    for name in ["a", "b", "c", "d"] { builder.error(.ck(11, 2003, item: name), at: 0) }
    #expect(try builder.findings().map(\.id) == ["record-not-found"])
  }

  @Test func followsOneUserThroughARequestLog() throws {
    let builder = try EventBuilder()
    for minute in 0..<4 {
      builder.request("RecordSave", .failed, at: Double(minute) * 60, user: "_a", error: "BAD_REQUEST")
      builder.request("RecordSave", .failed, at: Double(minute) * 60, user: "_b\(minute)", error: "BAD_REQUEST")
    }
    #expect(
      try builder.titles() == [
        "record-rejected: RecordSave rejected as invalid 8 times",
        "retry-of-permanent-error: Same failure 4 times in a row: BAD_REQUEST of 'RecordSave'",
      ])
  }

  @Test func endsALoopAtASuccess() throws {
    let builder = try EventBuilder()
    for minute in 0..<4 {
      builder.request("RecordSave", .failed, at: Double(minute) * 60, user: "_a", error: "CONFLICT")
      builder.request("RecordSave", .succeeded, at: Double(minute) * 60 + 30, user: "_a")
    }
    #expect(try builder.findings().map(\.id) == ["record-conflict"])
  }

  @Test func seesConflictsOfOneUserInARow() throws {
    let builder = try EventBuilder()
    for second in 0..<3 { builder.request("RecordSave", .failed, at: Double(second), user: "_a", error: "CONFLICT") }
    #expect(
      try builder.titles() == [
        "conflict-loop: RecordSave of one user conflicts 3 times in a row", "record-conflict: 3 conflicts",
      ])
  }

  @Test func provesLessWithoutUsers() throws {
    let builder = try EventBuilder()
    for second in 0..<4 { builder.request("RecordSave", .failed, at: Double(second), error: "QUOTA_EXCEEDED") }
    #expect(try builder.findings().map(\.id) == ["quota-exceeded"])
  }

  @Test func tellsABatchThatIsSentAgainOnce() throws {
    let item = ErrorReport.ck(
      12, 2006, "Cannot create or modify field 'hue' in record 'Board' in production schema", item: "a")
    let batch = ErrorReport.ck(2, 1011, items: [item])
    let builder = try EventBuilder().error(batch, at: 0).error(batch, at: 9).error(batch, at: 18)
    #expect(
      try builder.findings().map(\.id) == ["partial-failure", "partial-failure-resent", "schema-not-deployed"])
  }
}
