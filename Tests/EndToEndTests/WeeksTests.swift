import Foundation
import TestSupport
import Testing

struct WeeksTests {
  private static let day: Int64 = 86_400_000
  /// 2026-11-02 07:00:00 UTC.
  private static let firstMorning: Int64 = 1_793_602_800_000

  @Test func fourWeeksOfATimerGiveTheNumbersOfOneAnalysis() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.write(
      #"{"alerts": [{"name": "quota", "metric": "errorRate", "above": 5, "per": "1d", "repeatWithin": "7d"}]}"#,
      as: ".ckdiag.json")
    var told: [String] = []
    for number in 1...28 {
      // Five bad days; the timer runs on the morning after each.
      let isBad = (16...20).contains(number)
      let date = "2026-11-\(number < 10 ? "0" : "")\(number)"
      try folder.writeDay(date, failing: isBad ? 10 : 100, as: "Logs/\(date).ndjson")
      let clock = ["CKDIAG_NOW": "\(Self.firstMorning + Int64(number - 1) * Self.day)"]
      func run(_ arguments: String...) throws -> ToolRun {
        try runCkdiag(arguments + ["--db", "sync.sqlite"], variables: clock, folder: folder.url)
      }
      try disturb(folder, number, clock)
      let added = try run("ingest", "Logs")
      #expect(added.exitCode == 0 && added.errors == "", "\(date): \(added)")
      // The timer fires twice; nothing is counted twice.
      if number % 5 == 0 { #expect(try run("ingest", "Logs").output.hasPrefix("0 inputs added, \(number) already ")) }
      told += try run("alert").output.split(separator: "\n").map { "\(date) \($0)" }
      guard number % 7 == 1 else { continue }
      let report = try run("report", "--last", "week", "--reports", "Reports", "--fail-on", "never")
      #expect(report.exitCode == 0)
    }
    #expect(
      told == [
        "2026-11-16 alert: quota: error rate 10 % in 1d, above 5 %",
        "2026-11-21 cleared: quota: error rate 0.71 % in 1d, not above 5 % (fired 2026-11-17 07:00:00 UTC)",
      ])
    #expect(
      folder.files(below: "Reports").filter { $0.hasSuffix("report.html") } == [
        "2026/W44/report.html", "2026/W45/report.html", "2026/W46/report.html", "2026/W47/report.html",
      ])
    let report = try runCkdiag(
      ["report", "--db", "sync.sqlite", "--format", "json", "--fail-on", "never"], folder: folder.url)
    let analysis = try runCkdiag(["analyze", "Logs", "--format", "json", "--fail-on", "never"], folder: folder.url)
    for key in ["requests", "serverErrors", "errors", "findings", "rateLimit", "period", "inputs"] {
      // The store knows the logs by the names that they had when they were read.
      let parts = try [report, analysis].map {
        try part(key, of: $0.output).replacingOccurrences(of: ".ndjson.gz", with: ".ndjson")
      }
      #expect(parts[0] == parts[1], "\(key)")
    }
    #expect(try runCkdiag(["db", "info", "--db", "sync.sqlite"], folder: folder.url).exitCode == 0)
    #expect(try part("requests", of: report.output).contains(#""count":5600"#))
  }

  @Test func aRunThatIsKilledAtAnyMomentLosesNothing() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    for day in 1...6 {
      for part in 0..<9 {
        try folder.writeDay("2026-11-0\(day)", failing: part + 2, as: "Parts/\(part)")
      }
      try folder.write(try (0..<9).map { try folder.text("Parts/\($0)") }.joined(), as: "\(day).ndjson")
    }
    let ingest = ["ingest", "1.ndjson", "2.ndjson", "3.ndjson", "4.ndjson", "5.ndjson", "6.ndjson", "--db", "s.db"]
    for attempt in 0..<12 {
      let killed = try startCkdiag(ingest, folder: folder.url)
      usleep(UInt32(attempt) * 12_000)
      kill(killed.processIdentifier, SIGKILL)
      killed.waitUntilExit()
      let info = try runCkdiag(["db", "info", "--db", "s.db"], folder: folder.url)
      // Killed before its tables were there, it is none yet.
      let isUnborn = ["is not a ckdiag store", "cannot open the store"].contains { info.errors.contains($0) }
      #expect(info.exitCode == 0 || isUnborn, "\(info)")
    }
    #expect(try runCkdiag(ingest, folder: folder.url).output.hasSuffix("; 10800 records in them\n"))
    let report = ["--format", "json", "--fail-on", "never"]
    let stored = try runCkdiag(["report", "--db", "s.db"] + report, folder: folder.url)
    let analysis = try runCkdiag(["analyze"] + ingest[1...6] + report, folder: folder.url)
    for key in ["requests", "serverErrors", "findings", "period", "inputs"] {
      #expect(try part(key, of: stored.output) == (try part(key, of: analysis.output)), "\(key)")
    }
  }

  /// What happens to timers: logs are rotated, runs overlap, runs are killed.
  private func disturb(_ folder: ConsoleFolder, _ number: Int, _ clock: [String: String]) throws {
    let logs = folder.url.appendingPathComponent("Logs")
    func start() throws -> Process {
      try startCkdiag(["ingest", "Logs", "--db", "sync.sqlite"], variables: clock, folder: folder.url)
    }
    switch number % 4 {
    case 1:
      // Logs are compressed and get other names, also before they were read.
      for name in folder.files(below: "Logs") where name.hasSuffix(".ndjson") {
        try compress(logs.appendingPathComponent(name))
      }
    case 2:
      // Two runs at once: one waits for the other, or is told of it.
      let others = [try start(), try start()]
      for other in others {
        other.waitUntilExit()
        #expect([0, 2].contains(other.terminationStatus))
      }
    case 3:
      // Killed at some moment, which is another one each time.
      let killed = try start()
      usleep(UInt32(number) * 3000)
      kill(killed.processIdentifier, SIGKILL)
      killed.waitUntilExit()
    default: break
    }
  }

  private func compress(_ file: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", file.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// One member of a report, in a fixed order of keys.
  private func part(_ key: String, of report: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    let data = try JSONSerialization.data(withJSONObject: [object?[key] ?? NSNull()], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}
