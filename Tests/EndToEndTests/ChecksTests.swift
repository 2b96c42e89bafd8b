import Foundation
import TestSupport
import Testing

struct ChecksTests {
  @Test func listsEveryCheckWithItsSeverity() throws {
    let run = try runCkdiag(["checks"])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("partial-failure "))
    let page = try String(
      contentsOf: packageFolder.appendingPathComponent("docs/checks.md"), encoding: .utf8)
    for line in run.output.split(separator: "\n") {
      #expect(page.contains("| [`\(line.prefix { $0 != " " })`]"))
    }
  }

  @Test func printsThePageOfTheDocs() throws {
    let page = try String(
      contentsOf: packageFolder.appendingPathComponent("docs/checks.md"), encoding: .utf8)
    #expect(try runCkdiag(["checks", "--markdown"]).output == page)
  }

  @Test func endsWithTheSeverityThatWasAskedFor() throws {
    let sample = "Samples/checks/zone-busy/fires.log"
    #expect(try runCkdiag(["analyze", sample]).exitCode == 0)
    #expect(try runCkdiag(["analyze", sample, "--fail-on", "warning"]).exitCode == 1)
    #expect(
      try runCkdiag(["analyze", sample, "--fail-on", "warning", "--disable", "zone-busy"]).exitCode
        == 0)
    let unknown = try runCkdiag(["analyze", sample, "--only", "zone-bussy"])
    #expect(unknown.exitCode == 2)
    #expect(
      unknown.errors
        == "ckdiag: error: there is no check 'zone-bussy'\nhelp: did you mean 'zone-busy'?\n")
  }
}
