import Foundation
import TestSupport
import Testing

struct AlertTests {
  private static let hour: Int64 = 3_600_000
  /// 2026-11-30 00:00:00 UTC.
  private static let midnight: Int64 = 1_795_996_800_000

  private func run(_ folder: ConsoleFolder, hours: Int64, _ flags: String...) throws -> ToolRun {
    try runCkdiag(
      ["alert", "--db", "sync.sqlite"] + flags, variables: ["CKDIAG_NOW": "\(Self.midnight + hours * Self.hour)"],
      folder: folder.url)
  }

  private func fill(_ folder: ConsoleFolder, _ days: [(String, failing: Int)], alerts: String) throws {
    for day in days { try folder.writeDay("2026-11-\(day.0)", failing: day.failing, as: "Logs/\(day.0).ndjson") }
    try folder.write(#"{"alerts": [\#(alerts)]}"#, as: ".ckdiag.json")
    let run = try runCkdiag(["ingest", "Logs", "--db", "sync.sqlite", "--quiet"], folder: folder.url)
    #expect(run == ToolRun(exitCode: 0, output: "", errors: ""))
  }

  @Test func firesOnceRepeatsLateAndClearsAfterCalm() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(
      folder, [("29", 10), ("30", 0)],
      alerts: #"{"name": "quota", "metric": "errorRate", "above": "5%", "per": "1d", "repeatWithin": "6h", "#
        + #""clearsAfter": "2h"}"#)
    let fired = "alert: quota: error rate 10 % in 1d, above 5 %"
    #expect(try run(folder, hours: 0) == ToolRun(exitCode: 1, output: fired + "\n", errors: ""))
    #expect(try run(folder, hours: 1) == ToolRun(exitCode: 0, output: "", errors: ""))
    let again = try run(folder, hours: 6)
    #expect(
      again
        == ToolRun(
          exitCode: 1,
          output: "alert: quota: error rate 7 % in 1d, above 5 % (since 2026-11-30 00:00:00 UTC)\n",
          errors: ""))
    // Calm from hour 20 on; it clears two hours later, once.
    for hours in [20, 21] as [Int64] { #expect(try run(folder, hours: hours).output == "") }
    #expect(
      try run(folder, hours: 22)
        == ToolRun(
          exitCode: 0,
          output: "cleared: quota: error rate 0.5 % in 1d, not above 5 % (fired 2026-11-30 00:00:00 UTC)\n",
          errors: ""))
    #expect(try run(folder, hours: 23) == ToolRun(exitCode: 0, output: "", errors: ""))
  }

  @Test func everyMetricIsMeasured() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    let rules = [
      #""metric": "requests", "below": 300"#, #""metric": "errors", "above": 19"#,
      #""metric": "errorRate", "above": 10"#,
      #""metric": "p95", "above": "140ms""#, #""metric": "p99", "above": 200"#,
      #""metric": "throttledShare", "above": 0"#, #""metric": "affectedUsers", "above": 8"#,
      #""metric": "errorCode", "code": "QUOTA_EXCEEDED", "above": 5"#, #""metric": "stuckUploads""#,
      #""metric": "missingData", "per": "30m""#, #""metric": "errors", "above": "average""#,
      #""metric": "requests", "above": 0, "where": "operation=RecordFetch""#,
    ]
    let days = (22...28).map { ("\($0)", failing: 100) } + [("29", failing: 10)]
    try fill(
      folder, days,
      alerts: rules.enumerated().map { #"{"name": "\#($0 + 1)", \#($1)}"# }.joined(separator: ","))
    let run = try run(folder, hours: 0, "--dry-run")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(
      run.output == """
        fires: 1: requests 200 in 1d, below 300
        fires: 2: failed requests 20 in 1d, above 19
        quiet: 3: error rate 10 % in 1d, not above 10 %
        fires: 4: latency p95 147 ms in 1d, above 140 ms
        quiet: 5: latency p99 149 ms in 1d, not above 200 ms
        quiet: 6: throttled share 0 % in 1d, not above 0 %
        fires: 7: affected users 9 in 1d, above 8
        fires: 8: QUOTA_EXCEEDED errors 20 in 1d, above 5
        unknown: 9: waiting changes not known in 1d, not above 0
        fires: 10: no data for 0.78 h, more than 30m
        fires: 11: failed requests 20 in 1d, above the average and three standard deviations, 2
        quiet: 12: requests 0 in 1d, not above 0

        """)
    #expect(try self.run(folder, hours: 0).exitCode == 1)
  }

  @Test func formatsAndNotificationsTellTheSame() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder, [("29", 10)], alerts: #"{"name": "a <b> *c*", "metric": "errors", "above": 5}"#)
    let failing = try run(folder, hours: 0, "--notify", "exit 3")
    #expect(
      failing
        == ToolRun(
          exitCode: 2, output: "alert: a <b> *c*: failed requests 20 in 1d, above 5\n",
          errors: "ckdiag: error: 'exit 3' ended with exit code 3\nhelp: the alerts count as not told\n"))
    let slack = try run(folder, hours: 0, "--format", "slack", "--notify", "cat > sent.json")
    #expect(
      slack
        == ToolRun(
          exitCode: 1,
          output: """
            {
              "text": "CloudKit alerts\\n:rotating_light: *a &lt;b&gt; *c** failed requests 20 in 1d, above 5"
            }

            """, errors: ""))
    #expect(
      try folder.text("sent.json") == """
        {
          "alerts": [
            {
              "firedAt": "2026-11-30T00:00:00Z",
              "limit": 5,
              "message": "failed requests 20 in 1d, above 5",
              "metric": "errors",
              "name": "a <b> *c*",
              "per": "1d",
              "state": "fired",
              "unit": "count",
              "value": 20
            }
          ],
          "generatedAt": "2026-11-30T00:00:00Z",
          "store": "sync.sqlite"
        }

        """)
    #expect(
      try run(folder, hours: 24, "--format", "slack", "--dry-run").output == """
        {
          "text": "CloudKit alerts\\n:white_check_mark: *a &lt;b&gt; *c** failed requests 0 in 1d, not above 5"
        }

        """)
    #expect(
      try run(folder, hours: 24, "--format", "markdown", "--dry-run").output.hasSuffix(
        "- **a \\<b\\> \\*c\\*** quiet: failed requests 0 in 1d, not above 5\n"))
    #expect(try run(folder, hours: 0, "--format", "json", "--dry-run").output.contains(#""state": "fires""#))
    #expect(
      try run(folder, hours: 24, "--format", "markdown").output == """
        ### CloudKit alerts

        - **a \\<b\\> \\*c\\*** failed requests 0 in 1d, not above 5 (fired 2026-11-30 00:00:00 UTC)

        """)
  }

  @Test(arguments: [
    (#"{"metric": "errors", "above": 1}"#, "'alerts[0]' in '.ckdiag.json' needs a name"),
    (#"{"name": "a", "metric": "errors"}"#, "'alerts[0]' in '.ckdiag.json' needs either 'above' or 'below'"),
    (
      #"{"name": "a", "metric": "errorCode", "above": 1}"#,
      "'alerts[0]' in '.ckdiag.json' needs the code that it counts\nhelp: add \"code\": \"QUOTA_EXCEEDED\""
    ),
    (
      #"{"name": "a", "metric": "p59", "above": 1}"#,
      "'p59' is no metric of 'alerts[0]' in '.ckdiag.json'\nhelp: did you mean 'p95'?"
    ),
    (
      #"{"name": "a", "metric": "p95", "abvoe": 1}"#,
      "unknown key 'abvoe' in 'alerts[0]' in '.ckdiag.json'\nhelp: did you mean 'above'?"
    ),
    (
      #"{"name": "a", "metric": "p95", "above": 1, "per": "long"}"#,
      "'per' of 'alerts[0]' in '.ckdiag.json' must be a length of time\nhelp: write 30m, 6h or 1d"
    ),
  ])
  func mistakesInRulesAreNamed(rule: String, message: String) throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.write(#"{"alerts": [\#(rule)]}"#, as: ".ckdiag.json")
    let run = try runCkdiag(["alert", "--db", "absent.sqlite", "--config", ".ckdiag.json"], folder: folder.url)
    #expect(run == ToolRun(exitCode: 2, output: "", errors: "ckdiag: error: \(message)\n"))
  }
}
