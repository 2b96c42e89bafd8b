import Detection
import SyncModel
import Testing

struct ThresholdTests {
  private func builder(requests: Int, failed: Int = 0, slow: Int = 0) throws -> EventBuilder {
    let builder = try EventBuilder()
    for number in 0..<requests {
      let isFailed = number < failed
      builder.request(
        "RecordSave", isFailed ? .failed : .succeeded, at: Double(number) * 7200, user: "_\(number)",
        error: isFailed ? "SOMETHING_NEW" : nil
      ) { $0.durationMs = number < slow ? 2001 : 2000 }
    }
    return builder
  }

  @Test func judgesRatesAboveTheThreshold() throws {
    #expect(try builder(requests: 100, failed: 5).findings() == [])
    #expect(
      try builder(requests: 100, failed: 6).titles() == ["high-error-rate: RecordSave fails in 6 % of 100 requests"])
    #expect(try builder(requests: 19, failed: 10).findings() == [])
    #expect(try builder(requests: 20, failed: 2).findings() == [])
    var thresholds = CheckThresholds()
    thresholds.errorRate = 0.2
    #expect(try builder(requests: 100, failed: 20).findings(thresholds: thresholds) == [])
  }

  @Test func knowsNoRateOfALogThatHoldsOnlyFailures() throws {
    #expect(try builder(requests: 30, failed: 30).findings() == [])
  }

  @Test func judgesTheNinetyFifthPercentile() throws {
    #expect(try builder(requests: 100, slow: 5).findings() == [])
    #expect(
      try builder(requests: 100, slow: 6).titles() == [
        "slow-requests: RecordSave is slow: 95 % within 2,001 ms, limit 2,000 ms"
      ])
    #expect(try builder(requests: 19, slow: 19).findings() == [])
    var thresholds = CheckThresholds()
    thresholds.slowRequestMs = 5000
    #expect(try builder(requests: 100, slow: 100).findings(thresholds: thresholds) == [])
  }

  @Test func refusesThresholdsThatMakeNoSense() {
    var thresholds = CheckThresholds()
    let accepted = [
      thresholds.set("errorRate", to: 1.5), thresholds.set("noSuchKey", to: 1), thresholds.set("errorRate", to: 0.5),
    ]
    #expect(accepted == [false, false, true])
    #expect(thresholds.errorRate == 0.5)
  }

  @Test func appliesTheSelectionToTheResult() throws {
    func builder() throws -> EventBuilder { try EventBuilder().error(.ck(25, 2035)).error(.ck(23)) }
    #expect(try builder().findings(selection: CheckSelection(only: ["zone-busy"])).map(\.id) == ["zone-busy"])
    #expect(try builder().findings(selection: CheckSelection(disabled: ["zone-busy"])).map(\.id) == ["quota-exceeded"])
    let neither = CheckSelection(only: ["zone-busy"], disabled: ["zone-busy"])
    #expect(try builder().findings(selection: neither) == [])
  }

  @Test func sortsBySeverityThenLine() throws {
    let builder = try EventBuilder().error(.ck(4)).error(.ck(23)).error(.ck(25, 2035)).error(.ck(26, 2036))
    #expect(
      try builder.findings().map(\.id) == ["quota-exceeded", "zone-not-found", "zone-busy", "network-failure"])
  }

  @Test func showsFirstAndLastOfManyLines() throws {
    let builder = try EventBuilder()
    for second in 0..<40 { builder.error(.ck(23), at: Double(second)) }
    let finding = try #require(try builder.findings().first)
    #expect(finding.evidence.map(\.line) == [1, 10, 20, 30, 40])
    #expect(finding.occurrences == 40)
    #expect(finding.firstSeen == EventBuilder.start)
    #expect(finding.lastSeen == EventBuilder.start.advanced(byMilliseconds: 39_000))
  }
}
