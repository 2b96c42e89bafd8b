import Reporting
import SyncModel
import TestSupport
import Testing

/// Numbers as a reader sees them, through the text report.
struct NumberTests {
  @Test(arguments: [
    (0, 10, "0 %"), (1, 1_000_000, "<0.01 %"), (4, 10_000, "0.04 %"), (33, 1000, "3.3 %"), (1, 2, "50 %"),
    (999_999, 1_000_000, ">99.9 %"), (7, 7, "100 %"),
  ]) func errorRates(_ failed: Int, _ count: Int, _ expected: String) throws {
    var report = FixedReports.empty
    report.requests = RequestTelemetry(count: count, failed: failed, affectedUsers: 0, latencyMs: nil)
    let line = try render(report, as: "text").split(separator: "\n").first { $0.hasPrefix("  Failed") }
    let words = try #require(line).split(separator: " ")
    #expect(words[1] + " " + words[2] == Substring(expected))
  }

  @Test(arguments: [
    (0, "0 ms"), (0.25, "0.3 ms"), (4, "4 ms"), (999.4, "999 ms"), (999.6, "1.00 s"), (9_994, "9.99 s"),
    (12_004, "12.0 s"), (59_949, "59.9 s"), (60_000, "1 min"), (252_000, "4 min 12 s"), (3_600_000, "1 h"),
    (97_200_000, "1 d 3 h"), (1e30, "1e+30 ms"), (.infinity, "–"),
  ]) func durations(_ milliseconds: Double, _ expected: String) throws {
    var report = FixedReports.empty
    let d = Distribution(count: 1, min: 0, mean: 0, p50: 0, p95: milliseconds, p99: 0, max: 0)
    report.requests = RequestTelemetry(count: 1, failed: 0, affectedUsers: 0, latencyMs: d)
    let text = try render(report, as: "text")
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  Latency p95") })
    #expect(line.dropFirst(13).trimmingPrefix { $0 == " " }.hasPrefix(expected + "  p50"))
  }

  /// Numbers that no clock and no counter can show must not end the run.
  @Test(arguments: ReportFormats.all.map(\.info.id)) func extremeNumbersAreSurvived(_ id: String) throws {
    var report = FixedReports.rich
    let d = Distribution(
      count: .max, min: -.infinity, mean: .nan, p50: .nan, p95: .infinity, p99: 1e308, max: .greatestFiniteMagnitude)
    report.period = Period(start: Timestamp(milliseconds: .min), end: Timestamp(milliseconds: .max))
    report.requests?.count = .max
    report.requests?.failed = .max
    report.requests?.latencyMs = d
    report.requests?.bytes.sent = .min
    report.requests?.groups[0].rows[0].latencyMs = d
    for index in 0..<10 {
      report.requests?.timeline?.buckets[index] = TimelineBucket(
        start: Timestamp(milliseconds: index % 2 == 0 ? .max : .min), count: .max, failed: .max, throttled: .max,
        p50: .nan, p95: .infinity, p99: -1)
    }
    report.requests?.timeline?.bucketSeconds = .max
    report.errors[0].count = .max
    report.errors[1].count = .max
    report.activity[0].durationSeconds = d
    report.syncState[0].state.pendingUploads = .max
    report.syncState[0].events[0].start = Timestamp(milliseconds: .min)
    report.syncState[0].events[0].end = Timestamp(milliseconds: .max)
    report.rateLimit?.longestSilenceSeconds = .infinity
    report.comparison?.rows[0].now = .nan
    report.sections[0].heatMap?.values[0][0] = .infinity
    #expect(try !render(report, as: id).isEmpty)
  }
}
