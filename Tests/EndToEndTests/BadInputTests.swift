import Foundation
import TestSupport
import Testing

/// A folder that is removed when the test ends.
private final class Scratch {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-bad-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ content: Data) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
    return name
  }

  func file(_ name: String, _ content: String) throws -> String { try file(name, Data(content.utf8)) }

  func run(_ arguments: [String], input: Data = Data(), variables: [String: String] = [:]) throws -> ToolRun {
    try runCkdiag(arguments, input: input, variables: variables, folder: url)
  }

  /// Runs a shell line in the folder; the tool is `$CKDIAG`.
  func shell(_ line: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = url
    process.environment = ["CKDIAG": builtToolPath, "PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What a JSON report says of its inputs.
private struct Reading: Decodable, Equatable {
  struct Input: Decodable, Equatable {
    var format: String?
    var records: Int
    var unrecognizedLines: Int
    var truncated: Bool
    var notes: [String]
  }
  struct Requests: Decodable, Equatable {
    var count: Int
  }
  var inputs: [Input]
  var requests: Requests?

  init(_ run: ToolRun) throws {
    self = try JSONDecoder().decode(Reading.self, from: Data(run.output.utf8))
  }
}

private let entry = #"{"time":"2026-09-01T10:00:00Z","operationType":"RecordSave","overallStatus":"SUCCESS"}"#

struct BadInputTests {
  @Test func missingFileIsReportedAndTheOthersAreRead() throws {
    let scratch = try Scratch()
    let good = try scratch.file("good.ndjson", entry + "\n")
    let run = try scratch.run(["analyze", "none.log", good, "--format", "json"])
    #expect(run.exitCode == 2)
    #expect(run.errors == "ckdiag: error: cannot read 'none.log': no such file or directory\n")
    #expect(try Reading(run).requests == Reading.Requests(count: 1))
  }

  @Test func emptyFolderSaysThatThereIsNothing() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("logs"), withIntermediateDirectories: true)
    let run = try scratch.run(["analyze", "logs"])
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("ckdiag: error: there is nothing to read in 'logs'"))
  }

  @Test(arguments: [
    ("empty.log", Data(), "empty"),
    ("binary.bin", Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), "binary"),
  ])
  func nothingToReadIsANoteNotACrash(name: String, content: Data, word: String) throws {
    let scratch = try Scratch()
    let run = try scratch.run(["analyze", try scratch.file(name, content), "--format", "json"])
    #expect(run.exitCode == 0)
    let input = try #require(try Reading(run).inputs.first)
    #expect(input.records == 0)
    #expect(input.notes.contains { $0.contains(word) })
  }

  @Test func arrayWithoutItsEndKeepsWhatIsComplete() throws {
    let scratch = try Scratch()
    let cut = "[" + entry + ",\n" + entry + ",\n" + entry.dropLast(20)
    let run = try scratch.run(["analyze", try scratch.file("cut.json", cut), "--format", "json"])
    let input = try #require(try Reading(run).inputs.first)
    #expect(input.records == 2)
    #expect(input.truncated)
    #expect(run.exitCode == 0)
  }

  @Test func halfALineIsCounted() throws {
    let scratch = try Scratch()
    let run = try scratch.run(
      ["analyze", try scratch.file("cut.ndjson", entry + "\n" + entry.dropLast(30)), "--format", "json"])
    let input = try #require(try Reading(run).inputs.first)
    #expect(input.records == 1)
    #expect(input.unrecognizedLines == 1)
    #expect(input.truncated)
  }

  @Test func halfAGzipIsReadToItsDamage() throws {
    let scratch = try Scratch()
    _ = try scratch.file("whole.ndjson", String(repeating: entry + "\n", count: 50_000))
    #expect(try scratch.shell("gzip -c whole.ndjson > whole.gz && head -c 9000 whole.gz > half.gz") == 0)
    let run = try scratch.run(["analyze", "half.gz", "--format", "json"])
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("ckdiag: error: 'half.gz' is damaged: "))
    #expect(try #require(try Reading(run).requests).count > 100)
  }

  @Test func troublesomeValuesAreKeptOrCounted() throws {
    let scratch = try Scratch()
    var content = Data((entry + "\n").utf8)
    content += Data(#"{"operationType":"RecordSave","zone":"\#u{FF}","overallStatus":"SUCCESS"}"#.utf8) + Data([0x0A])
    content +=
      Data(#"{"operationType":"Record"#.utf8) + Data([0xFF, 0xFE]) + Data(#"Save","overallStatus":"SUCCESS"}"#.utf8)
    content += Data("\n".utf8)
    content += Data(
      #"{"operationType":"RecordSave","overallStatus":"SUCCESS","recordInsertBytes":123456789012345678901234567890}"#
        .utf8)
    content += Data("\n".utf8)
    content += Data(
      #"{"operationType":"RecordSave","overallStatus":"SUCCESS","executionTimeMs":-5,"time":"2026-13-45T99:00:00Z"}"#
        .utf8)
    let run = try scratch.run(["analyze", try scratch.file("odd.ndjson", content), "--format", "json"])
    #expect(run.exitCode == 0)
    let input = try #require(try Reading(run).inputs.first)
    #expect(input.records == 5)
    #expect(input.notes.contains("1 negative duration, left out"))
    #expect(input.notes.contains("1 entry whose time does not exist or cannot be read"))
  }

  @Test func aLineOfTenMillionCharactersIsOneLine() throws {
    let scratch = try Scratch()
    let long = String(repeating: "x", count: 10_000_000)
    let run = try scratch.run(
      ["analyze", try scratch.file("long.ndjson", entry + "\n" + long + "\n" + entry + "\n"), "--format", "json"])
    let input = try #require(try Reading(run).inputs.first)
    #expect(input.records == 2)
    #expect(input.unrecognizedLines == 1)
  }

  @Test func manySmallFilesAreAllRead() throws {
    let scratch = try Scratch()
    for index in 0..<2000 { _ = try scratch.file("d\(index % 20)/f\(index).ndjson", entry + "\n") }
    let run = try scratch.run(["analyze", ".", "--format", "json"])
    // The same content counts once, whatever its name.
    #expect(try Reading(run).requests == Reading.Requests(count: 1))
    #expect(run.exitCode == 0)
  }

  /// Two equal dumps are one reading, from which nobody can tell whether anything moves.
  @Test(arguments: [2, 6, 9]) func equalStateDumpsAreReadOnceAndSaidToBe(count: Int) throws {
    let scratch = try Scratch()
    for day in 1...count {
      _ = try scratch.file(
        "day-\(day).json", #"{"store":"phone","pendingRecordZoneChanges":3,"at":"2026-11-01T10:00:00Z"}"#)
    }
    let run = try scratch.run(["analyze", "."])
    let skipped = (2...count).map {
      "ckdiag: './day-\($0).json' is skipped: it has the same content as './day-1.json'\n"
    }
    let rest = count > 6 ? "ckdiag: \(count - 6) more are skipped for the same reason\n" : ""
    #expect(run.errors == skipped.prefix(5).joined() + rest)
    #expect(run.exitCode == 0)
  }

  @Test func undecidableDatesAreRefusedWithTheFlagThatSettlesThem() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "us.csv", "time,operationType,overallStatus\n\"7/8/2026, 10:00:00 UTC\",RecordSave,SUCCESS\n")
    let run = try scratch.run(["analyze", file])
    #expect(run.exitCode == 2)
    #expect(
      run.errors
        == "ckdiag: error: 'us.csv': dates such as 7/8/2026 do not tell the day from the month\n"
        + "help: add --date-order dmy or --date-order mdy\n")
    #expect(try scratch.run(["analyze", file, "--date-order", "dmy"]).exitCode == 0)
  }
}

struct BadStoreTests {
  @Test func aFileThatIsNoStoreIsLeftAlone() throws {
    let scratch = try Scratch()
    let log = try scratch.file("a.ndjson", entry + "\n")
    let other = try scratch.file("other.txt", String(repeating: "not a database\n", count: 100))
    let run = try scratch.run(["ingest", log, "--db", other])
    #expect(
      run
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: 'other.txt' is not a ckdiag store\nhelp: name a new file, or one that ckdiag made\n"))
    #expect(try String(contentsOf: scratch.url.appendingPathComponent(other), encoding: .utf8).hasPrefix("not a"))
  }

  @Test func aStoreOfANewerVersionIsRefused() throws {
    let scratch = try Scratch()
    let log = try scratch.file("a.ndjson", entry + "\n")
    #expect(try scratch.run(["ingest", log, "--db", "s.sqlite"]).exitCode == 0)
    // The version stands in the header of the file, big-endian, at byte 60.
    let store = scratch.url.appendingPathComponent("s.sqlite")
    var bytes = try Data(contentsOf: store)
    bytes.replaceSubrange(60..<64, with: [0, 0, 3, 0xE8])
    try bytes.write(to: store)
    let run = try scratch.run(["report", "--db", "s.sqlite"])
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("ckdiag: error: the store 's.sqlite' was made by a newer ckdiag (schema 1000)\n"))
  }

  @Test func aKilledRunLeavesTheFinishedInputsAndTheNextCompletesThem() throws {
    let scratch = try Scratch()
    _ = try scratch.file("in/a.ndjson", entry + "\n")
    let lines = (0..<200_000).map { index in
      #"{"time":"2026-09-01T10:00:00Z","operationType":"RecordSave","overallStatus":"SUCCESS","requestId":"r\#(index)"}"#
    }
    _ = try scratch.file("in/b.ndjson", lines.joined(separator: "\n") + "\n")
    #expect(try scratch.run(["ingest", "in/a.ndjson", "--db", "s.sqlite"]).exitCode == 0)
    for delay in ["0.05", "0.2", "0.4"] {
      _ = try scratch.shell(
        "\"$CKDIAG\" ingest in --db s.sqlite & pid=$!; sleep \(delay); kill -9 $pid; wait $pid; true")
      let count = try #require(try Reading(scratch.run(["report", "--db", "s.sqlite", "--format", "json"])).requests)
        .count
      #expect(count == 1 || count == 200_001)
    }
    #expect(try scratch.run(["ingest", "in", "--db", "s.sqlite"]).exitCode == 0)
    let report = try scratch.run(["report", "--db", "s.sqlite", "--format", "json"])
    #expect(try Reading(report).requests == Reading.Requests(count: 200_001))
  }

  @Test func aDiskThatIsFullIsSaidAndTheStoreStaysWhole() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.ndjson", entry + "\n")
    let lines = (0..<50_000).map { #"{"operationType":"RecordSave","overallStatus":"SUCCESS","requestId":"r\#($0)"}"# }
    _ = try scratch.file("b.ndjson", lines.joined(separator: "\n") + "\n")
    #expect(try scratch.run(["ingest", "a.ndjson", "--db", "s.sqlite"]).exitCode == 0)
    // A limit on the size of files stands for a full disk: writing fails, and the tool must not.
    #expect(try scratch.shell("trap '' XFSZ; ulimit -f 400; \"$CKDIAG\" ingest b.ndjson --db s.sqlite >/dev/null") == 2)
    let report = try scratch.run(["report", "--db", "s.sqlite", "--format", "json"])
    #expect(try Reading(report).requests == Reading.Requests(count: 1))
  }
}

struct BadOutputTests {
  @Test func anOutputThatCannotBeWrittenIsFoundBeforeTheWork() throws {
    let scratch = try Scratch()
    let run = try scratch.run(["analyze", "none.log", "-o", "no/such/folder/report.html"])
    #expect(
      run
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: cannot write 'no/such/folder/report.html': no such file or directory\n"))
  }

  @Test func aReaderThatGoesAwayIsNoError() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.ndjson", entry + "\n")
    #expect(
      try scratch.shell("set -e; \"$CKDIAG\" analyze a.ndjson | true; \"$CKDIAG\" checks | head -n 1 >/dev/null") == 0)
  }

  @Test func severalOutputsComeFromOneRun() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.ndjson", entry + "\n")
    let run = try scratch.run(["analyze", "a.ndjson", "-o", "r.html", "-o", "r.json", "--format", "markdown"])
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("#"))
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("r.html"), encoding: .utf8).contains("<html"))
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("r.json"), encoding: .utf8).hasPrefix("{"))
  }
}
