import Foundation
import TestSupport
import Testing

struct RetentionTests {
  private typealias Object = [String: Any]

  /// Six days whose requests take from 1 ms to a minute, in files of a day.
  private func fill(_ folder: ConsoleFolder, days: ClosedRange<Int> = 20...25, as place: String = "Logs") throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent(place), withIntermediateDirectories: true)
    for day in days {
      let lines = (0..<480).map { number in
        let time = "2026-11-\(day)T\(Self.digits(number / 20)):\(Self.digits(number % 20 * 3)):0\(day % 10).000Z"
        let status =
          number % 17 == day % 5
          ? #""overallStatus":"SERVER_ERROR","error":"THROTTLED""# : #""overallStatus":"SUCCESS""#
        let duration = (number * number * 7 + day * 131) % 60_000 + 1
        return #"{"time":"\#(time)","database":"PRIVATE","zone":"Notes","userId":"_u\#((number + day) % 37)","#
          + #""operationType":"\#(number % 4 == 0 ? "RecordSave" : "QueryFetch")","platform":"iPhone","#
          + #""clientOS":"iOS 26.\#(number % 2)",\#(status),"executionTimeMs":\#(duration)}"# + "\n"
      }
      try folder.write(lines.joined(), as: "\(place)/\(day).ndjson")
    }
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func report(_ folder: ConsoleFolder, _ store: String, _ arguments: String...) throws -> Object {
    let run = try runCkdiag(
      ["report", "--db", store, "--format", "json", "--fail-on", "never"] + arguments, folder: folder.url)
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? Object, "\(run)")
  }

  /// The numbers of a report as a tree of texts in which durations are rounded to `digits` of their value.
  private func counts(_ report: Object) throws -> String {
    func plain(_ value: Any) -> Any {
      if let object = value as? Object {
        return object.filter { !["p50", "p95", "p99", "min", "max", "approximate"].contains($0.key) }.mapValues(plain)
      }
      return (value as? [Any]).map { $0.map(plain) } ?? value
    }
    let parts = ["requests", "serverErrors", "period"].map { plain(report[$0] ?? NSNull()) }
    return String(decoding: try JSONSerialization.data(withJSONObject: parts, options: .sortedKeys), as: UTF8.self)
  }

  /// All percentiles of a report, in a fixed order.
  private func percentiles(_ value: Any?) -> [Double] {
    if let object = value as? Object {
      return object.sorted { $0.key < $1.key }.flatMap { key, value in
        ["p50", "p95", "p99", "min", "max"].contains(key)
          ? [(value as? Double) ?? -1] : percentiles(value)
      }
    }
    return (value as? [Any] ?? []).flatMap { percentiles($0) }
  }

  @Test func aPrunedPeriodKeepsItsNumbers() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder)
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    #expect(try run("ingest", "Logs", "--db", "a.db").exitCode == 0)
    let exact = try report(folder, "a.db")
    for span in ["6d", "5d", "4d"] { #expect(try run("db", "prune", "--db", "a.db", "--keep-raw", span).exitCode == 0) }
    let rolled = try report(folder, "a.db")
    #expect(try counts(rolled) == counts(exact))
    let (old, new) = (percentiles(exact["requests"]), percentiles(rolled["requests"]))
    #expect(old.count == new.count && old.count > 100)
    for (one, other) in zip(old, new) { #expect(abs(one - other) <= 0.002 * one, "\(one) \(other)") }
    let requests = try #require(rolled["requests"] as? Object)
    #expect((requests["approximate"] as? Object)?["before"] as? String == "2026-11-26T00:00:00Z")
    #expect(requests["affectedUsers"] as? Int == 37)
    // The same, over a part of the period.
    #expect((exact["requests"] as? Object)?["approximate"] == nil)
    let day = try report(folder, "a.db", "--since", "2026-11-21", "--until", "2026-11-22")
    #expect((day["requests"] as? Object)?["count"] as? Int == 480)
    let some = try report(folder, "a.db", "--where", "clientOS=iOS 26.0")
    #expect((some["requests"] as? Object)?["count"] as? Int == 1440)
    #expect((some["requests"] as? Object)?["affectedUsers"] is NSNull)
  }

  @Test func everyFormatSaysWhatIsApproximate() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder, days: 20...21)
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    _ = try run("ingest", "Logs", "--db", "a.db")
    let marks = [
      "text": "hourly counts", "markdown": "hourly counts", "html": "hourly counts", "json": "\"approximate\"",
      "openmetrics": "ckdiag_approximate_before_timestamp_seconds", "csv": "p99_ms,approximate\n",
      "jsonl": "\"isApproximate\":true",
    ]
    for isPruned in [false, true] {
      if isPruned { _ = try run("db", "prune", "--db", "a.db", "--keep-raw", "1d") }
      for (format, mark) in marks {
        let text = try run("report", "--db", "a.db", "--format", format, "--fail-on", "never").output
        #expect(text.contains(mark) == isPruned, "\(format)")
      }
    }
  }

  @Test func findingsAreNotComparedWithoutRows() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder, days: 20...21)
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    _ = try run("ingest", "Logs", "--db", "a.db")
    func remarks(_ day: String, _ other: String) throws -> [String] {
      let value = try report(
        folder, "a.db", "--since", "2026-11-\(day)", "--until", "2026-11-22", "--compare", other)
      return try #require((value["comparison"] as? Object)?["remarks"] as? [String])
    }
    let untold = "New and resolved findings are not told:"
    #expect(
      try remarks("21", "2026-11-01..2026-11-02") == [
        "Not comparable: no data in 2026-11-01 00:00:00 to 2026-11-02 00:00:00 UTC."
      ])
    #expect(try remarks("21", "2026-11-20..2026-11-21").allSatisfy { !$0.hasPrefix(untold) })
    _ = try run("db", "prune", "--db", "a.db", "--keep-raw", "9d")
    #expect(
      try remarks("21", "2026-11-20..2026-11-21").contains {
        $0.hasPrefix("\(untold) findings cover only 2026-11-2") && $0.hasSuffix(" UTC onwards.")
      })
  }

  @Test func mergedStoresKeepTheirHours() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder, days: 20...23, as: "A")
    try fill(folder, days: 22...25, as: "B")
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    func prune(_ store: String) throws { _ = try run("db", "prune", "--db", store, "--keep-raw", "6d") }
    _ = try run("ingest", "A", "--db", "a.db")
    _ = try run("ingest", "B", "--db", "b.db")
    _ = try run("ingest", "A", "B", "--db", "both.db")
    // One store is pruned before, all are after.
    try prune("a.db")
    for (first, second, target) in [("a.db", "b.db", "ab.db"), ("b.db", "a.db", "ba.db"), ("b.db", "a.db", "ba.db")] {
      #expect(try run("merge", first, second, "-o", target).exitCode == 0)
    }
    for store in ["ab.db", "ba.db", "both.db"] { try prune(store) }
    let expected = try report(folder, "both.db")
    for store in ["ab.db", "ba.db"] {
      let merged = try report(folder, store)
      #expect(try counts(merged) == counts(expected))
      #expect(percentiles(merged["requests"]) == percentiles(expected["requests"]))
    }
    #expect((expected["requests"] as? Object)?["count"] as? Int == 2880)
  }

  @Test func anOlderStoreIsBroughtUpToDate() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder, days: 18...21)
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    _ = try run("ingest", "Logs", "--db", "a.db")
    let old = try SampleStore(reopening: folder.url.appendingPathComponent("a.db").path)
    try old.run(
      """
      DROP TABLE rollup; DROP TABLE request_span; DROP TABLE known_file; DROP INDEX source_period;
      DROP INDEX source_unrolled; ALTER TABLE source DROP COLUMN is_rolled; ALTER TABLE source DROP COLUMN raw_from;
      PRAGMA user_version = 3;
      """)
    old.close()
    let day = try report(folder, "a.db", "--since", "2026-11-21")
    #expect((day["requests"] as? Object)?["count"] as? Int == 480)
    let exact = try report(folder, "a.db")
    #expect(
      try run("ingest", "Logs", "--db", "a.db").output == "0 inputs added, 4 already known; 1920 records in them\n")
    #expect(try run("db", "prune", "--db", "a.db", "--keep-raw", "9d").output.hasPrefix("removed 1,580 requests"))
    #expect(try counts(try report(folder, "a.db")) == counts(exact))
  }

  @Test func hourlyCountsAreShownByTheHour() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try fill(folder, days: 20...20)
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    _ = try run("ingest", "Logs", "--db", "a.db")
    _ = try run("db", "prune", "--db", "a.db", "--keep-raw", "1d")
    let requests = try report(folder, "a.db")["requests"] as? Object
    let timeline = try #require(requests?["timeline"] as? Object)
    #expect(timeline["bucketSeconds"] as? Int == 3600)
    #expect((timeline["buckets"] as? [Object])?.map { $0["count"] as? Int } == Array(repeating: 20, count: 24))
  }
}
