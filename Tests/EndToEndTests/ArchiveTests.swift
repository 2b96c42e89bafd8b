import Foundation
import TestSupport
import Testing

struct ArchiveTests {
  private static let week: Int64 = 604_800_000
  /// 2026-11-30 07:00:00 UTC, a Monday.
  private static let monday: Int64 = 1_796_022_000_000

  private func report(_ folder: ConsoleFolder, weeksAgo: Int64 = 0, _ flags: String...) throws -> ToolRun {
    try runCkdiag(
      ["report", "--db", "sync.sqlite", "--reports", "Reports", "--fail-on", "never"] + flags,
      variables: ["CKDIAG_NOW": "\(Self.monday - weeksAgo * Self.week)"], folder: folder.url)
  }

  private func filled() throws -> ConsoleFolder {
    let folder = try ConsoleFolder()
    try folder.writeDay("2026-11-18", as: "Logs/18.ndjson")
    try folder.writeDay("2026-11-25", failing: 10, as: "Logs/25.ndjson")
    try folder.writeDay("2026-11-29", failing: 50, as: "Logs/29.ndjson")
    let run = try runCkdiag(["ingest", "Logs", "--db", "sync.sqlite", "--quiet"], folder: folder.url)
    try #require(run == ToolRun(exitCode: 0, output: "", errors: ""))
    return folder
  }

  @Test func filesReportsUnderTheirWeeks() throws {
    let folder = try filled()
    defer { folder.remove() }
    let written = "ckdiag: wrote Reports/2026"
    #expect(
      try report(folder, weeksAgo: 1, "--last", "week")
        == ToolRun(exitCode: 0, output: "", errors: "\(written)/W47/report.html\n"))
    #expect(
      try report(folder, "--last", "week", "--compare", "previous")
        == ToolRun(exitCode: 0, output: "", errors: "\(written)/W48/report.html\n"))
    #expect(
      try report(folder, "--last", "day")
        == ToolRun(exitCode: 0, output: "", errors: "\(written)/W48/2026-11-29.html\n"))
    #expect(
      folder.files(below: "Reports") == [
        "2026/W47/report.html", "2026/W47/report.json", "2026/W48/2026-11-29.html", "2026/W48/2026-11-29.json",
        "2026/W48/report.html", "2026/W48/report.json", "feed.json", "index.html", "latest.html",
      ])
    expectGolden(try folder.text("Reports/feed.json"), at: "Tests/Goldens/archive/feed.json")
    expectGolden(try folder.text("Reports/index.html"), at: "Tests/Goldens/archive/index.html")
    #expect(try folder.text("Reports/latest.html") == (try folder.text("Reports/2026/W48/2026-11-29.html")))
  }

  @Test func anEmptyPeriodChangesNothing() throws {
    let folder = try filled()
    defer { folder.remove() }
    _ = try report(folder, "--last", "week")
    let index = try folder.text("Reports/index.html")
    let page = try folder.text("Reports/2026/W48/report.html")
    let run = try report(folder, weeksAgo: -9, "--last", "week")
    #expect(
      run
        == ToolRun(
          exitCode: 0, output: "",
          errors: "ckdiag: nothing in the period; 'Reports' stays as it is\nckdiag: note: nothing is selected\n"
            + "help: The 3 inputs hold 2026-11-18 00:00:00 to 2026-11-29 23:13:00 UTC; nothing lies in the time from "
            + "2027-01-25 00:00:00 to 2027-02-01 00:00:00 UTC.\n"))
    #expect(try folder.text("Reports/index.html") == index)
    #expect(try folder.text("Reports/2026/W48/report.html") == page)
    // The same run again gives the same bytes, and the report stands in the index once.
    _ = try report(folder, "--last", "week")
    #expect(try folder.text("Reports/index.html") == index)
  }

  @Test func everyLinkOfTheIndexLeadsToAFile() throws {
    let folder = try filled()
    defer { folder.remove() }
    _ = try report(folder, weeksAgo: 1, "--last", "week")
    _ = try report(folder, "--last", "day")
    let index = try folder.text("Reports/index.html")
    let links = index.components(separatedBy: "href=\"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
    .filter { $0 != "data:," }
    #expect(Set(links) == ["latest.html", "2026/W47/report.html", "2026/W48/2026-11-29.html"])
    #expect(Set(links).isSubset(of: folder.files(below: "Reports")))
  }

  @Test func daysThatTheStoreForgotStayInTheIndex() throws {
    let folder = try filled()
    defer { folder.remove() }
    _ = try report(folder, weeksAgo: 1, "--last", "week")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Logs/18.ndjson"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("sync.sqlite"))
    _ = try runCkdiag(["ingest", "Logs", "--db", "sync.sqlite", "--quiet"], folder: folder.url)
    _ = try report(folder, "--last", "week")
    let feed = try folder.text("Reports/feed.json")
    #expect(feed.contains("2026-11-18") && feed.contains("2026/W47/report.html") && feed.contains("2026-11-29"))
  }

  @Test func partsOfAWeekAndFiltersStandBesideIt() throws {
    let folder = try filled()
    defer { folder.remove() }
    _ = try report(folder, "--last", "week")
    _ = try report(folder, weeksAgo: 1, "--last", "week")
    let files = ["2026/W47/report.html", "2026/W47/report.json", "2026/W48/report.html", "latest.html"]
    let before = try files.map { try folder.text("Reports/\($0)") }
    let parts = [
      (["--last", "week", "--where", "platform=iPhone"], "W48/2026-11-23--2026-11-30-platform-iPhone-uz2jc.html"),
      (["--last", "week", "--where", "platform!=Watch"], "W48/2026-11-23--2026-11-30-platform-Watch-r2zivj.html"),
      (["--last", "day", "--where", "platform!=Watch"], "W48/2026-11-29-platform-Watch-r2zivj.html"),
      (["--since", "2026-11-18", "--until", "2026-11-21"], "W47/2026-11-18--2026-11-21.html"),
      (["--last", "7d"], "W48/2026-11-23T0700--2026-11-30T0700.html"), ([], "W48/2026-11-18--2026-11-29T2313.html"),
    ]
    for (flags, path) in parts {
      let run = try runCkdiag(
        ["report", "--db", "sync.sqlite", "--reports", "Reports", "--fail-on", "never"] + flags,
        variables: ["CKDIAG_NOW": "\(Self.monday)"], folder: folder.url)
      #expect(run == ToolRun(exitCode: 0, output: "", errors: "ckdiag: wrote Reports/2026/\(path)\n"))
    }
    #expect(try files.map { try folder.text("Reports/\($0)") } == before)
    let index = try folder.text("Reports/index.html")
    for (_, path) in parts { #expect(index.contains("href=\"2026/\(path)\"")) }
    #expect(index.contains("<h1>Week 48 of 2026: "))
  }

  @Test func foreignFeedsAreLeftAlone() throws {
    let folder = try filled()
    defer { folder.remove() }
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("Reports"), withIntermediateDirectories: true)
    try folder.write("{}", as: "Reports/feed.json")
    #expect(
      try report(folder, "--last", "week")
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: 'Reports/feed.json' is no feed of ckdiag\n"
            + "help: move it away; a new one is made\n"))
    #expect(folder.files(below: "Reports") == ["feed.json"])
  }
}
