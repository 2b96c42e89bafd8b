import Foundation
import TestSupport
import Testing

struct CommandLineTests {
  @Test func versionAndHelpAreOutput() throws {
    #expect(try runCkdiag(["--version"]) == ToolRun(exitCode: 0, output: "ckdiag 1.0.0\n", errors: ""))
    let help = try runCkdiag(["--help"])
    #expect(help.exitCode == 0 && help.errors == "")
    #expect(help.output.contains("\nCommands:\n"))
    #expect(try runCkdiag(["help"]) == help)
    #expect(try runCkdiag(["-h"]) == help)
    #expect(try runCkdiag([]) == ToolRun(exitCode: 2, output: "", errors: help.output))
  }

  @Test func everyCommandOfTheOverviewHasAPageWithExamples() throws {
    let lines = try runCkdiag(["--help"], variables: ["COLUMNS": "120"]).output.split(separator: "\n")
    let commands = lines.drop { $0 != "Commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first }
    #expect(commands.contains("analyze") && commands.contains("schema") && commands.count >= 5)
    for command in commands {
      let page = try runCkdiag(["help", String(command)])
      #expect(page.exitCode == 0 && page.output.contains("\nUsage: ckdiag \(command)"), "\(command)")
      #expect(page.output.contains("\nExamples:\n"), "\(command)")
      #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(command)")
      #expect(try runCkdiag([String(command), "--no-such-flag", "--help"]) == page)
    }
  }

  @Test(arguments: [
    (["analyse"], "unknown command 'analyse'", "did you mean 'analyze'?"),
    (["frobnicate"], "unknown command 'frobnicate'", "'ckdiag help' lists the commands"),
    (["--fail-on"], "unknown flag '--fail-on'", "a command comes first; 'ckdiag help' lists them"),
    (["help", "schemas"], "unknown command 'schemas'", "did you mean 'schema'?"),
    (["schema", "lint", "--fial-on", "x"], "unknown flag '--fial-on'", "did you mean '--fail-on'?"),
    (["schema", "lint", "--where", "x"], "unknown flag '--where'", "it is a flag of 'ckdiag analyze'"),
    (["schema", "lint", "--frob"], "unknown flag '--frob'", "'ckdiag help schema' lists the flags"),
    (["schema", "lint", "--format", "jsn"], "'jsn' is no value of '--format'", "did you mean 'json'?"),
    (["schema", "lint", "--fail-on"], "'--fail-on' needs a value", "'ckdiag help schema' lists the flags"),
    (["completions", "zhs"], "there are no completions for 'zhs'", "did you mean 'zsh'?"),
    (["completions"], "missing bash|zsh|fish", "usage: ckdiag completions bash|zsh|fish"),
    (["checks", "x"], "unexpected argument 'x'", "'ckdiag help checks' lists the flags"),
  ])
  func mistakesOfUseSayWhatWasMeant(arguments: [String], message: String, help: String) throws {
    let expected = "ckdiag: error: \(message)\nhelp: \(help)\n"
    #expect(try runCkdiag(arguments) == ToolRun(exitCode: 2, output: "", errors: expected))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsNameEveryCommand(shell: String) throws {
    let run = try runCkdiag(["completions", shell])
    #expect(run.exitCode == 0)
    for word in ["analyze", "schema", "checklist", "fail-on", "schema-no-grants"] {
      #expect(run.output.contains(word), "\(word)")
    }
  }
}
