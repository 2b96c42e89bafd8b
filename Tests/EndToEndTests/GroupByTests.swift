import Foundation
import TestSupport
import Testing

struct GroupByTests {
  /// Two days of requests of nine users, one in ten refused.
  private func withStore(_ body: (_ run: (String...) throws -> ToolRun) throws -> Void) throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    for day in ["2026-11-28", "2026-11-29"] { try folder.writeDay(day, failing: 10) }
    let group = #""operationGroupName":"Sync, \"full\"","overallStatus""#
    for day in folder.files() {
      try folder.write(try folder.text(day).replacing(#""overallStatus""#, with: group), as: day)
    }
    _ = try runCkdiag(["ingest", ".", "--db", "sync.sqlite"], folder: folder.url)
    try body { (arguments: String...) in try runCkdiag(arguments, folder: folder.url) }
  }

  @Test func tablesOfValuesAreToldInEveryForm() throws {
    try withStore { run in
      let csv = try run("report", "--db", "sync.sqlite", "--group-by", "user,operation-group", "--format", "csv")
      #expect(csv.errors == "" && csv.exitCode == 1)
      let lines = csv.output.split(separator: "\n")
      #expect(lines.count == 11)
      #expect(
        [lines[0], lines[1], lines[10]] == [
          "attribute,value,requests,failed,error_rate,p50_ms,p95_ms,p99_ms,max_ms",
          "user,_u0,46,6,0.13043478260869565,126,148,149,149",
          #"operation group,"Sync, ""full""",400,40,0.1,124,147,149,149"#,
        ])
      let jsonl = try run("report", "--db", "sync.sqlite", "--group-by", "user", "--format", "jsonl")
      let line = try #require(jsonl.output.split(separator: "\n").first.map(String.init))
      let latency = #"{"count":46,"max":149,"mean":125.08695652173913,"min":100,"p50":126,"p95":148,"p99":149}"#
      #expect(
        line == #"{"attribute":"user","count":46,"errorRate":0.13043478260869565,"failed":6,"key":"_u0","latencyMs":"#
          + latency + "}")
      let text = try run("report", "--db", "sync.sqlite", "--group-by", "user")
      let first = try #require(text.output.firstRange(of: "REQUESTS BY "))
      #expect(text.output[first.upperBound...].hasPrefix("USER\n"))
    }
  }

  /// `analyze` counts while it writes, `report` reads.
  @Test func analyzeCountsUsersAsReportDoes() throws {
    try withStore { run in
      let report = try run("report", "--db", "sync.sqlite", "--group-by", "user", "--format", "csv")
      let analyze = try run(
        "analyze", "2026-11-28.ndjson", "2026-11-29.ndjson", "--group-by", "user", "--format", "csv")
      #expect(report.output == analyze.output)
    }
  }

  @Test(arguments: [
    (["user=_u0"], 46), (["user!=_u0"], 354), (["user=_u0", "user!=_u1"], 46), (["user=_u0", "user=_u1"], 0),
    (["user!=_u0", "user!=_u1"], 308), (["user=_u0", "operation=RecordSave"], 46), (["user=_u0", "platform=Mac"], 0),
  ])
  func requestsOfAUserAreChosen(conditions: [String], count: Int) throws {
    try withStore { run in
      let flags = conditions.map { "--where=\($0)" }
      let output = try run(
        "report", "--db", "sync.sqlite", "--format", "json", flags[0], flags.count > 1 ? flags[1] : flags[0]
      ).output
      let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      #expect((report["requests"] as? [String: Any])?["count"] as? Int ?? 0 == count)
    }
  }

  @Test func hoursWithoutRowsDoNotTellUsers() throws {
    try withStore { run in
      _ = try run("db", "prune", "--db", "sync.sqlite", "--keep-raw", "31h")
      let output = try run("report", "--db", "sync.sqlite", "--where", "user=_u0", "--format", "json").output
      let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      #expect(
        report["notes"] as? [String] == [
          "Requests by user are of 2026-11-29 00:00:00 UTC onwards: hourly counts do not tell them."
        ])
      let requests = try #require(report["requests"] as? [String: Any])
      #expect(requests["count"] as? Int == 23 && requests["approximate"] == nil)
    }
  }

  @Test func usersAreNotSearchedByPattern() throws {
    #expect(
      try runCkdiag(["report", "--db", "absent.sqlite", "--where", "user=~_u"])
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: users are not searched by pattern\nhelp: write user=NAME or user!=NAME\n"))
  }
}
