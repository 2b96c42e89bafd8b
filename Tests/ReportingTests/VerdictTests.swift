import Reporting
import SyncModel
import TestSupport
import Testing

struct VerdictTests {
  private func firstLine(_ change: (inout Report) -> Void) throws -> String {
    var report = FixedReports.empty
    change(&report)
    return try render(report, as: "text").split(separator: "\n").first.map(String.init) ?? ""
  }

  private func finding(_ severity: Severity) -> Finding {
    Finding(CheckInfo(id: "x", title: "x", severity: severity, explanation: "", advice: []))
  }

  @Test func errorsNeedRepair() throws {
    let line = try firstLine { $0.findings = [finding(.note), finding(.error), finding(.error), finding(.warning)] }
    #expect(line == "Sync needs repair: 2 errors, 1 warning and 1 note.")
  }

  @Test func warningsAreARisk() throws {
    #expect(try firstLine { $0.findings = [finding(.warning)] } == "Sync is at risk: 1 warning.")
  }

  @Test func notesAreNoFault() throws {
    #expect(try firstLine { $0.findings = [finding(.note)] } == "No fault found, only 1 note.")
  }

  /// An empty period is not a sound one.
  @Test func anEmptyPeriodIsNotJudged() throws {
    let line = try firstLine {
      $0.inputs = [InputSummary(path: "a.ndjson", format: "console-json", records: 5)]
      $0.filters = ["last 24h"]
    }
    #expect(line == "Nothing to judge: the inputs hold nothing of last 24h.")
  }

  /// A log full of failures is not called healthy because no check knows them.
  @Test func failuresWithoutFindingAreTold() throws {
    let line = try firstLine { $0.requests = RequestTelemetry(count: 200, failed: 3, affectedUsers: 1, latencyMs: nil) }
    #expect(line == "No finding, although 3 of 200 requests failed (1.5 %).")
    let error = ErrorSummary(
      domain: "CKErrorDomain", code: 4, name: nil, underlying: nil, count: .max, printed: 1, collateral: 0)
    #expect(
      try firstLine { $0.errors = [error, error] }
        == "No finding, although 9,223,372,036,854,775,807 failures happened.")
  }

  @Test func nothingReadIsNotHealth() throws {
    #expect(try firstLine { _ in } == "Nothing to judge: no input was read.")
    let line = try firstLine { $0.inputs = [InputSummary(path: "a", format: nil, lines: 3)] }
    #expect(line == "Nothing to judge: nothing was recognised in 1 input.")
  }

  @Test func successIsTold() throws {
    let line = try firstLine { $0.requests = RequestTelemetry(count: 2, failed: 0, affectedUsers: 0, latencyMs: nil) }
    #expect(line == "No fault found in 2 requests.")
  }

  /// A log without dates is not a log of 1970.
  @Test func timesWithoutADayAreShownAlone() throws {
    var report = FixedReports.empty
    report.period = Period(start: Timestamp(milliseconds: 49_213_000), end: Timestamp(milliseconds: 49_276_000))
    report.inputs = [InputSummary(path: "a.log", format: "text", lines: 3, records: 3)]
    let text = try render(report, as: "text")
    #expect(text.contains("Period: 13:40:13 to 13:41:16, day unknown (1 min 3 s)."))
    #expect(!text.contains("1970"))
  }
}
