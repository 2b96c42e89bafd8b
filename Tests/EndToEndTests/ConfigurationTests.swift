import Foundation
import TestSupport
import Testing

struct ConfigurationTests {
  @Test func defaultsComeFromTheNearestFileUpwards() throws {
    try inFolder(["../.ckdiag.json": "{\"failOn\": \"never\"}", "bad.ckdb": Self.bad]) { folder in
      let lint = ["schema", "lint", "bad.ckdb"]
      let codes = try [lint, lint + ["--fail-on", "error"], lint + ["--no-config"]].map {
        try runCkdiag($0, folder: folder).exitCode
      }
      #expect(codes == [0, 1, 1])
    }
  }

  @Test func commandsAndListsAreMoreSpecific() throws {
    let file = """
      {"failOn": "error", "schema": {"failOn": "never", "disable": ["schema-no-grants", "schema-unindexed-type"],
       "format": "markdown", "schema": "bad.ckdb"}}
      """
    try inFolder([".ckdiag.json": file, "bad.ckdb": Self.bad, "inner/x": ""]) { folder in
      let run = try runCkdiag(["schema", "lint"], folder: folder.appendingPathComponent("inner"))
      #expect(run.exitCode == 0)
      #expect(run.errors == "")
      #expect(run.output.hasPrefix("# Schema lint\n"))
      #expect(run.output.contains("bad.ckdb:2") && !run.output.contains("schema-no-grants"))
    }
  }

  @Test func theAuditReadsItsOwnKeysFromTheSameFile() throws {
    let file = """
      {"failOn": "never", "audit": {"failOn": "warning", "rules": [
        {"id": "no-print", "pattern": "print\\\\(", "message": "print is for nobody"}]}}
      """
    let files = [".ckdiag.json": file, "a.swift": "import CloudKit\nprint(CKRecord(recordType: \"A\"))\n"]
    try inFolder(files) { folder in
      let run = try runCkdiag(["audit", "."], folder: folder)
      #expect(run.exitCode == 1 && run.output.contains("print is for nobody"))
      let none = try runCkdiag(["audit", ".", "--no-config"], folder: folder)
      #expect(none.exitCode == 0 && !none.output.contains("print is for nobody"))
    }
  }

  @Test(arguments: [
    ("{\"fialOn\": \"error\"}", "unknown key 'fialOn' in 'PATH'", "did you mean 'failOn'?"),
    ("{\"schema\": {\"databse\": \"public\"}}", "unknown key 'schema.databse' in 'PATH'", "did you mean 'database'?"),
    ("{\"frobnication\": 1}", "unknown key 'frobnication' in 'PATH'", "keys are flags in camel case, such as failOn"),
    ("{\"failOn\": \"eror\"}", "'eror' is no value of 'failOn' in 'PATH'", "did you mean 'error'?"),
    ("[1]", "'PATH' is no JSON object", "docs/configuration.md shows what it may hold"),
    ("{\"failOn\": ", "'PATH' is no JSON object", "docs/configuration.md shows what it may hold"),
  ])
  func mistakesAreNamed(file: String, message: String, help: String) throws {
    try inFolder([".ckdiag.json": file, "bad.ckdb": Self.bad]) { folder in
      let run = try runCkdiag(["schema", "lint", "bad.ckdb"], folder: folder)
      #expect(run.exitCode == 2 && run.output == "")
      let words = run.errors.replacing(#//[^']*\.ckdiag\.json/#, with: "PATH")
      #expect(words == "ckdiag: error: \(message)\nhelp: \(help)\n")
    }
  }

  @Test(arguments: [
    ("{\"schema\": 1}", "'schema' in 'c.json' must be an object"),
    ("{\"failOn\": [\"error\"]}", "'failOn' in 'c.json' must be a single value"),
    ("{\"failOn\": {}}", "'failOn' in 'c.json' must be a text or a number"),
    ("{\"disable\": [[]]}", "'disable' in 'c.json' must be a list of texts"),
  ])
  func wrongShapesAreNamed(file: String, message: String) throws {
    try inFolder(["c.json": file, "bad.ckdb": Self.bad]) { folder in
      let run = try runCkdiag(["schema", "lint", "bad.ckdb", "--config", "c.json"], folder: folder)
      #expect(run == ToolRun(exitCode: 2, output: "", errors: "ckdiag: error: \(message)\n"))
    }
  }

  private static let bad = "DEFINE SCHEMA\nRECORD TYPE Note ( title STRING );\n"

  private func inFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-config-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appendingPathComponent("project")
    for (name, text) in files {
      let file = folder.appendingPathComponent(name).standardizedFileURL
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder)
  }
}
