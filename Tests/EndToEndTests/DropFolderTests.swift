import Foundation
import TestSupport
import Testing

struct DropFolderTests {
  private func ingest(_ folder: ConsoleFolder, _ arguments: String...) throws -> ToolRun {
    try runCkdiag(["ingest", "--db", "sync.sqlite"] + arguments, folder: folder.url)
  }

  @Test func movesWhatTheStoreHolds() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28", as: "Drop/a.ndjson")
    try folder.writeDay("2026-11-29", as: "Drop/deep/a.ndjson")
    try folder.write("\0\u{1}\u{2}\0 nothing that is known", as: "Drop/x.bin")
    try SampleStore.make(.healthy, at: folder.url.appendingPathComponent("Drop/notes.sqlite").path)
    let run = try ingest(folder, "Drop", "--move-to", "Done")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(folder.files(below: "Done") == ["a-2.ndjson", "a.ndjson"])
    #expect(folder.files(below: "Drop") == ["notes.sqlite", "x.bin"])
    // What comes a second time under another name is known, and leaves too.
    try folder.writeDay("2026-11-28", as: "Drop/again.ndjson")
    #expect(
      try ingest(folder, "Drop/again.ndjson", "--delete-after").output.hasPrefix("0 inputs added, 1 already known"))
    #expect(folder.files(below: "Drop") == ["notes.sqlite", "x.bin"])
  }

  @Test func nothingLeavesWithoutACommit() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28", as: "Drop/a.ndjson")
    try folder.write("no database", as: "sync.sqlite")
    #expect(try ingest(folder, "Drop", "--delete-after").exitCode == 2)
    #expect(folder.files(below: "Drop") == ["a.ndjson"])
  }

  @Test func theStoreIsNoInput() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28")
    #expect(try ingest(folder, ".").output == "1 input added, 0 already known; 200 records in them\n")
    #expect(try ingest(folder, ".").output == "0 inputs added, 1 already known; 200 records in them\n")
  }

  @Test func movingAndDeletingExcludeEachOther() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    #expect(
      try ingest(folder, ".", "--delete-after", "--move-to", "Done")
        == ToolRun(
          exitCode: 2, output: "", errors: "ckdiag: error: '--move-to' and '--delete-after' exclude each other\n"))
  }
}
