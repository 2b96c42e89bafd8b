import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Shell lines in which the tool has the rights of nobody in particular.
private enum Rights {
  static let dropRights = "setpriv --reuid 65534 --regid 65534 --clear-groups"

  /// False for a superuser whose system has no `setpriv`, or whose package nobody else may enter.
  static let canDropRights: Bool =
    geteuid() != 0 || shell("\(dropRights) test -x '\(builtToolPath)'", in: FileManager.default.temporaryDirectory) == 0

  static func shell(_ line: String, in folder: URL) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = [
      "CKDIAG": (geteuid() == 0 ? "\(dropRights) " : "") + builtToolPath, "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
    do { try process.run() } catch { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What is not allowed: the superuser may do anything, so that for it the tool runs as nobody.
@Suite(.enabled(if: Rights.canDropRights))
struct PermissionTests {
  /// Runs a line in a folder with two logs, `a.ndjson` and `b.ndjson`, and gives exit code, output and errors.
  private func run(_ line: String) throws -> ToolRun {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-rights-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      _ = Rights.shell("chmod -R u+rwX .", in: folder)
      try? FileManager.default.removeItem(at: folder)
    }
    for name in ["a", "b"] {
      let entry = #"{"requestId":"\#(name)","operationType":"RecordSave","overallStatus":"SUCCESS"}"# + "\n"
      try Data(entry.utf8).write(to: folder.appendingPathComponent("\(name).ndjson"))
    }
    let code = Rights.shell("chmod 777 . && umask 0 && { \(line); } >out 2>err", in: folder)
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    return ToolRun(exitCode: code, output: try text("out"), errors: try text("err"))
  }

  @Test func aFileThatMayNotBeReadIsNamedAndTheOthersAreRead() throws {
    let run = try run("chmod 000 a.ndjson; $CKDIAG analyze .")
    #expect(run.exitCode == 2)
    #expect(run.errors == "ckdiag: error: cannot read './a.ndjson': permission denied\n")
    #expect(run.output.contains("RecordSave"))
  }

  @Test func aFolderThatMayNotBeEnteredIsNamed() throws {
    let run = try run(
      "mkdir closed; mv a.ndjson closed; chmod 000 closed; $CKDIAG analyze b.ndjson closed")
    #expect(run.exitCode == 2)
    #expect(run.errors == "ckdiag: error: cannot read 'closed': permission denied\n")
    #expect(run.output.contains("RecordSave"))
  }

  @Test func aStoreInAFolderThatTakesNoFilesIsReadAndNotWritten() throws {
    let made = "mkdir 'r?o'; chmod 777 'r?o'; $CKDIAG ingest a.ndjson --db 'r?o/s.sqlite'; chmod 555 'r?o'"
    let report = try run("\(made); $CKDIAG report --db 'r?o/s.sqlite'")
    #expect(report.exitCode == 0)
    #expect(report.errors == "")
    #expect(report.output.contains("RecordSave"))
    let more = try run("\(made); $CKDIAG ingest b.ndjson --db 'r?o/s.sqlite'")
    #expect(more.exitCode == 2)
    #expect(more.errors.contains("'r?o/s.sqlite") && more.errors.contains("permission denied"))
    let new = try run("mkdir ro; chmod 555 ro; $CKDIAG ingest b.ndjson --db ro/s.sqlite")
    #expect(new.exitCode == 2)
    #expect(new.errors.contains("ro/s.sqlite"))
  }

  @Test func aReportThatMayNotBeWrittenIsFoundBeforeTheWork() throws {
    let run = try run("mkdir ro; chmod 555 ro; $CKDIAG analyze b.ndjson -o ro/report.html")
    #expect(run.exitCode == 2)
    #expect(run.errors == "ckdiag: error: cannot write 'ro/report.html': permission denied\n")
  }
}
