import SyncModel
import Testing

@testable import Detection

/// However often a failure repeats, its numbers are exact and what is kept of it is little.
struct ManyFailuresTests {
  private static let rounds = FailureCollector.mostAlike * 3

  @Test func countsAConflictOfEveryRoundAndKeepsAFew() throws {
    let builder = try EventBuilder()
    let conflict = ErrorReport.ck(14, 2004, "client oplock error updating record", item: "a", zone: "Notes")
    for round in 0..<Self.rounds { builder.error(.ck(2, 1011, items: [conflict]), at: Double(round)) }
    let findings = try builder.findings()
    let counts = findings.map { "\($0.id) \($0.occurrences)" }
    #expect(counts.contains("conflict-loop \(Self.rounds)"))
    #expect(counts.contains("record-conflict \(Self.rounds)"))
    #expect(counts.contains("partial-failure \(Self.rounds)"))
    #expect(counts.contains("partial-failure-resent \(Self.rounds)"))
    let log = try FailureLog(builder.store)
    #expect(log.failures.count == FailureCollector.mostAlike)
    #expect(log.failures.reduce(0) { $0 + $1.count } == Self.rounds)
    #expect(log.partialFailures.batches.reduce(0) { $0 + $1.rounds.count } == Self.rounds)
    let end = EventBuilder.start.advanced(byMilliseconds: Int64(Self.rounds - 1) * 1000)
    #expect(findings.allSatisfy { $0.firstSeen == EventBuilder.start && $0.lastSeen == end })
  }

  @Test func countsARequestOnceHoweverManyOfItsItemsAreCountedWithOthers() throws {
    let builder = try EventBuilder()
    let items = ["a", "b", "c"].map { ErrorReport.ck(25, 2035, item: $0) }
    for round in 0..<Self.rounds { builder.error(.ck(2, 1011, items: items), at: Double(round)) }
    let titles = try builder.findings().filter { $0.id == "quota-exceeded" }.map(\.title)
    #expect(titles == ["iCloud storage is full: \(Self.rounds) requests refused"])
  }

  @Test func tellsALoopAfterAPauseFromTheOneBefore() throws {
    let builder = try EventBuilder()
    for round in 0..<Self.rounds { builder.error(.ck(9), at: Double(round)) }
    for round in 0..<Self.rounds * 2 { builder.error(.ck(9), at: 100_000 + Double(round)) }
    let loop = try builder.findings().first { $0.id == "retry-of-permanent-error" }
    #expect(loop?.occurrences == Self.rounds * 3)
    #expect(loop?.title == "Same failure 1,200 times in a row: notAuthenticated (9) and 1 more loops")
  }

  @Test func keepsEveryDelayThatMustBeWaitedFor() throws {
    let builder = try EventBuilder()
    for round in 0..<Self.rounds { builder.error(.ck(7, 2062, retryAfter: 1), at: Double(round) * 10) }
    _ = try builder.findings()
    #expect(try FailureLog(builder.store).failures.count == Self.rounds)
  }

  @Test func findsThePrintWithItemsOfABareOneAmongMany() throws {
    let builder = try EventBuilder()
    for round in 0..<2000 {
      var full = ErrorReport.ck(2, 1011, items: [.ck(11, 2003, "Record not found", item: "r\(round)")])
      full.requestID = "R\(round)"
      var bare = ErrorReport.ck(2, 1011)
      bare.requestID = "R\(round)"
      builder.error(full, at: Double(round)).error(bare, at: Double(round) + 0.5)
    }
    #expect(try builder.findings().filter { $0.id == "partial-failure-unexplained" } == [])
  }
}
