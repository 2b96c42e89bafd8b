import Foundation
import SourceAudit
import SyncModel
import TestSupport
import Testing
import TextPatterns

/// A folder of sources that is removed when the test ends.
private final class SourceFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-sources-\(UUID().uuidString)")

  init(_ files: [String: String]) throws {
    for (name, text) in files { try write(Data(text.utf8), to: name) }
  }

  func write(_ data: Data, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Paths below the folder, as a tree finds them.
  func tree(excluding patterns: [String] = [], usesIgnoreFiles: Bool = true) -> [String] {
    SourceTree(paths: [url.path], excluding: patterns, usesIgnoreFiles: usesIgnoreFiles).swiftFiles.map {
      String($0.dropFirst(url.path.count + 1))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

struct EngineTests {
  private let old = "let id: CKRecordID? = nil\n"

  @Test func walksFoldersAndLeavesOutWhatIsNotTheProjects() throws {
    let folder = try SourceFolder([
      "b.swift": "", "A/a.swift": "", "A/text.txt": "", ".build/x.swift": "", "Pods/x.swift": "",
      "A/Carthage/x.swift": "", ".hidden/x.swift": "",
    ])
    #expect(folder.tree() == ["A/a.swift", "b.swift"])
    let tree = SourceTree(paths: [folder.url.path])
    #expect(tree.notes.map(\.text) == ["folders of dependencies and build products left out"])
    #expect(tree.notes.first?.paths.count == 3)
  }

  @Test func obeysIgnoreFilesAndExcludedPatterns() throws {
    let folder = try SourceFolder([
      ".git/HEAD": "", ".gitignore": "Generated/\n*.gen.swift\n!keep.gen.swift\n/top.swift\n# a comment\n",
      "Generated/a.swift": "", "b.gen.swift": "", "keep.gen.swift": "", "top.swift": "", "Sub/top.swift": "",
      "Sub/.gitignore": "inner.swift", "Sub/inner.swift": "", "inner.swift": "",
    ])
    #expect(folder.tree() == ["Sub/top.swift", "inner.swift", "keep.gen.swift"])
    #expect(folder.tree(usesIgnoreFiles: false).count == 7)
    #expect(folder.tree(excluding: ["**/Sub/**", "inner.swift"]) == ["keep.gen.swift"])
  }

  @Test func visitsLinkedFoldersOnceAndEndsInCircles() throws {
    let folder = try SourceFolder(["Real/a.swift": old])
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("Also"), withDestinationPath: "Real")
    try manager.createSymbolicLink(atPath: folder.path("Real/Circle"), withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: folder.path("gone.swift"), withDestinationPath: "nowhere")
    #expect(folder.tree() == ["Real/a.swift"])
  }

  @Test func reportsWhatCannotBeRead() throws {
    let tree = SourceTree(paths: ["/nowhere/at/all"])
    #expect(
      tree.notes == [
        AuditNote(text: "cannot be read: no such file or directory", paths: ["/nowhere/at/all"], isFailure: true)
      ])
    let outcome = try Auditor(rules: [RemovedAPI()], threads: 2).run(swiftFiles: ["/nowhere/x.swift"])
    #expect(outcome.notes.map(\.isFailure) == [true])
  }

  @Test func keepsColumnsInSourcesThatAreNotUTF8() throws {
    let folder = try SourceFolder([:])
    try folder.write(Data([0x2F, 0x2A, 0xE9, 0x2A, 0x2F]) + Data("let id: CKRecordID".utf8), to: "latin.swift")
    try folder.write(Data("CKRecord\0\0".utf8), to: "wide.swift")
    let outcome = try Auditor(rules: [RemovedAPI()], threads: 1)
      .run(swiftFiles: [folder.path("latin.swift"), folder.path("wide.swift")])
    #expect(outcome.findings.map(\.finding.column) == [14])
    #expect(
      outcome.notes.map(\.text) == ["not valid UTF-8: each bad byte read as '?'", "not UTF-8 text, not audited"])
  }

  @Test func leavesOutHugeSourcesWithANote() throws {
    let folder = try SourceFolder(["huge.swift": old + String(repeating: "// filler\n", count: 500_000)])
    let outcome = try Auditor(rules: [RemovedAPI()], threads: 1).run(swiftFiles: [folder.path("huge.swift")])
    #expect(outcome.findings.isEmpty)
    #expect(outcome.notes.map(\.text) == ["larger than 4 MiB, not audited"])
  }

  /// What is looked up for each name or place must not walk its neighbours.
  @Test func longFlatSourcesAreAudited() throws {
    let members = (0..<12_000).map { "  let field\($0): CKRecord?\n" }.joined()
    let folder = try SourceFolder(["flat.swift": "import CloudKit\nstruct S {\n\(members)}\n" + old])
    let outcome = try Auditor(rules: AuditRules.all, threads: 1).run(swiftFiles: [folder.path("flat.swift")])
    #expect(outcome.findings.map(\.finding.line) == [12_004])
  }

  @Test func unreadableFoldersAndFilesCostANote() throws {
    let folder = try SourceFolder(["a.swift": old, "Closed/b.swift": old, "c.swift": old])
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("Closed"))
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("c.swift"))
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("Closed")) }
    // Root reads everything.
    guard !manager.isReadableFile(atPath: folder.path("c.swift")) else { return }
    let tree = SourceTree(paths: [folder.url.path])
    #expect(
      tree.notes == [
        AuditNote(text: "cannot be read: permission denied", paths: [folder.path("Closed/")], isFailure: true)
      ])
    let outcome = try Auditor(rules: [RemovedAPI()], threads: 1).run(swiftFiles: tree.swiftFiles)
    #expect(outcome.findings.count == 1)
    #expect(outcome.notes.map(\.text) == ["cannot be read: permission denied"])
  }

  @Test func whatHoldsForTheProjectIsSaidOnce() throws {
    let source = """
      import CloudKit
      let store = CKContainer.default().privateCloudDatabase
      func save(_ record: CKRecord, database: CKDatabase) async throws { _ = try await database.save(record) }
      """
    let folder = try SourceFolder(["b.swift": source, "a.swift": source, "c.swift": source])
    let paths = ["a.swift", "b.swift", "c.swift"].map { folder.path($0) }
    let auditor = Auditor(rules: AuditRules.all.filter { $0.info.id == "account-status-unchecked" }, threads: 2)
    let all = try auditor.run(swiftFiles: paths).findings
    #expect(all.map(\.finding.path) == [paths[0]])
    #expect(all.first?.finding.message == "no source of the audit asks for the account status (and 2 more files)")
    let one = try auditor.run(swiftFiles: [paths[1]]).findings
    #expect(one.first?.finding.message == "no source of the audit asks for the account status")
    // A baseline knows it wherever it is said, and one comment silences it for good.
    #expect(one.first?.fingerprint == all.first?.fingerprint)
    try folder.write(Data(("// ckdiag:disable:file account-status-unchecked\n" + source).utf8), to: "a.swift")
    let silenced = try auditor.run(swiftFiles: paths)
    #expect(silenced.findings.isEmpty)
    #expect(silenced.summary.suppressed == 3)
  }

  /// Line and UTF-8 column, wherever the name stands behind.
  @Test(arguments: [
    ("/* 👩‍👩‍👧 é */ let a: ↓CKRecordID?", 1), ("\t\tlet a: ↓CKRecordID?", 1),
    ("/* a /* b */ c */ let a: ↓CKRecordID?", 1), ("let `class` = 1; let é: ↓CKRecordID?", 1),
    ("let t = #\"\"\"\n  \\(CKRecordID) \"\" CKReference\n  \"\"\"#; let a: ↓CKRecordID?", 1),
    ("let t = \"\\(CKRecordZone.default()) CKRecordID\"; let a: ↓CKRecordID?", 1),
    ("let r = /CKRecordID[\"{]/; let s = #/ CKReference /#; let a: ↓CKRecordID?", 1),
    ("let 🎈 = 1, 日本 = 2\r\nlet a: ↓CKRecordID?, b: [↓CKReference]", 2),
    ("#if os(iOS)\n  let a: ↓CKRecordID?\n#endif", 1),
    ("@available(iOS 17, *) nonisolated(unsafe) let a: ↓CKRecordID? = if true { nil } else { nil }", 1),
    ("func f<each T>(_ x: repeat each T) throws(CKError) -> ↓CKRecordID? { nil }", 1),
  ])
  func columnsAreExactBehind(_ marked: String, _ count: Int) throws {
    let text = "import CloudKit\n" + marked.replacing("↓", with: "")
    let findings = RemovedAPI().findings(in: SourceFile(path: "a.swift", text: text))
    var places: [[Int]] = []
    let lines = ("import CloudKit\n" + marked).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (line, part) in lines.enumerated() {
      let pieces = part.components(separatedBy: "↓")
      var column = 1
      for piece in pieces.dropLast() {
        column += piece.utf8.count
        places.append([line + 1, column])
      }
    }
    #expect(places.count == count)
    #expect(findings.map { [$0.line, $0.column] } == places)
  }

  @Test func parsesOnlyWhatMayHoldAFinding() throws {
    let folder = try SourceFolder(["a.swift": old, "b.swift": "print(1)\n"])
    let outcome = try Auditor(rules: AuditRules.all, threads: 2)
      .run(swiftFiles: [folder.path("a.swift"), folder.path("b.swift")])
    #expect(outcome.summary.files == 2)
    #expect(outcome.summary.parsedFiles == 1)
  }

  /// The filter may select too much, never too little.
  @Test(arguments: AuditRules.all.flatMap { rule in rule.examples.triggering.map(\.source) })
  func everySourceWithAFindingPassesTheFilter(_ source: String) throws {
    let text = source.replacing("↓", with: "")
    let file = SourceFile(path: "Example.swift", text: text)
    let hasFinding = AuditRules.all.contains { !$0.findings(in: file).isEmpty }
    if hasFinding { #expect(try Prefilter().selects(text)) }
  }

  /// A word is found wherever it stands among the bytes that are looked at together.
  @Test(arguments: [
    "CKAsset", "queryCompletionBlock", "#Unique<A>(1)", "cloudKitDatabase", "inZoneWith", "isLongLived",
  ])
  func theFilterFindsWordsAtEveryPlace(_ word: String) throws {
    let filter = try Prefilter()
    for before in 0..<40 {
      for after in [0, 1, 17] {
        let (start, end) = (String(repeating: " ", count: before), String(repeating: ";", count: after))
        #expect(filter.selects(start + word + end), "\(before) bytes before, \(after) behind")
        #expect(!filter.selects(start + word.lowercased() + end))
      }
    }
    #expect(!filter.selects("") && !filter.selects("// CKAsset\n"))
  }

  @Test func findsTheSameOnOneAndOnManyThreads() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<40).map { ("f\($0).swift", String(repeating: "\n", count: $0) + old) })
    let folder = try SourceFolder(files)
    let paths = SourceTree(paths: [folder.url.path]).swiftFiles
    let one = try Auditor(rules: AuditRules.all, threads: 1).run(swiftFiles: paths)
    let many = try Auditor(rules: AuditRules.all, threads: 8).run(swiftFiles: paths)
    #expect(one.findings == many.findings)
    #expect(one.findings.count == 40)
  }

  // MARK: - Suppressions

  @Test func silencesWhatCommentsName() throws {
    let folder = try SourceFolder([
      "a.swift": """
      let a: CKRecordID? = nil // ckdiag:disable removed-api
      // ckdiag:disable removed-api -- migrated next year
      let b: CKRecordID? = nil
      let c: CKRecordID? = nil
      // ckdiag:disable:previous removed-api
      // ckdiag:disable:next deprecated-api, removed-api
      let d: CKRecordID? = nil
      let e: CKRecordID? = nil
      // ckdiag:disable all
      let text = "ckdiag:disable:file all"
      """,
      "whole.swift": "/* ckdiag:disable:file removed-api */\n\nlet a: CKRecordID? = nil\n",
    ])
    let outcome = try Auditor(rules: [RemovedAPI(), DeprecatedAPI()], threads: 1)
      .run(swiftFiles: [folder.path("a.swift"), folder.path("whole.swift")])
    #expect(outcome.findings.map(\.finding.line) == [8])
    #expect(outcome.summary.suppressed == 5)
    #expect(outcome.unusedSuppressions.map(\.finding.line) == [9])
  }

  @Test func keepsFingerprintsWhenLinesMove() throws {
    let folder = try SourceFolder(["a.swift": old + old])
    let auditor = Auditor(rules: [RemovedAPI()], threads: 1)
    let before = try auditor.run(swiftFiles: [folder.path("a.swift")]).findings.map(\.fingerprint)
    try folder.write(Data(("// moved\n\n  " + old + old).utf8), to: "a.swift")
    let after = try auditor.run(swiftFiles: [folder.path("a.swift")]).findings.map(\.fingerprint)
    #expect(before == after)
    #expect(Set(before).count == 2)
  }

  // MARK: - Own patterns

  @Test func looksForOwnPatternsInTheirScopes() throws {
    let folder = try SourceFolder(["a.swift": "let legacy = \"legacy\" // legacy\n"])
    func columns(_ scopes: Set<UserPattern.Scope>) throws -> [Int] {
      var auditor = Auditor(rules: [], threads: 1)
      auditor.patterns = [
        UserPattern(
          info: CheckInfo(id: "no-legacy", title: "say 'old'", severity: .note, explanation: "", advice: []),
          pattern: try Pattern("legacy"), scopes: scopes)
      ]
      return try auditor.run(swiftFiles: [folder.path("a.swift")]).findings.map(\.finding.column)
    }
    #expect(try columns([.code]) == [5])
    #expect(try columns([.strings]) == [15])
    #expect(try columns([.comments]) == [26])
    #expect(try columns([.code, .comments, .strings]) == [5, 15, 26])
  }

  // MARK: - Deployment targets

  @Test func warnsAsTheCompilerOfTheTargetDoes() throws {
    let folder = try SourceFolder([
      "a.swift": """
      func f(_ op: CKQueryOperation) {
        op.queryCompletionBlock = nil
        if #available(iOS 15, *) { op.queryCompletionBlock = nil } else { op.queryCompletionBlock = nil }
        op.isLongLived = true
      }
      @available(iOS 16, *)
      func g(_ op: CKQueryOperation) { op.queryCompletionBlock = nil }
      let role: CKShare.Participant.Role? = nil
      """
    ])
    func lines(_ targets: [String: Version]) throws -> [Int] {
      var auditor = Auditor(rules: [DeprecatedAPI()], threads: 1)
      auditor.deploymentTargets = targets
      return try auditor.run(swiftFiles: [folder.path("a.swift")]).findings.map(\.finding.line)
    }
    #expect(try lines([:]) == [2, 3, 3, 4, 7, 8])
    #expect(try lines(["iOS": Version("15.0")]) == [2, 3, 3, 4, 7, 8])
    #expect(try lines(["iOS": Version("14.5")]) == [3, 4, 7, 8])
    #expect(try lines(["macOS": Version("12")]) == [2, 3, 3, 4, 7, 8])
    #expect(try lines(["macOS": Version("11")]) == [4, 8])
    #expect(try lines(["iOS": Version("9.0")]) == [3, 7, 8])
  }
}
