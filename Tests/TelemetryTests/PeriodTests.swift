import Storage
import SyncModel
import Telemetry
import Testing

struct PeriodTests {
  private static let day: Int64 = 86_400_000
  /// Monday of week 48 of 2026.
  private let monday = Timestamp(milliseconds: 1_795_392_000_000)

  /// A store with 14 days of 100 requests; in the second week more of them fail, and all are slower.
  private func twoWeeks() throws -> EventStore {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "console.ndjson", now: monday)
    for day in -7..<7 {
      for number in 0..<100 {
        let isLater = day >= 0
        var record = RequestRecord(
          origin: Origin(source: session.source, line: number + 1),
          outcome: number % (isLater ? 10 : 100) == 0 ? .failed : .succeeded,
          time: monday.advanced(byMilliseconds: Int64(day) * Self.day + Int64(number) * 600_000),
          operation: "RecordSave")
        record.error = record.outcome == .failed ? (isLater ? "QUOTA_EXCEEDED" : "NOT_FOUND") : nil
        record.durationMs = Int64(number + 1) * (isLater ? 2 : 1)
        record.user = "_u\(number)"
        session.add(record)
      }
    }
    try session.commit(format: "console-json")
    return store
  }

  private func numbers(_ store: EventStore, _ period: Period) throws -> PeriodNumbers {
    store.scope.since = period.start
    store.scope.until = period.end
    return try PeriodNumbers(store: store)
  }

  private var periods: (now: Period, then: Period) {
    let week = 7 * Self.day
    return (
      Period(start: monday, end: monday.advanced(byMilliseconds: week)),
      Period(start: monday.advanced(byMilliseconds: -week), end: monday)
    )
  }

  @Test func comparesEveryNumberAndNamesTheRule() throws {
    let store = try twoWeeks()
    let (now, then) = periods
    let comparison = PeriodComparison(
      now: try numbers(store, now), in: now, then: try numbers(store, then), in: then, label: "the 7 days before")
    let quantile = "the 99.9 % binomial rank intervals do not meet."
    #expect(
      comparison.headline
        == "Against the 7 days before, the error rate rose from 1.0 % to 10.0 %, above all by QUOTA_EXCEEDED (+10.0 points), and latency "
        + "p95 rose from 95 ms to 190 ms, above all by RecordSave.")
    #expect(
      comparison.codes == [
        ComparedCode(code: "QUOTA_EXCEEDED", now: 70, then: 0), ComparedCode(code: "NOT_FOUND", now: 0, then: 7),
      ])
    #expect(
      comparison.operations == [
        ComparedOperation(
          operation: "RecordSave", now: .init(requests: 700, failed: 70, share: 1, p95: 190),
          then: .init(requests: 700, failed: 7, share: 1, p95: 95), judgement: .change)
      ])
    #expect(comparison.remarks == ["New error codes: QUOTA_EXCEEDED (70).", "Gone error codes: NOT_FOUND (7)."])
    #expect(
      comparison.rows == [
        ComparedNumber(name: "requests", unit: "count", now: 700, then: 700),
        ComparedNumber(
          name: "error rate", unit: "share", now: 0.1, then: 0.01, judgement: .change,
          statement:
            "The error rate rose from 1.0 % to 10.0 % (two-proportion z-test, z = 7.4; by chance less than "
            + "once in 1,000). Behind it: QUOTA_EXCEEDED: 10.0 % of requests, 0 % then."),
        ComparedNumber(name: "throttled share", unit: "share", now: 0, then: 0),
        ComparedNumber(
          name: "latency p50", unit: "ms", now: 100, then: 50, judgement: .change,
          statement: "Latency p50 rose from 50 ms (44 to 57) to 100 ms (88 to 114): \(quantile)"),
        ComparedNumber(
          name: "latency p95", unit: "ms", now: 190, then: 95, judgement: .change,
          statement: "Latency p95 rose from 95 ms (93 to 98) to 190 ms (186 to 196): \(quantile) Behind it: "
            + "RecordSave: p95 190 ms, 100.0 % of requests; then p95 95 ms, 100.0 % of requests."),
        // Of 700 values the 99th percentile lies too near the end for an interval.
        ComparedNumber(name: "latency p99", unit: "ms", now: 198, then: 99, judgement: .tooFewRequests),
        ComparedNumber(name: "affected users", unit: "users", now: 10, then: 1),
      ])
  }

  @Test func aPeriodBesideItselfHasNoChange() throws {
    let store = try twoWeeks()
    let (now, _) = periods
    let numbers = try numbers(store, now)
    let comparison = PeriodComparison(now: numbers, in: now, then: numbers, in: now, label: "itself")
    #expect(comparison.remarks == [] && comparison.rows.count == 7)
    #expect(comparison.rows.allSatisfy { !$0.isSignificant && $0.statement == "" && $0.now == $0.then })
    #expect(numbers.regressions(since: numbers) == nil)
  }

  @Test func aPeriodWithoutDataIsNotComparable() throws {
    let store = try twoWeeks()
    let (now, then) = periods
    let before = Period(start: then.start.advanced(byMilliseconds: -7 * Self.day), end: then.start)
    let comparison = PeriodComparison(
      now: try numbers(store, now), in: now, then: try numbers(store, before), in: before, label: "the 7 days before")
    let absence = "Not comparable: no data in 2026-11-09 00:00:00 to 2026-11-16 00:00:00 UTC."
    #expect(comparison.headline == absence && comparison.remarks == [absence])
    #expect(comparison.rows.map(\.judgement) == Array(repeating: .noData, count: 7))
    #expect(comparison.rows.allSatisfy { $0.then == nil && $0.statement.isEmpty })
  }

  @Test func fewDaysAndFewRequestsDecideNothing() throws {
    let store = try twoWeeks()
    let day = Period(start: monday, end: monday.advanced(byMilliseconds: Self.day))
    let hour = Period(start: periods.then.start, end: periods.then.start.advanced(byMilliseconds: 3_600_000))
    let comparison = PeriodComparison(
      now: try numbers(store, day), in: day, then: try numbers(store, hour), in: hour, label: "one hour")
    #expect(
      comparison.rows.map(\.judgement) == [
        .tooFewDays, .tooFewRequests, .noise, .tooFewRequests, .tooFewRequests, .tooFewRequests, .tooFewRequests,
      ])
    #expect(comparison.headline == "Too few requests to tell a change against one hour from noise.")
  }

  @Test func namesTheOperationAndTheSystemBehindAChange() throws {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "a", now: monday)
    for day in -7..<7 {
      for number in 0..<400 {
        let isSlow = day >= 0 && number % 5 == 0
        var record = RequestRecord(
          origin: Origin(source: session.source, line: number + 1), outcome: isSlow ? .failed : .succeeded,
          time: monday.advanced(byMilliseconds: Int64(day) * Self.day + Int64(number) * 60_000),
          operation: number % 5 == 0 ? "RecordQuery" : "RecordSave")
        record.clientOS = number % 5 == 0 ? "iOS 26.1" : "iOS 18.0"
        record.error = isSlow ? "THROTTLED" : nil
        record.durationMs = isSlow ? 4000 : Int64(100 + number % 7)
        session.add(record)
      }
    }
    try session.commit(format: nil)
    let (now, then) = periods
    let comparison = PeriodComparison(
      now: try numbers(store, now), in: now, then: try numbers(store, then), in: then, label: "then")
    let statements = comparison.rows.map(\.statement)
    #expect(
      statements[1].hasSuffix(
        "Behind it: THROTTLED: 20.0 % of requests, 0 % then; all in RecordQuery, all on iOS 26.1."))
    #expect(
      statements[4].hasSuffix(
        "Behind it: RecordQuery: p95 4000 ms, 20.0 % of requests; then p95 106 ms, 20.0 % of requests."))
    #expect(comparison.operations.map(\.judgement) == [.noise, .change])
  }

  @Test func findsWhatChangedByAttribute() throws {
    let store = try twoWeeks()
    let (now, then) = periods
    let section = try #require(try numbers(store, now).regressions(since: try numbers(store, then)))
    #expect(section.table?.rows == [["operation", "RecordSave", "700", "10.0 %", "1.0 %", "7.4"]])
  }

  @Test func requestsChangeOnlyWhenAllDaysLieApart() throws {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "a", now: monday)
    for day in -7..<7 {
      for number in 0..<(day < 0 ? 3 : 5) {
        session.add(
          RequestRecord(
            origin: Origin(source: session.source, line: number + 1), outcome: .succeeded,
            time: monday.advanced(byMilliseconds: Int64(day) * Self.day), operation: "RecordSave"))
      }
    }
    try session.commit(format: nil)
    let (now, then) = periods
    let comparison = PeriodComparison(
      now: try numbers(store, now), in: now, then: try numbers(store, then), in: then, label: "")
    #expect(
      comparison.rows.first
        == ComparedNumber(
          name: "requests", unit: "count", now: 35, then: 21, judgement: .change,
          statement: "Every day had more requests than any day of the earlier period (rank test of 7 and 7 days, by "
            + "chance less than once in 100)."))
  }

  @Test func namesTheWorstHoursAndMapsTheWeek() throws {
    let store = try twoWeeks()
    let (now, _) = periods
    let sections = try numbers(store, now).sections(of: now)
    #expect(sections.map(\.id) == ["worst-hours", "hours-requests", "hours-failed", "hours-latency"])
    #expect(sections[0].table?.rows.first == ["2026-11-23 00:00", "6", "1", "16.7 %", "0"])
    let requests = try #require(sections[1].heatMap)
    #expect(requests.values.map { $0.compactMap { $0 }.reduce(0, +) } == Array(repeating: 100, count: 7))
    #expect(requests.values[0][0] == 6 && requests.values[6][23] == nil)
    #expect(sections[2].heatMap?.values[0][0] == 16.7)
    #expect(sections[3].heatMap?.values[0][1] == 24)
    let oneDay = Period(start: now.start, end: now.start.advanced(byMilliseconds: Self.day))
    #expect(try numbers(store, oneDay).sections(of: oneDay).map(\.id) == ["worst-hours"])
  }

  @Test func givesNoBurnForTooFewRequests() throws {
    let store = try twoWeeks()
    let (now, _) = periods
    store.scope.since = now.start
    let objectives = [
      ServiceObjective(kind: .failed, budget: 0.01, text: "availability=99"),
      ServiceObjective(kind: .slower(150), budget: 0.05, text: "p95=150ms"),
    ]
    let none = "not enough data"
    #expect(
      try ErrorBudget(of: objectives, until: now.end, in: store).section.table?.rows == [
        ["availability=99", "whole period", "700", "70", "1000.0 %", "10.00"],
        ["availability=99", "last 24 h", "100", "10", none, none],
        ["availability=99", "last 6 h", "0", "0", none, none],
        ["availability=99", "last 1 h", "0", "0", none, none],
        ["p95=150ms", "whole period", "700", "175", "500.0 %", "5.00"],
        ["p95=150ms", "last 24 h", "100", "25", "500.0 %", "5.00"],
        ["p95=150ms", "last 6 h", "0", "0", none, none],
        ["p95=150ms", "last 1 h", "0", "0", none, none],
      ])
  }

  @Test(arguments: [
    ("2026-W01", 1_766_966_400_000), ("2026-W48", 1_795_392_000_000), ("2020-W53", 1_609_113_600_000),
  ])
  func weeksBeginOnMonday(text: String, milliseconds: Int64) throws {
    let week = try #require(ISOWeek(text))
    #expect(week.start == Timestamp(milliseconds: milliseconds) && week.text == text)
    #expect(ISOWeek(of: week.start) == week && ISOWeek(of: week.end.advanced(byMilliseconds: -1)) == week)
    #expect(ISOWeek(of: week.end) != week)
  }

  @Test(arguments: ["2026-W00", "2026-W54", "2021-W53", "26-W1", "2026W40", "2026-40", ""])
  func otherTextsAreNoWeeks(text: String) {
    #expect(ISOWeek(text) == nil)
  }
}
