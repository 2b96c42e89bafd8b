import Foundation
import TestSupport
import Testing

struct ScheduleTests {
  private static let flags = [
    "--db", "/var/lib/ckdiag/sync.sqlite", "--inputs", "/srv/Logs of 100 %", "--reports", "/srv/Reports", "--tool",
    "/usr/bin/ckdiag",
  ]

  @Test(arguments: ["systemd", "launchd", "cron", "github"])
  func printsWhatATimerNeeds(kind: String) throws {
    let folder = FileManager.default.temporaryDirectory
    var text = ""
    for rhythm in [
      ["--every", "week", "--on", "sunday", "--at", "06:05"],
      ["--every", "day", "--keep-raw", "90d", "--notify", "cat > $A"],
    ] {
      let run = try runCkdiag(
        ["schedule", "--kind", kind] + Self.flags + rhythm, variables: ["HOME": "/home/a"], folder: folder)
      #expect(run.exitCode == 0 && run.errors.hasPrefix("Nothing was written."))
      text += run.output.replacingOccurrences(of: folder.resolvingSymlinksInPath().path, with: "/tmp")
      guard kind == "launchd" else { continue }
      let plist = run.output.split(separator: "\n").dropFirst().joined(separator: "\n")
      let value = try PropertyListSerialization.propertyList(from: Data(plist.utf8), format: nil) as? [String: Any]
      #expect((value?["ProgramArguments"] as? [String])?.prefix(2) == ["/bin/sh", "-c"])
      #expect((value?["ProgramArguments"] as? [String])?.last?.contains("'/srv/Logs of 100 %'") == true)
    }
    expectGolden(text, at: "Tests/Goldens/schedule/\(kind).txt")
  }

  @Test func installsUnits() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag home \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let run = try runCkdiag(
      [
        "schedule", "--kind", "systemd", "--install", "--db", "s.sqlite", "--inputs", "100 % logs", "--reports", "R",
        "--tool", "/bin/true",
      ], variables: ["HOME": home.path], folder: home)
    let units = ["service", "timer"].map { home.path + "/.config/systemd/user/ckdiag.\($0)" }
    #expect(
      run
        == ToolRun(
          exitCode: 0,
          output: units.map { "wrote \($0)\n" }.joined()
            + "next: systemctl --user daemon-reload && systemctl --user enable --now ckdiag.timer\n", errors: ""))
    #expect(units.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }

  private static let analyzer = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// As the user manager reads them, where systemd is installed; it need not run.
  @Test(.enabled(if: analyzer != nil, "systemd-analyze is not installed"), arguments: ["day", "week"])
  func systemdAcceptsTheUnits(rhythm: String) throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag home \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let run = try runCkdiag(
      [
        "schedule", "--kind", "systemd", "--install", "--every", rhythm, "--db", "s.sqlite", "--inputs", "100 % logs",
        "--reports", "R", "--tool", "/bin/true", "--keep-raw", "90d", "--notify", "mail -s 'a $HOME %h' b@example.com",
      ], variables: ["HOME": home.path], folder: home)
    try #require(run.exitCode == 0)
    let units = ["service", "timer"].map { home.path + "/.config/systemd/user/ckdiag.\($0)" }
    #expect(try Self.verify(units, home: home) == ToolRun(exitCode: 0, output: "", errors: ""))
    // What it accepts proves nothing unless it refuses something.
    let timer = try String(contentsOfFile: units[1], encoding: .utf8)
    try timer.replacing("*-*-* 07:00:00", with: "99:00").write(toFile: units[1], atomically: true, encoding: .utf8)
    let refusal = try Self.verify(units, home: home)
    #expect(refusal.exitCode == 1 && refusal.errors.contains("Failed to parse calendar specification"))
  }

  private static func verify(_ units: [String], home: URL) throws -> ToolRun {
    let verify = Process()
    verify.executableURL = URL(fileURLWithPath: try #require(analyzer))
    verify.arguments = ["--user", "verify", "--man=no"] + units
    // A manager that is only asked needs a place for its runtime folder, no session.
    verify.environment = ["HOME": home.path, "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    let pipe = Pipe()
    verify.standardError = pipe
    try verify.run()
    let complaints = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    verify.waitUntilExit()
    return ToolRun(exitCode: verify.terminationStatus, output: "", errors: complaints)
  }

  @Test(arguments: [
    (["--at", "25:00"], "'25:00' is no time of day for '--at'", "help: write 07:00\n"),
    (["--every", "day", "--on", "friday"], "'--on' goes with '--every week'", ""),
    (
      ["--kind", "cron", "--install"], "'--install' cannot change a crontab",
      "help: run crontab -e and add the printed line\n"
    ),
  ])
  func mistakesAreNamed(flags: [String], message: String, help: String) throws {
    #expect(
      try runCkdiag(["schedule"] + Self.flags + flags)
        == ToolRun(exitCode: 2, output: "", errors: "ckdiag: error: \(message)\n\(help)"))
  }
}
