import Foundation
import TestSupport
import Testing

struct SchemaTests {
  @Test(arguments: ["text", "markdown", "json"])
  func diffIsWrittenInEveryFormat(format: String) throws {
    let run = try runCkdiag([
      "schema", "diff", "Samples/schema/development.ckdb", "Samples/schema/production.ckdb", "--format", format,
    ])
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
    let ending = ["text": "txt", "markdown": "md", "json": "json"][format] ?? ""
    expectGolden(run.output, at: "Reports/schema/diff.\(ending)")
  }

  @Test func checkComparesSourcesWithASchema() throws {
    let app = "Samples/schema/App"
    let run = try runCkdiag(["schema", "check", app, "--schema", "\(app)/notebook.ckdb"])
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
    expectGolden(run.output, at: "Reports/schema/check.txt")
  }

  @Test func checklistNamesWhatTheSourcesNeed() throws {
    let app = "Samples/schema/App"
    let alone = try runCkdiag(["schema", "checklist", app])
    #expect(alone.exitCode == 0)
    expectGolden(alone.output, at: "Reports/schema/checklist.md")
    let compared = try runCkdiag(["schema", "checklist", app, "--schema", "\(app)/notebook.ckdb"])
    #expect(compared.output.contains("- [x] record type `Note`"))
  }

  @Test func lintExitCodeFollowsTheSeverity() throws {
    let file = "Samples/schema/encrypted-and-number.ckdb"
    #expect(try runCkdiag(["schema", "lint", file]).exitCode == 0)
    #expect(try runCkdiag(["schema", "lint", file, "--fail-on", "warning"]).exitCode == 1)
    let clean = try runCkdiag(["schema", "lint", file, "--disable", "schema-number-preference"])
    #expect(clean == ToolRun(exitCode: 0, output: "No findings in 1 file\n", errors: ""))
  }

  @Test func equalSchemasHaveNoDifference() throws {
    let file = "Samples/schema/development.ckdb"
    let run = try runCkdiag(["schema", "diff", file, file])
    #expect(run == ToolRun(exitCode: 0, output: "Production has everything that Development has\n", errors: ""))
  }

  @Test func brokenSchemasAreNotCompared() throws {
    let run = try runCkdiag(["schema", "diff", "Samples/schema/development.ckdb", "LICENSE"])
    #expect(run.exitCode == 2)
    #expect(run.output.hasSuffix("Not compared: 'LICENSE' cannot be read as a schema\n"))
  }

  @Test func mistakesOfUseAreExplained() throws {
    #expect(
      try runCkdiag(["schema", "lnt", "x"])
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: there is no command 'schema lnt'\nhelp: did you mean 'schema lint'?\n"))
    #expect(
      try runCkdiag(["schema", "lint", "missing.ckdb"])
        == ToolRun(
          exitCode: 2, output: "", errors: "ckdiag: error: cannot read 'missing.ckdb': no such file or directory\n"))
    #expect(
      try runCkdiag(["schema", "lint", "x", "--only", "schema-no-grant"])
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: there is no schema check 'schema-no-grant'\nhelp: did you mean 'schema-no-grants'?\n")
    )
  }
}

struct LogSchemaTests {
  private static let log = """
    2026-11-30 07:00:00 save failed: <CKError 0x1: "Invalid Arguments" (12/2006); server message = "Cannot create or \
    modify field 'shade' in record 'Shelf' in production schema"; uuid = E85A9EAC-0000-4000-8000-000000000002; \
    container ID = "iCloud.com.example.app">
    2026-11-30 07:00:09 query failed: <CKError 0x2: "Invalid Arguments" (12/2015); server message = "Field 'recordName' \
    is not marked queryable"; uuid = 21FBC496-0000-4000-8000-000000000001; container ID = "iCloud.com.example.app">

    """

  @Test func findingsInLogsNameTheLineOfTheSchema() throws {
    let run = try runCkdiag(
      ["analyze", "-", "--schema", "Samples/schema/development.ckdb", "--format", "json", "--fail-on", "never"],
      input: Data(Self.log.utf8))
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.output.contains("Deploy 'Samples/schema/development.ckdb' to Production: line 7 has 'shade' already"))
    let production = try runCkdiag(
      ["analyze", "-", "--schema", "Samples/schema/production.ckdb", "--format", "json"], input: Data(Self.log.utf8))
    #expect(
      production.output.contains(
        "In 'Samples/schema/production.ckdb', add to record type 'Shelf' behind line 9: shade STRING"))
  }

  @Test func aBrokenSchemaIsRefusedBeforeWorkBegins() throws {
    let run = try runCkdiag(["analyze", "-", "--schema", "LICENSE"], input: Data(Self.log.utf8))
    #expect(run.exitCode == 2 && run.output == "")
    #expect(run.errors.hasSuffix("help: 'ckdiag schema lint LICENSE' names every error\n"))
  }
}
