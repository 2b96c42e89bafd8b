import Foundation
import TestSupport
import Testing

struct MergeTests {
  private static let parts = ["requests", "serverErrors", "errors", "items", "rateLimit", "period", "activity"]

  private func numbers(_ folder: ConsoleFolder, _ store: String) throws -> [String] {
    let run = try runCkdiag(
      ["report", "--db", store, "--format", "json", "--fail-on", "never"], folder: folder.url)
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    var parts: [String] = []
    for key in Self.parts {
      let data = try JSONSerialization.data(withJSONObject: [object?[key] ?? NSNull()], options: .sortedKeys)
      parts.append(String(decoding: data, as: UTF8.self))
    }
    let findings = (object?["findings"] as? [[String: Any]] ?? []).map {
      "\($0["id"] ?? "") \($0["occurrences"] ?? "")"
    }
    return parts + findings.sorted()
  }

  @Test func mergedStoresHaveTheNumbersOfOneIngestInAnyOrder() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    for (place, days) in [("A", 20...24), ("B", 23...28)] {
      for day in days { try folder.writeDay("2026-11-\(day)", failing: day % 5 * 3, as: "\(place)/\(day).ndjson") }
    }
    for name in ["Samples/formats/nslog", "Samples/formats/xcode-console", "Samples/formats/har"] {
      let target = folder.url.appendingPathComponent("B/\(name.split(separator: "/").last ?? "")")
      try FileManager.default.copyItem(at: packageFolder.appendingPathComponent(name), to: target)
    }
    try SampleStore.make(.stuck, at: folder.url.appendingPathComponent("A/notes.sqlite").path)
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(arguments, folder: folder.url) }
    for (operands, store) in [(["A"], "a.db"), (["B"], "b.db"), (["A", "B"], "both.db")] {
      #expect(try runCkdiag(["ingest", "--db", store, "--quiet"] + operands, folder: folder.url).errors == "")
    }
    let first = try run("merge", "a.db", "b.db", "-o", "ab.db")
    #expect(first.exitCode == 0 && first.output.hasSuffix(" inputs added, 2 already known\n"))
    #expect(try run("merge", "b.db", "a.db", "-o", "ba.db").output == first.output)
    #expect(try run("merge", "a.db", "b.db", "-o", "ab.db").output.hasPrefix("0 inputs added, "))
    let expected = try numbers(folder, "both.db")
    #expect(expected.count > Self.parts.count)
    #expect(try numbers(folder, "ab.db") == expected)
    #expect(try numbers(folder, "ba.db") == expected)
    #expect(try run("db", "info", "--db", "ab.db").exitCode == 0)
  }

  @Test func aGrownLogReplacesTheShorterOne() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.writeDay("2026-11-28", as: "Log.ndjson")
    func run(_ arguments: String...) throws -> String { try runCkdiag(arguments, folder: folder.url).output }
    _ = try run("ingest", "Log.ndjson", "--db", "short.db")
    let text = try folder.text("Log.ndjson")
    try folder.write(text + text.replacingOccurrences(of: "2026-11-28", with: "2026-11-29"), as: "Log.ndjson")
    _ = try run("ingest", "Log.ndjson", "--db", "long.db")
    #expect(try run("merge", "short.db", "long.db", "-o", "a.db") == "2 inputs added, 0 already known\n")
    #expect(try run("merge", "long.db", "short.db", "-o", "b.db") == "1 input added, 1 already known\n")
    #expect(try numbers(folder, "a.db") == (try numbers(folder, "long.db")))
    #expect(try numbers(folder, "b.db") == (try numbers(folder, "long.db")))
  }

  @Test func mistakesAreNamed() throws {
    let folder = try ConsoleFolder()
    defer { folder.remove() }
    try folder.write("no store", as: "a.db")
    func run(_ arguments: String...) throws -> ToolRun { try runCkdiag(["merge"] + arguments, folder: folder.url) }
    #expect(try run("a.db").errors == "ckdiag: error: 'merge' needs a store to write\nhelp: add -o FILE\n")
    #expect(try run("a.db", "-o", "a.db").errors == "ckdiag: error: 'a.db' cannot be merged into itself\n")
    #expect(try run("b.db", "-o", "c.db").errors == "ckdiag: error: cannot open the store 'b.db': no such file\n")
    #expect(try run("a.db", "-o", "c.db").exitCode == 2)
  }
}
