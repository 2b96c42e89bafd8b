import Arguments
import Foundation
import Testing

struct CompletionTests {
  private static let source = CompletionSource(
    tool: "tool",
    commands: [
      CommandDefinition(
        name: "cook", summary: "cook: a dish, it's \"good\"", operands: "fry|boil DISH", minimumOperands: 1,
        operandChoices: ["fry", "boil"],
        flags: [
          Flag("style", short: "s", value: "STYLE", choices: ["soft", "hard"], help: "how [much]: it's done"),
          Flag("output", short: "o", value: "FILE", help: "where"),
          Flag("spice", value: "ID,…", isRepeatable: true, suggestions: ["salt", "sage"], help: "what"),
          Flag("quiet", help: "say nothing"),
        ]),
      CommandDefinition(name: "list", summary: "list dishes", maximumOperands: 0),
    ], globalFlags: [Flag("help", short: "h", help: "explain"), Flag("version", help: "print it")])

  @Test(arguments: CompletionShell.allCases)
  func scriptsParse(shell: CompletionShell) throws {
    guard let program = find(shell.rawValue) else { return }
    let result = try run(program, ["-n"], script: Self.source.script(for: shell))
    #expect(result == "")
  }

  @Test(arguments: [
    (["tool", ""], ["cook", "list"]),
    (["tool", "c"], ["cook"]),
    (["tool", "--"], ["--help", "--version"]),
    (["tool", "cook", "f"], ["fry"]),
    (["tool", "cook", "--style", "h"], ["hard"]),
    (["tool", "cook", "-s", ""], ["soft", "hard"]),
    (["tool", "cook", "--spice", "sa"], ["salt", "sage"]),
    (["tool", "cook", "fry", "--q"], ["--quiet"]),
    (["tool", "list", "-"], ["--help", "--version"]),
  ])
  func bashOffersWhatFits(words: [String], expected: [String]) throws {
    let bash = try #require(find("bash"))
    let script =
      Self.source.script(for: .bash) + """
        COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        cd /var/empty 2>/dev/null || cd "$(mktemp -d)"
        _tool; echo "${COMPREPLY[@]}"
        """
    #expect(try run(bash, [], script: script) == expected.joined(separator: " ") + "\n")
  }

  @Test(arguments: [
    ("tool c", ["cook"]), ("tool cook --style h", ["hard"]), ("tool cook --qu", ["--quiet"]),
    ("tool list --ve", ["--version"]),
  ])
  func fishOffersWhatFits(line: String, expected: [String]) throws {
    guard let fish = find("fish") else { return }
    let script = Self.source.script(for: .fish) + "complete -C '\(line)'\n"
    let words = try run(fish, ["--no-config"], script: script).split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.map(String.init) == expected)
  }

  private func find(_ program: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: "\($0)/\(program)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// What a shell prints, on both streams, for a script in a file.
  private func run(_ program: URL, _ arguments: [String], script: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-shell-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("script")
    let output = folder.appendingPathComponent("output")
    try Data(script.utf8).write(to: file)
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments + [file.path]
    process.environment = [
      "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LC_ALL": "C",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }
}
