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
      let added = try run("ingest", "Logs")
      #expect(added.output.hasPrefix("1 input added, \(number - 1) already known;"), "\(date): \(added)")
      // The timer fires twice; nothing is counted twice.
      if number % 5 == 0 { #expect(try run("ingest", "Logs", "--quiet").exitCode == 0) }
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
      #expect(try part(key, of: report.output) == (try part(key, of: analysis.output)), "\(key)")
    }
    #expect(try part("requests", of: report.output).contains(#""count":5600"#))
  }

  /// One member of a report, in a fixed order of keys.
  private func part(_ key: String, of report: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    let data = try JSONSerialization.data(withJSONObject: [object?[key] ?? NSNull()], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}
