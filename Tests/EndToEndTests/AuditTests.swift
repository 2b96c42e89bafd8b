import Foundation
import TestSupport
import Testing

/// A folder of sources for one call of the tool.
private final class Sources {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-audit-\(UUID().uuidString)")

  init(_ files: [String: String]) throws {
    for (name, text) in files { try write(text, to: name) }
  }

  func write(_ text: String, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(of name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func audit(_ arguments: String..., variables: [String: String] = [:]) throws -> ToolRun {
    try runCkdiag(["audit"] + arguments, variables: variables, folder: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

struct AuditTests {
  private let old = "import CloudKit\nlet id: CKRecordID? = nil\n"
  private let xcodeLine =
    "a.swift:2:9: error: 'CKRecordID' does not compile with Swift 4.2 or later: use 'CKRecord.ID' [removed-api]\n"

  @Test func exitCodeTellsWhatWasFound() throws {
    let sources = try Sources(["a.swift": old, "clean.swift": "import CloudKit\n"])
    #expect(
      try sources.audit(".", "--format", "xcode") == ToolRun(exitCode: 1, output: xcodeLine, errors: ""))
    #expect(try sources.audit("clean.swift", "--format", "xcode") == ToolRun(exitCode: 0, output: "", errors: ""))
    #expect(try sources.audit(".", "--quiet", "--fail-on", "never") == ToolRun(exitCode: 0, output: "", errors: ""))
    let missing = try sources.audit(".", "nowhere", "--format", "xcode")
    #expect(missing.exitCode == 2)
    #expect(missing.output.hasPrefix(xcodeLine))
    #expect(missing.errors == "ckdiag: 'nowhere' cannot be read: no such file or directory\n")
  }

  @Test func anAuditOfNothingIsNoCleanAudit() throws {
    let sources = try Sources(["Sources/a.swift": old, "Docs/read.md": ""])
    let moved = try sources.audit("Docs")
    #expect(
      moved
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: no Swift file below 'Docs'\nhelp: check the path, and what '.gitignore' leaves out\n"
        ))
    let excluded = try sources.audit("Sources", "Docs", "--exclude", "*.swift")
    #expect(
      excluded
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: no Swift file below 'Sources', 'Docs'\n"
            + "help: check the path, and what '--exclude' and '.gitignore' leave out\n"))
    #expect(try sources.audit("Docs", "--write-baseline", "base.json").exitCode == 2)
  }

  @Test func mistypedIdsAreCorrected() throws {
    let run = try Sources(["a.swift": old]).audit(".", "--only", "deprecated-ap")
    #expect(
      run
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: there is no rule 'deprecated-ap'\nhelp: did you mean 'deprecated-api'?\n"))
  }

  @Test func baselineHidesWhatItKnowsAndSaysWhatIsStale() throws {
    let sources = try Sources(["a.swift": old])
    let written = try sources.audit(".", "--write-baseline", "base.json")
    #expect(written.exitCode == 0)
    #expect(written.errors == "ckdiag: 1 findings written to 'base.json'\n")
    try sources.write("// moved\n\n" + old, to: "a.swift")
    let known = try sources.audit(".", "--baseline", "base.json")
    #expect(known == ToolRun(exitCode: 0, output: "No findings in 1 file; 1 in the baseline\n", errors: ""))
    try sources.write("import CloudKit\n", to: "a.swift")
    let stale = try sources.audit(".", "--baseline", "base.json", "--strict", "--fail-on", "warning")
    #expect(stale.exitCode == 1)
    #expect(stale.output.contains("stale-baseline"))
  }

  @Test(arguments: [true, false])
  func baselineFitsFromEveryWorkingDirectory(_ isRepository: Bool) throws {
    let sources = try Sources(["App/a.swift": old, "App/Sub/read.md": ""])
    if isRepository { try sources.write("ref: refs/heads/main", to: "App/.git/HEAD") }
    #expect(try sources.audit("App", "--write-baseline", "z.base").exitCode == 0)
    #expect(try sources.text(of: "z.base").contains(isRepository ? "\"path\":\"a.swift\"" : "\"path\":\"App/a.swift\""))
    let known = ToolRun(exitCode: 0, output: "No findings in 1 file; 1 in the baseline\n", errors: "")
    let app = sources.url.appendingPathComponent("App")
    for (folder, path, baseline) in [
      (sources.url, "App", "z.base"), (app, ".", "../z.base"), (app, "a.swift", sources.url.path + "/z.base"),
      (app.appendingPathComponent("Sub"), "..", "../../z.base"), (app, app.path, "../z.base"),
    ] {
      #expect(try runCkdiag(["audit", path, "--baseline", baseline], folder: folder) == known, "\(path)")
    }
  }

  @Test func baselinesOfTheFirstVersionStillFit() throws {
    let sources = try Sources(["App/a.swift": old, "App/.git/HEAD": "ref: refs/heads/main"])
    try sources.write(
      "{\"version\": 1, \"findings\": [\n{\"fingerprint\":\"bc7f9d1b5285448f\",\"id\":\"removed-api\"}\n]}\n",
      to: "old.base")
    let known = ToolRun(exitCode: 0, output: "No findings in 1 file; 1 in the baseline\n", errors: "")
    #expect(try sources.audit("App", "--baseline", "old.base") == known)
  }

  @Test func fixRenamesAndChangesNoOtherByte() throws {
    let before = """
      import CloudKit\r
      // CKRecordID stays\r
      func f(_ a: CKRecordID, /* é */ _ b: CloudKit.CKReference) -> [CKRecordID: CKShare.Participant.Role] { [:] }\r
      let zone = "CKRecordZoneID"; func g(_ op: CKQueryOperation) { op.recordFetchedBlock = nil }\r

      """
    let sources = try Sources(["a.swift": before])
    let run = try sources.audit(".", "--fix", "--format", "xcode", "--only", "removed-api,deprecated-api")
    #expect(run.errors == "ckdiag: 4 places fixed in 1 files\n")
    #expect(run.output.split(separator: "\n").count == 1)
    let after = before.replacing("_ a: CKRecordID", with: "_ a: CKRecord.ID")
      .replacing("CloudKit.CKReference", with: "CKRecord.Reference").replacing("[CKRecordID:", with: "[CKRecord.ID:")
      .replacing("CKShare.Participant.Role", with: "CKShare.ParticipantRole")
    #expect(try sources.text(of: "a.swift") == after)
  }

  @Test func aSourceThatStopsTheParserCostsOnlyItself() throws {
    let chain = "import CloudKit\nfunc f() { database.save(x) }\nlet x = a" + String(repeating: ".b", count: 300_000)
    let sources = try Sources(["a.swift": old, "chain.swift": chain])
    let run = try sources.audit(".", "--format", "xcode")
    #expect(run.exitCode == 2)
    #expect(
      run.output
        == xcodeLine + "chain.swift:1:1: warning: the parser stopped on it, not audited [ckdiag]\n")
    #expect(run.errors == "ckdiag: 'chain.swift' the parser stopped on it, not audited\n")
  }

  @Test func aSourceThatTakesTooLongCostsOnlyItself() throws {
    let endless =
      "import CloudKit\nfunc f() { database.save(x) }\nlet x = [" + String(repeating: "1,", count: 1_900_000) + "1]\n"
    let sources = try Sources(["a.swift": old, "endless.swift": endless])
    let run = try sources.audit(".", "--format", "xcode", variables: ["CKDIAG_AUDIT_FILE_SECONDS": "2"])
    #expect(run.exitCode == 2)
    #expect(run.output == xcodeLine + "endless.swift:1:1: warning: took too long, not audited [ckdiag]\n")
    #expect(run.errors == "ckdiag: 'endless.swift' took too long, not audited\n")
  }

  @Test func manyFilesAreAudited() throws {
    let sources = try Sources(["a.swift": old])
    for number in 0..<3_000 { try sources.write("print(\(number))\n", to: "Part\(number % 30)/f\(number).swift") }
    let run = try sources.audit(".", "--format", "xcode")
    #expect(run == ToolRun(exitCode: 1, output: xcodeLine, errors: ""))
  }

  @Test func ownRulesComeFromTheConfiguration() throws {
    let sources = try Sources([
      "a.swift": "let name = \"legacy\" // legacy\n",
      ".ckdiag.json": """
      {"audit": {"rules": [{"id": "no-legacy", "pattern": "legacy", "message": "say 'old'", "scope": ["comments"]}]}}
      """,
    ])
    let run = try sources.audit(".", "--format", "xcode", "--fail-on", "warning")
    #expect(run == ToolRun(exitCode: 1, output: "a.swift:1:24: warning: say 'old' [no-legacy]\n", errors: ""))
    try sources.write(
      "{\"audit\": {\"rules\": [{\"id\": \"x\", \"pattern\": \"(\", \"message\": \"m\"}]}}", to: ".ckdiag.json")
    #expect(try sources.audit(".").exitCode == 2)
  }

  @Test func severalFormatsAreWrittenAtOnce() throws {
    let sources = try Sources(["a.swift": old])
    let run = try sources.audit(
      ".", "--format", "github", "-o", "out.sarif", "-o", "codeclimate:quality.json", "-o", "out.html",
      variables: ["GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(run.exitCode == 1)
    #expect(run.output.hasPrefix("::error file=a.swift,line=2,endLine=2,col=9,endColumn=19,title=removed-api::"))
    #expect(try sources.text(of: "out.sarif").hasPrefix("{\"$schema\""))
    #expect(try sources.text(of: "quality.json").hasPrefix("[\n"))
    #expect(try sources.text(of: "out.html").hasPrefix("<!DOCTYPE html>"))
    #expect(try sources.text(of: "summary.md").hasPrefix("### ckdiag audit\n"))
  }

  @Test func onlyBlocksThatTheOperationWouldCallAreMissing() throws {
    let sources = try Sources([
      "a.swift": """
      import CloudKit
      func f(_ all: [CKSubscription], _ database: CKDatabase) {
        let save = CKModifySubscriptionsOperation(subscriptionsToSave: all, subscriptionIDsToDelete: nil)
        save.modifySubscriptionsResultBlock = { result in finish(result) }
        database.add(save)
      }
      func g(_ all: [CKSubscription], _ database: CKDatabase) {
        let both = CKModifySubscriptionsOperation(subscriptionsToSave: all)
        both.subscriptionIDsToDelete = all.map(\\.subscriptionID)
        both.modifySubscriptionsResultBlock = { result in finish(result) }
        database.add(both)
      }
      """
    ])
    let run = try sources.audit(".", "--format", "xcode", "--only", "result-block-without-item-block")
    #expect(
      run.output == """
        a.swift:4:8: warning: errors of single items arrive in 'perSubscriptionSaveBlock', which is not set \
        [result-block-without-item-block]
        a.swift:10:8: warning: errors of single items arrive in 'perSubscriptionDeleteBlock' or \
        'perSubscriptionSaveBlock', which is not set [result-block-without-item-block]

        """)
  }

  @Test func aSourceLineThatIsCutSaysSo() throws {
    let sources = try Sources([
      "a.swift": "import CloudKit\nlet id: CKRecordID? = nil // \(String(repeating: "long-", count: 30))\n"
    ])
    let lines = try sources.audit(".").output.split(separator: "\n")
    #expect(lines.contains("      2 | let id: CKRecordID? = nil // long-long-long-long-long-long-long-long-…"))
  }

  @Test func hostsReadPathsOfTheRepository() throws {
    let sources = try Sources(["repo/.git/HEAD": "ref: refs/heads/main", "repo/App/Sources/a.swift": old])
    let app = sources.url.appendingPathComponent("repo/App")
    func audit(_ variables: [String: String] = [:], in folder: URL) throws -> ToolRun {
      try runCkdiag(
        ["audit", app.path, "--format", "github", "-o", "out.sarif", "-o", "out.txt"],
        variables: ["GITHUB_STEP_SUMMARY": "summary.md"].merging(variables) { $1 }, folder: folder)
    }
    for folder in [app, sources.url, sources.url.appendingPathComponent("repo")] {
      #expect(try audit(in: folder).output.hasPrefix("::error file=App/Sources/a.swift,line=2,"))
    }
    #expect(try sources.text(of: "repo/App/summary.md").contains("`App/Sources/a.swift:2`"))
    #expect(try sources.text(of: "repo/App/out.txt").hasPrefix("Sources/a.swift\n"))
    let log = try sources.text(of: "repo/App/out.sarif")
    #expect(log.contains("\"uri\":\"App/Sources/a.swift\",\"uriBaseId\":\"%SRCROOT%\""))
    #expect(log.contains("\"originalUriBaseIds\":{\"%SRCROOT%\":{\"uri\":\"file://"))
    #expect(try !sources.text(of: "repo/out.sarif").contains("uriBaseId"))
    let workspace = try audit(["GITHUB_WORKSPACE": sources.url.path], in: app)
    #expect(workspace.output.hasPrefix("::error file=repo/App/Sources/a.swift,line=2,"))
    let elsewhere = try audit(["GITHUB_WORKSPACE": "/nowhere"], in: app)
    #expect(elsewhere.output.hasPrefix("::error file=App/Sources/a.swift,line=2,"))
  }

  @Test func anAlertInAnExampleAppHandlesNothingForTheLibrary() throws {
    let fetch = """
      import CloudKit
      func pull(_ token: CKServerChangeToken?, _ database: CKDatabase) {
        database.add(CKFetchDatabaseChangesOperation(previousServerChangeToken: token))
      }
      """
    let alert = "import CloudKit\nfunc show(_ e: CKError) { if e.code == .changeTokenExpired { alert() } }\n"
    func places(_ files: [String: String]) throws -> [String] {
      let run = try Sources(files).audit(".", "--format", "xcode", "--only", "token-expiry-unhandled")
      return run.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }
    #expect(try places(["Kit/a.swift": fetch, "Example/App/b.swift": alert]) == ["Kit/a.swift:3:16:"])
    #expect(try places(["Kit/a.swift": fetch, "App/b.swift": alert]) == [])
    #expect(try places(["Example/Kit/a.swift": fetch, "Example/App/b.swift": alert]) == [])
    let reset = alert.replacing("alert()", with: "token = nil")
    #expect(try places(["Kit/a.swift": fetch, "Example/App/b.swift": reset]) == [])
  }

  @Test func inventoryListsTheWorkInOrder() throws {
    let sources = try Sources([
      "a.swift": old + "func f(_ op: CKQueryOperation) { op.recordFetchedBlock = nil; op.recordFetchedBlock = nil }\n"
    ])
    let run = try sources.audit(".", "--inventory", "--format", "csv", "--fail-on", "never")
    #expect(run.exitCode == 0)
    #expect(
      run.output == """
        step,file,api,count,lines,replacement,note
        1,"a.swift","CKRecordID",1,"2","CKRecord.ID","A current SDK or compiler does not know the name: the file stops \
        compiling with the next Xcode."
        3,"a.swift","CKQueryOperation.recordFetchedBlock",2,"3 3","CKQueryOperation.recordMatchedBlock","Once \
        'recordMatchedBlock' is set, the old block is not called any more."

        """)
  }
}
