import Detection
import SyncModel
import Testing

struct RateLimitTests {
  private func refusal(_ seconds: Double, operation: String? = nil, number: Int = 2062) -> ErrorReport {
    var error = ErrorReport.ck(7, number, retryAfter: seconds)
    error.operationID = operation
    return error
  }

  @Test func seesRequestsInsideTheDelay() throws {
    let builder = try EventBuilder().error(.ck(6, 2022, retryAfter: 30), at: 0)
      .request("CKModifyRecordsOperation", at: 10) { $0.durationMs = 5 }
      .request("CKModifyRecordsOperation", at: 31) { $0.durationMs = 5 }
    let findings = try builder.findings()
    #expect(
      findings.map { "\($0.id): \($0.title)" } == [
        "retry-after-violated: Request sent 20 s before the asked delay of 30 s had passed",
        "throttled: 1 request refused by rate limits; longest wait 30 s",
      ])
    #expect(findings[0].evidence.map(\.line) == [1, 2])
  }

  @Test func asksOnlyForTheSameKindOfWork() throws {
    var error = ErrorReport.ck(6, 2022, retryAfter: 30)
    error.operation = "CKModifyRecordsOperation"
    let builder = try EventBuilder().error(error, at: 0).request("CKQueryOperation", at: 10)
    #expect(try builder.findings().map(\.id) == ["throttled"])
  }

  @Test func takesOneCountdownForOneThrottle() throws {
    let builder = try EventBuilder().error(refusal(30), at: 0).error(refusal(28.8), at: 1.2)
      .error(refusal(27.6), at: 2.4)
    #expect(try builder.titles() == ["throttled: 3 requests refused by rate limits; longest wait 30 s"])
  }

  @Test func takesANewOperationInACountdownForNewWork() throws {
    let builder = try EventBuilder().error(refusal(30, operation: "01"), at: 0)
      .error(refusal(28.8, operation: "02"), at: 1.2).error(refusal(27.6, operation: "03"), at: 2.4)
    #expect(
      try builder.titles() == [
        "retry-after-violated: 2 requests sent before the asked delay had passed, the earliest 28.8 s too early",
        "throttled: 3 requests refused by rate limits; longest wait 30 s",
      ])
  }

  @Test func leavesAutomaticSyncAlone() throws {
    var first = refusal(30, operation: "01")
    first.text = "<CKSyncEngine Private> failed sending changes"
    var second = refusal(28.8, operation: "02")
    second.text = first.text
    let builder = try EventBuilder().error(first, at: 0).error(second, at: 1.2)
      .request("CKModifyRecordsOperation", at: 5) { $0.operationGroup = "CKSyncEngine-SendChanges-Automatic" }
    #expect(try builder.findings().map(\.id) == ["throttled"])
  }

  @Test func keepsUsersOfARequestLogApart() throws {
    func throttle(_ record: inout RequestRecord) {
      record.isThrottled = true
      record.retryAfterMs = 60_000
    }
    let builder = try EventBuilder()
      .request("RecordSave", .failed, at: 0, user: "_a", error: "THROTTLED", throttle)
      .request("RecordSave", at: 10, user: "_b").request("RecordSave", at: 61, user: "_a")
    #expect(try builder.findings().map(\.id) == ["throttled"])
    let early = try EventBuilder()
      .request("RecordSave", .failed, at: 0, user: "_a", error: "THROTTLED", throttle)
      .request("RecordSave", at: 10, user: "_a")
    #expect(try early.findings().map(\.id) == ["retry-after-violated", "throttled"])
  }

  @Test func hearsTheDeviceThrottle() throws {
    let builder = try EventBuilder().observation(.retryAfter, "iCloud.a", value: 42_000, text: "retryAfter=42")
    #expect(try builder.titles() == ["throttled: 1 request refused by rate limits; longest wait 42 s"])
  }

  @Test func countsSendsThatTheAppForces() throws {
    let builder = try EventBuilder().error(.ck(6, retryAfter: 25), at: 0)
      .observation(.engineEvent, "manual send", at: 5, text: "sendChanges() forced by app")
      .observation(.engineEvent, "manual send", at: 26, text: "sendChanges() forced by app")
    #expect(
      try builder.titles() == [
        "retry-after-violated: Request sent 20 s before the asked delay of 25 s had passed",
        "throttled: 1 request refused by rate limits; longest wait 25 s",
      ])
  }
}
