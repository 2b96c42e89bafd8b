import Foundation
import TestSupport
import Testing

struct OverlapTests {
  @Test func aSecondRunIsToldWhoWritesAndSinceWhen() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28")
    // A run that waits for standard input holds the store.
    let waiting = Pipe()
    let first = try startCkdiag(["ingest", "-", "--db", "s.db"], folder: folder.url, input: waiting)
    while !folder.files().contains("s.db-lock") { usleep(10_000) }
    let second = try runCkdiag(["ingest", ".", "--db", "s.db"], folder: folder.url)
    #expect(second.exitCode == 2 && second.output == "")
    let lines = second.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    let start =
      "ckdiag: error: the store 's.db' is in use by 'ckdiag ingest' (process \(first.processIdentifier)) since 2"
    #expect(lines.first?.hasPrefix(start) == true, "\(second)")
    #expect(lines.first?.contains(" UTC, for ") == true && lines.first?.hasSuffix(" s") == true)
    #expect(lines.last == "help: try again when the other run has ended")
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    // The lock file is still there, its owner is not.
    #expect(folder.files().contains("s.db-lock"))
    let third = try runCkdiag(["ingest", "2026-11-28.ndjson", "--db", "s.db"], folder: folder.url)
    #expect(third == ToolRun(exitCode: 0, output: "1 input added, 0 already known; 200 records in them\n", errors: ""))
    #expect(!folder.files().contains("s.db-lock"))
  }

  @Test func aFileIsReadAgainWhenItChangedAndOnlyThen() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28", as: "a.ndjson")
    let file = folder.url.appendingPathComponent("a.ndjson")
    func ingest() throws -> String {
      try runCkdiag(["ingest", "a.ndjson", "--db", "s.db"], folder: folder.url).output
    }
    #expect(try ingest() == "1 input added, 0 already known; 200 records in them\n")
    // Two seconds after its last change a file is known by its stamp.
    sleep(3)
    for _ in 0..<2 { #expect(try ingest() == "0 inputs added, 1 already known; 200 records in them\n") }
    // The same size, and a time of change that is set back: only the content tells.
    let old = try folder.text("a.ndjson")
    let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
    try Data(old.replacingOccurrences(of: "2026-11-28", with: "2026-11-27").utf8).write(to: file)
    try FileManager.default.setAttributes([.modificationDate: date ?? Date()], ofItemAtPath: file.path)
    #expect(try ingest() == "1 input added, 0 already known; 200 records in them\n")
    // Back again: the content is known, whatever the stamp.
    try Data(old.utf8).write(to: file)
    #expect(try ingest() == "0 inputs added, 1 already known; 200 records in them\n")
  }
}
