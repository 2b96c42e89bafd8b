import Foundation
import SourceAudit
import TestSupport
import Testing

/// Functions in which no rule finds anything, long enough to be left out.
private let coldCode = (0..<8).map { number in
  """
  private func layOut\(number)(_ width: Double) -> Double {
    let margins = [8.0, 16.0, 24.0].map { $0 * width }
    return margins.reduce(0, +) / 3 - Double(margins.count) * 0.5 + width * 0.25
  }

  """
}.joined()

struct SkeletonTests {
  /// What is left out changes no finding: neither what a rule finds nor what keeps it quiet.
  @Test(arguments: RuleExample.all)
  func everyExampleHasTheSameFindingsWithoutItsColdBodies(_ example: RuleExample) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-cold-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = example.example.source.replacing("↓", with: "") + "\n" + coldCode
    var files = example.example.companions
    files["Example.swift"] = text
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let tree = SourceTree(paths: [folder.path])
    var auditor = Auditor(rules: AuditRules.all.filter(\.info.isOnByDefault), threads: 1)
    let reduced = try auditor.run(swiftFiles: tree.swiftFiles, projectFiles: tree.projectFiles)
    auditor.usesFilter = false
    let whole = try auditor.run(swiftFiles: tree.swiftFiles, projectFiles: tree.projectFiles)
    #expect(reduced.findings == whole.findings, sourceLocation: example.sourceLocation)
  }

  private func reduced(_ hot: String, isTest: Bool = false) throws -> String? {
    try SourceSkeleton().reduced(hot + coldCode, isTest: isTest)
  }

  @Test func blanksBodiesAndMovesNothing() throws {
    let text = "let a = 1\n" + coldCode
    let reduced = try #require(try SourceSkeleton().reduced(text))
    #expect(reduced.utf8.count == text.utf8.count)
    #expect(!reduced.contains("margins"))
    #expect(reduced.contains("private func layOut7(_ width: Double) -> Double {\n"))
    let ends = text.utf8.indices.filter { text.utf8[$0] == 10 }
    #expect(ends == reduced.utf8.indices.filter { reduced.utf8[$0] == 10 })
  }

  @Test(arguments: [
    // A word of a request.
    "func a() { let list = [1, 2, 3, 4]; database.save(list) }",
    // Called by kept code, directly and through another function.
    "let a = b { db.save(x) }\nfunc b(_ x: () -> Void) -> Int { let list = [1, 2, 3, 4]; return list[x] }",
    "func a() { b(); db.save(x) }\nfunc b() { c(with: [1, 2, 3]) }\nfunc c(with list: [Int]) { print(list.count, 1) }",
    // Calls a function with an anchor.
    "func push() { db.save(x) }\nfunc all() { let list = [1, 2, 3, 4]; for _ in list { push() } }",
    // What is no body: the value of a property, statements at the top.
    "class A {\n  lazy var list: [Int] = { let all = [1, 2, 3, 4, 5, 6]; return all.sorted() }()\n}",
    "if isReady {\n  let list = [1, 2, 3, 4, 5, 6, 7, 8, 9].sorted()\n}",
  ])
  func keepsWhatRulesMayAskFor(_ hot: String) throws {
    #expect(try reduced(hot + "\n")?.hasPrefix(hot) == true)
  }

  @Test(arguments: [
    #"func f() { print("} \"{ \(list.map { "\($0) }" }.joined()) {") ; let x = 1 }"#,
    ##"func f() { print(#"} \(no) "#, #"\#(list.map { "}" }) {"#) ; let x = [1, 2] }"##,
    "func f() { /* } /* { */ } */ let text = \"\"\"\n  } \"quoted\" {\n  \"\"\" // }\n}",
    "func f() { let half = 6 / 2, third = (9)/3; print(half, third, \"a/b\") }",
    "struct S {\n  var `class`: Int { let all = [1, 2, 3, 4, 5, 6, 7, 8]; return all.count }\n}",
    "extension S {\n  static func / (a: S, b: S) -> S { let all = [a, b, a, b, a, b]; return all[0] }\n}",
    "struct S {\n  init(a: () -> Void = {}) { let all = [1, 2, 3, 4, 5, 6, 7, 8]; print(all) }\n}",
    "enum E {\n  case a, b\n  subscript(i: Int) -> Int { let all = [1, 2, 3, 4, 5, 6, 7, 8]; return all[i] }\n}",
  ])
  func findsTheEndOfABody(_ cold: String) throws {
    let reduced = try #require(try reduced(cold + "\nlet end = 1\n"))
    let text = String(reduced.prefix(while: { $0 != "\0" }))
    #expect(text.contains("\nlet end = 1\n"))
    #expect(!text.contains("print") && !text.contains("all") && !text.contains("half"))
  }

  @Test(arguments: [
    // What may begin a regex literal, braces that do not match, and comments and texts that do not end.
    "func f() { let pattern = /[{]/ ; print(pattern) }\n", "func f() { let pattern = #/[{]/# ; print(pattern) }\n",
    "func f() { } }\n", "func f() { (\n", "/* \n", "let a = \"\n", "let a = \"\"\"\n",
    // Comments for the audit, and what rules look at everywhere.
    "// ckdiag:disable all\n", "let id: CKAsset.ExportedAssetID\n",
  ])
  func parsesWholeWhatItIsNotSureOf(_ text: String) throws {
    #expect(try reduced(text) == nil)
  }

  /// A declaration stays when what stays comes to it by names, in whatever way it is written.
  @Test(arguments: [
    "var list: [Int] = [1, 2, 3]", "let other = 1, list = [2, 3]", "let (other, list) = ([1], [2, 3])",
    "func list(_ numbers: [Int] = [1, 2, 3]) -> Int", "@objc private(set) lazy var list = { [1, 2, 3] }()",
    "class func list() -> [Int]", "typealias list = [Int]", "class list: NSObject, @unchecked Sendable {\n}",
    "enum A {\n  case other, list\n}", "struct A {\n  static let list = 1; static let three = 3\n}",
    "struct A {\n  struct B {\n    #if os(iOS)\n      var list: Int\n    #endif\n  }\n}",
  ])
  func keepsTheDeclarationsThatKeptCodeNames(_ declaration: String) throws {
    func reduced(_ argument: String) throws -> String {
      let text = "func save() { database.save(\(argument)) }\n\(declaration)\n\(coldCode)"
      return try #require(try SourceSkeleton().reduced(text, alone: true))
    }
    let kept = declaration.hasPrefix("struct A {\n  static") ? "struct A {\n  static let list = 1; " : declaration
    #expect(try reduced("list").contains(kept))
    #expect(!(try reduced("other2")).contains("list"))
  }

  /// What a declaration that stays mentions stays as well, and so on.
  @Test func followsNamesFromDeclarationToDeclaration() throws {
    let chain = """
      var a: B { get }
      struct B {
        let c: Int
        init(_ d: D) {}
      }
      typealias D = E
      enum F {
        case g(H)
      }

      """
    let text = "func save() { database.save(a) }\n" + chain + coldCode
    let reduced = try #require(try SourceSkeleton().reduced(text, alone: true))
    #expect(reduced.contains("var a: B { get }\nstruct B {\n "))
    #expect(reduced.contains("\n  init(_ d: D) {}\n}\ntypealias D = E\n"))
    #expect(!reduced.contains("let c") && !reduced.contains("enum") && !reduced.contains("layOut"))
  }

  @Test(arguments: [
    // Two declarations that cannot be told apart, statements, code behind a type, and an anchor in a head.
    "let a = 1...\n  let c = 2", "if isReady { layOut() }", "struct A {}; print(1)",
    "func a(_ op: Int, block: () -> Void = { op.save(record) })", "#warning(\"later\")",
  ])
  func keepsWhatIsNotClearlyOneDeclaration(_ text: String) throws {
    let reduced = try #require(try SourceSkeleton().reduced(text + "\n" + coldCode, alone: true))
    #expect(reduced.hasPrefix(text + "\n"))
  }

  @Test func inTestsOnlyRetiredNamesCount() throws {
    let hot = "func a() { let op = CKQueryOperation(); op.queryCompletionBlock = nil }\n"
    let save = "func b() { let list = [1, 2, 3, 4]; database.save(list, title: 1) }\n"
    let reduced = try #require(try reduced("import XCTest\n" + hot + save))
    #expect(reduced.contains("queryCompletionBlock"))
    #expect(!reduced.contains("save(list"))
    #expect(try self.reduced(save, isTest: true)?.contains("save(list") == false)
  }

  @Test func deepNestingCostsNoStack() throws {
    let text = String(repeating: #""\("#, count: 200_000)
    #expect(try reduced(text) == nil)
    #expect(try reduced(String(repeating: "{", count: 1_000_000)) == nil)
  }
}
