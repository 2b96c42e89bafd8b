import Foundation
import TestSupport
import Testing

struct PeriodReportTests {
  /// A folder with a store of two days, a week apart, the second with failures.
  private func withStore(_ body: (URL) throws -> Void) throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-22")
    try folder.writeDay("2026-11-29", failing: 10)
    let run = try runCkdiag(["ingest", ".", "--db", "sync.sqlite"], folder: folder.url)
    try #require(
      run == ToolRun(exitCode: 0, output: "2 inputs added, 0 already known; 400 records in them\n", errors: ""))
    try body(folder.url)
  }

  @Test func comparesADayWithTheSameDayAWeekBefore() throws {
    try withStore { folder in
      let run = try runCkdiag(
        [
          "report", "--db", "sync.sqlite", "--last", "day", "--compare", "previous", "--slo", "availability=95",
          "--fail-on", "never",
        ], folder: folder)
      #expect(run.exitCode == 0 && run.errors == "")
      expectGolden(run.output, at: "Tests/Goldens/reports/compared-day.txt")
      let week = try runCkdiag(
        ["report", "--db", "sync.sqlite", "--last", "day", "--compare", "2026-W47", "--format", "json"], folder: folder)
      #expect(week.output.contains(#""label": "week 2026-W47""#))
    }
  }

  @Test(arguments: [
    (["--compare", "previous"], "'--compare previous' needs a period", "add --last 7d, --last week or --since"),
    (
      ["--compare", "2026-W60"], "'2026-W60' is no period for '--compare'",
      "write previous, a week such as 2026-W40, or 2026-10-01..2026-10-08"
    ),
    (
      ["--slo", "uptime=9"], "'uptime=9' is no objective for '--slo'",
      "write availability=99.5 (percent) or p95=2s (or 800ms)"
    ),
    (
      ["--last", "month"], "'month' is no length of time for '--last'", "write 30m, 24h, 7d, 4w, day or week"
    ),
  ])
  func mistakesAreToldBeforeTheStoreIsRead(flags: [String], message: String, help: String) throws {
    #expect(
      try runCkdiag(["report", "--db", "absent.sqlite"] + flags)
        == ToolRun(exitCode: 2, output: "", errors: "ckdiag: error: \(message)\nhelp: \(help)\n"))
  }

  @Test func tellsWhatAStoreHolds() throws {
    try withStore { folder in
      let text = try runCkdiag(["db", "info", "--db", "sync.sqlite"], folder: folder)
      #expect(text.exitCode == 0 && text.errors == "")
      let lines = text.output.split(separator: "\n").map(String.init)
      #expect(
        Array(lines[1...5]) == [
          "Inputs       2", "Period       2026-11-22 00:00:00 to 2026-11-29 23:13:00 UTC",
          "Oldest raw   request of 2026-11-22 00:00:00 UTC", "Last ingest  2026-11-30 07:00:00 UTC",
          "Integrity    ok",
        ])
      #expect(lines.contains { $0.hasPrefix("request ") && $0.contains(" 400 ") && $0.hasSuffix("kB") })
      let json = try runCkdiag(["db", "info", "--db", "sync.sqlite", "--format", "json"], folder: folder)
      let value = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(value["oldestRequest"] as? String == "2026-11-22T00:00:00Z" && value["inputs"] as? Int == 2)
      #expect((value["integrity"] as? [String]) == [])
    }
  }

  @Test func aDamagedStoreIsAFinding() throws {
    try withStore { folder in
      let file = folder.appendingPathComponent("sync.sqlite")
      var bytes = try Data(contentsOf: file)
      for index in 16_384..<24_576 { bytes[index] = 0xA5 }
      try bytes.write(to: file)
      let run = try runCkdiag(["db", "info", "--db", "sync.sqlite"], folder: folder)
      #expect(run.exitCode != 0 && !(run.output + run.errors).isEmpty)
    }
  }

  @Test func prunesWhatIsOldAndStillKnowsIt() throws {
    try withStore { folder in
      func run(_ arguments: String...) throws -> ToolRun {
        try runCkdiag(arguments + ["--db", "sync.sqlite"], folder: folder)
      }
      #expect(
        try run("db", "prune", "--keep-raw", "3d", "--dry-run")
          == ToolRun(
            exitCode: 0, output: "would remove 200 requests and 0 other values from before 2026-11-27 07:00:00 UTC\n",
            errors: ""))
      let pruned = try run("db", "prune", "--keep-raw", "3d")
      #expect(pruned.exitCode == 0 && pruned.output.hasPrefix("removed 200 requests and 0 other values"))
      #expect(try run("db", "prune", "--keep-raw", "3d").output.hasPrefix("removed 0 requests and 0 other values"))
      #expect(try run("db", "info").output.contains("Period       2026-11-22 00:00:00 to 2026-11-29 23:13:00 UTC"))
      let both = try run("db", "prune", "--keep-raw", "3d", "--keep-rollups", "3d")
      #expect(both.output.contains(" UTC and 24 hourly counts; "))
      #expect(try run("ingest", ".").output == "0 inputs added, 2 already known; 400 records in them\n")
      let info = try run("db", "info").output.split(separator: "\n")
      #expect(
        info[2...3] == [
          "Period       2026-11-29 00:00:00 to 2026-11-29 23:13:00 UTC",
          "Oldest raw   request of 2026-11-29 00:00:00 UTC",
        ])
      #expect(
        try run("db", "prune")
          == ToolRun(
            exitCode: 2, output: "",
            errors: "ckdiag: error: 'db prune' must be told what to keep\nhelp: add --keep-raw 90d\n"))
    }
  }
}
