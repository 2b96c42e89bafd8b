import Foundation
import TestSupport
import Testing

/// A selection that holds nothing is told apart from one that holds nothing bad.
struct EmptySelectionTests {
  private static let covered =
    "The 2 inputs hold 2026-11-28 00:00:00 to 2026-11-29 23:13:00 UTC; nothing lies in the time"
  private static let operations = "Values of operation, the most frequent first: 'RecordSave'."

  @Test(arguments: [
    (
      ["--last", "2h"], 2, "error",
      "\(covered) from 2026-11-30 05:00:00 to 2026-11-30 07:00:00 UTC."
    ),
    (["--until", "2026-11-01"], 2, "error", "\(covered) to 2026-11-01 00:00:00 UTC."),
    (
      ["--last", "2h", "--fail-on", "never"], 0, "note",
      "\(covered) from 2026-11-30 05:00:00 to 2026-11-30 07:00:00 UTC."
    ),
    (
      ["--where", "operation=recordsave"], 2, "error",
      "No request meets operation=recordsave. Did you mean 'RecordSave'? \(operations)"
    ),
    (["--where", "operation=~^Zone"], 2, "error", "No request meets operation=~^Zone. \(operations)"),
    (
      ["--where", "error=QUOTA_EXCEEDED"], 0, "note",
      "No request meets error=QUOTA_EXCEEDED. Values of error, the most frequent first: 'THROTTLED'."
    ),
    (
      ["--where", "error=QUOTA_EXCEDED"], 2, "error",
      "No request meets error=QUOTA_EXCEDED. Did you mean 'QUOTA_EXCEEDED'? Values of error, the most frequent first: "
        + "'THROTTLED'."
    ),
    (
      ["--where", "operationGroup=Sync"], 2, "error",
      "No request meets operationGroup=Sync: the inputs tell no operation group."
    ),
    (
      ["--where", "error=THROTTLED", "--last", "day"], 0, "note",
      "Each condition is met by some request, but no request of the time meets all of them."
    ),
  ])
  func theReasonIsTold(flags: [String], code: Int32, word: String, reason: String) throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28", failing: 20)
    let text = try folder.text("2026-11-28.ndjson")
    try folder.write(
      text.replacing("QUOTA_EXCEEDED", with: "THROTTLED"), as: "2026-11-28.ndjson")
    try folder.writeDay("2026-11-29")
    _ = try runCkdiag(["ingest", ".", "--db", "sync.sqlite"], folder: folder.url)
    for command in [["report", "--db", "sync.sqlite"], ["analyze", "2026-11-28.ndjson", "2026-11-29.ndjson"]] {
      let run = try runCkdiag(command + flags + ["--format", "json"], folder: folder.url)
      #expect(run.exitCode == code && run.errors == "ckdiag: \(word): nothing is selected\nhelp: \(reason)\n")
      let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(report["notes"] as? [String] == [reason])
    }
  }

  @Test func aSelectionWithSomethingInItSaysNothing() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-29")
    let run = try runCkdiag(["analyze", ".", "--where", "operation=RecordSave", "--last", "day"], folder: folder.url)
    #expect(run.exitCode == 0 && run.errors == "")
  }

  @Test func aReportNamesTheInputsOfItsPeriod() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    for day in ["2026-11-22", "2026-11-29"] { try folder.writeDay(day) }
    _ = try runCkdiag(["ingest", ".", "--db", "sync.sqlite"], folder: folder.url)
    let run = try runCkdiag(["report", "--db", "sync.sqlite", "--last", "day", "--format", "json"], folder: folder.url)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((report["inputs"] as? [[String: Any]])?.map { $0["path"] as? String } == ["./2026-11-29.ndjson"])
  }
}
