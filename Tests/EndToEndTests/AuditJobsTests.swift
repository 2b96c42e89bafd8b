import Foundation
import TestSupport
import Testing

/// A Git repository with sources, and `ckdiag` on the path of what runs in it.
private final class Repository {
  let url: URL
  private let tools: URL

  init(named name: String = "app") throws {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-git-\(UUID().uuidString)")
    url = base.appendingPathComponent(name)
    tools = base.appendingPathComponent("bin")
    for folder in [url, tools] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: tools.appendingPathComponent("ckdiag"), withDestinationURL: URL(fileURLWithPath: builtToolPath))
    try git("init", "-q")
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func write(_ text: String, to name: String, isExecutable: Bool = false) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    if isExecutable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  func text(of name: String) -> String? { try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8) }

  /// Runs a command line as a job does.
  @discardableResult
  func shell(_ script: String, variables: [String: String] = [:], in folder: String = ".") throws -> ToolRun {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = url.appendingPathComponent(folder)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = [
      "PATH": tools.path + ":" + path, "HOME": tools.path, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
      "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
    ].merging(variables) { $1 }
    let output = tools.appendingPathComponent("out-\(UUID().uuidString)")
    let errors = tools.appendingPathComponent("err-\(UUID().uuidString)")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return ToolRun(
      exitCode: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  @discardableResult
  func git(_ arguments: String...) throws -> ToolRun {
    try shell("git " + arguments.map { "'\($0)'" }.joined(separator: " "))
  }

  func commit(_ message: String) throws -> ToolRun {
    try git("add", "-A")
    return try git("commit", "-q", "-m", message)
  }
}

/// The code block that follows a heading of docs/ci.md.
private func job(under heading: String) throws -> String {
  let page = try String(contentsOf: packageFolder.appendingPathComponent("docs/ci.md"), encoding: .utf8)
  let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
  let parts = section.components(separatedBy: "\n```")
  return try #require(parts.dropFirst().first).drop { $0 != "\n" }.dropFirst() + "\n"
}

/// The command line of the audit in a job: its line and those that go on with more flags.
private func commandLine(of job: String) throws -> String {
  let lines = job.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  let start = try #require(lines.firstIndex { $0.contains("ckdiag audit") })
  let rest = lines[(start + 1)...].prefix { $0.hasPrefix("--") }
  return ([String(lines[start].trimmingPrefix("- "))] + rest).joined(separator: " ")
}

/// The jobs of docs/ci.md, run as they stand there.
struct AuditJobsTests {
  private let clean = "import CloudKit\nfunc f(_ database: CKDatabase) {}\n"
  private let old = "import CloudKit\nlet id: CKRecordID? = nil\n"

  private func repository(named name: String = "app") throws -> Repository {
    let repository = try Repository(named: name)
    try repository.write(clean, to: "Sources/a.swift")
    try repository.write(old, to: "Sources/known.swift")
    let written = try repository.shell("ckdiag audit . --write-baseline ckdiag-baseline.json")
    #expect(
      written == ToolRun(exitCode: 0, output: "", errors: "ckdiag: 1 findings written to 'ckdiag-baseline.json'\n"))
    #expect(try repository.commit("first").exitCode == 0)
    return repository
  }

  @Test func thePreCommitHookStopsNewFindingsOnly() throws {
    let repository = try repository()
    try repository.write(try job(under: "Pre-commit hook"), to: ".git/hooks/pre-commit", isExecutable: true)
    try repository.write(clean + "let zone: CKRecordZoneID? = nil\n", to: "Sources/a.swift")
    let stopped = try repository.commit("second")
    #expect(stopped.exitCode == 1)
    #expect((stopped.output + stopped.errors).contains("removed-api"))
    #expect(!(stopped.output + stopped.errors).contains("known.swift"))
    try repository.write(clean + "// moved on\n", to: "Sources/a.swift")
    try repository.write("// moved\n" + old, to: "Sources/known.swift")
    #expect(try repository.commit("second").exitCode == 0)
    #expect(try repository.git("rev-list", "--count", "HEAD").output == "2\n")
  }

  @Test(arguments: [
    ("GitHub", ["ckdiag.sarif": "\"ruleId\":\"removed-api\"", "summary.md": "### ckdiag audit"]),
    ("GitLab", ["gl-code-quality-report.json": "\"check_name\": \"removed-api\""]),
  ])
  func hostedJobsFailOnWhatIsNewAndLeaveTheirReports(_ heading: String, _ reports: [String: String]) throws {
    let repository = try repository()
    let line = try commandLine(of: try job(under: heading))
    let summary = ["GITHUB_STEP_SUMMARY": repository.url.appendingPathComponent("summary.md").path]
    #expect(try repository.shell(line, variables: summary).exitCode == 0)
    try repository.write(old, to: "Sources/new.swift")
    let run = try repository.shell(line, variables: summary)
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
    #expect(!run.output.contains("known.swift"))
    for (name, content) in reports {
      let report = try #require(repository.text(of: name), "\(name)")
      #expect(report.contains(content) && report.contains("Sources/new.swift") && !report.contains("known.swift"))
    }
  }

  @Test func theBuildPhaseShowsPlacesAndNeverFails() throws {
    let repository = try repository(named: "My App")
    let script = try job(under: "Xcode build phase")
    let run = try repository.shell(
      script, variables: ["SRCROOT": repository.url.path, "IPHONEOS_DEPLOYMENT_TARGET": "16.4"], in: "..")
    let place = "app/Sources/known.swift:2:9: error: 'CKRecordID' does not compile"
    #expect(run.exitCode == 0)
    #expect(run.output.contains(place.replacing("app/", with: "My App/")))
    #expect(try repository.shell(script, variables: ["PATH": "/bin"]) == ToolRun(exitCode: 0, output: "", errors: ""))
  }

  // MARK: - Changed files

  private func changed(_ repository: Repository, _ arguments: String, in folder: String = ".") throws -> [String] {
    let run = try repository.shell("ckdiag audit \(arguments) --format xcode --fail-on never", in: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
  }

  @Test func changedSinceReportsWhatDiffersFromTheRevision() throws {
    let repository = try repository()
    try repository.write(old, to: "Sources/gone.swift")
    #expect(try repository.commit("second").exitCode == 0)
    try repository.git("tag", "release")
    #expect(try changed(repository, ". --changed-since HEAD") == [])
    // Changed, staged, new and unknown to Git, with a name that Git would quote; one that is ignored, one that is gone.
    try repository.write(clean + "let a: CKReference? = nil\n", to: "Sources/a.swift")
    try repository.write(old, to: "Sources/b.swift")
    try repository.git("add", "Sources/b.swift")
    try repository.write(old, to: "Sources/Über \"c\".swift")
    try repository.write("Sources/ignored.swift\n", to: ".gitignore")
    try repository.write(old, to: "Sources/ignored.swift")
    try repository.shell("rm Sources/gone.swift")
    let all = ["Sources/a.swift", "Sources/b.swift", "Sources/Über \"c\".swift"]
    #expect(try changed(repository, ". --changed-since HEAD") == all)
    #expect(try repository.commit("third").exitCode == 0)
    #expect(try changed(repository, ". --changed-since HEAD") == [])
    #expect(try changed(repository, ". --changed-since release") == all)
    // From a folder inside, from outside, and with a full path.
    #expect(try changed(repository, ". --changed-since release", in: "Sources") == all.map { String($0.dropFirst(8)) })
    #expect(try changed(repository, "../Sources --changed-since release", in: "Sources") == all.map { "../" + $0 })
    #expect(try changed(repository, "app --changed-since release", in: "..") == all.map { "app/" + $0 })
    #expect(try changed(repository, "\"$PWD\" --changed-since release") == all)
  }

  @Test func changedSinceNamesWhatGitCannotDo() throws {
    let repository = try repository()
    let unknown = try repository.shell("ckdiag audit . --changed-since nowhere")
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors.hasPrefix("ckdiag: error: git: "))
    #expect(unknown.errors.hasSuffix("help: --changed-since needs a Git revision, such as origin/main\n"))
    #expect(try repository.shell("ckdiag audit . --changed-since --output=x").exitCode == 2)
    let outside = try repository.shell("rm -rf .git; ckdiag audit . --changed-since HEAD")
    #expect(outside.exitCode == 2)
    #expect(outside.errors.hasPrefix("ckdiag: error: git: "))
  }
}
