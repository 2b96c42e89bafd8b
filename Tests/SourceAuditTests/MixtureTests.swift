import Foundation
import SourceAudit
import TestSupport
import Testing

/// Code around the examples of rules, in which no rule finds anything; some of its names are also those of examples.
private struct Filler {
  var random: SeededGenerator

  private static let names = ["database", "record", "error", "operation", "token", "zone", "fetch", "push", "cursor"]

  private mutating func name(_ prefix: String) -> String {
    let known = Self.names.randomElement(using: &random) ?? ""
    return Bool.random(using: &random) ? known : "\(prefix)\(Int.random(in: 0..<1000, using: &random))"
  }

  mutating func piece() -> String {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    let (a, b) = (name("first"), name("second"))
    let pieces = [
      """
      private func layOut\(number)(_ \(a): Double, \(b): [Double] = [1, 2, 3]) -> Double {
        let margins = [8.0, 16.0, 24.0].map { $0 * \(a) }
        return margins.reduce(0, +) + \(b).reduce(0) { $0 + $1 }
      }
      """,
      """
      /// A view of the made application.
      @available(iOS 13, *)
      final class Panel\(number): NSObject, Comparable {
        @objc private(set) var \(a): String = "{ \\(\(number)) }"
        static let all\(number) = [1, 2, 3].filter { $0 > 1 }, \(b) = "text"
        enum Kind: String, CaseIterable { case \(a), other = "}"; var title\(number): String { rawValue } }
        lazy var make: () -> Int = {
          let values = (0..<10).map { $0 * 2 }
          return values.count
        }()
        init(\(a): String) { self.\(a) = \(a); super.init() }
        class func == (left: Panel\(number), right: Panel\(number)) -> Bool { left.\(a) == right.\(a) }
        subscript(index: Int) -> Int { index < 0 ? 0 : index * \(number) }
        #if os(iOS)
          override func viewDidLoad() { layOut(\(a), with: [1, 2, 3]) }
        #endif
        deinit { print("gone", \(a)) }
      }
      """,
      "typealias Alias\(number) = [String: (Int, \(a.capitalized))]",
      """
      extension Array where Element == Int {
        var \(a)\(number): Int { reduce(0) { sum, next in sum &+ next * \(number) } }
        mutating func \(b)(_ other: [Int]) { for value in other where value > 0 { append(value) } }
      }
      """,
      """
      protocol Drawing\(number): AnyObject {
        associatedtype Canvas
        var \(a): Canvas { get }
        func draw(on canvas: Canvas, \(b): Int)
      }
      """,
      """
      let table\(number): [String: [Int]] = [
        "\(a)": [1, 2, 3], "\(b)": [4, 5, 6], "/* no comment": [], "// neither": [7],
      ]
      """,
      "/* A comment with { and \" in it. */\nprefix operator +++\(String(repeating: "+", count: number % 3))",
    ]
    return pieces.randomElement(using: &random) ?? ""
  }
}

struct MixtureTests {
  /// Examples of rules among each other and among other code, in files of one project: what is blanked changes nothing.
  @Test(arguments: 0..<40)
  func blankingChangesNoFindingInMixturesOfExamples(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var filler = Filler(random: SeededGenerator(seed: UInt64(seed) + 1_000))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-mixture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let examples = RuleExample.all.filter { !$0.example.companions.keys.contains { $0.hasSuffix(".ckdb") } }
    for number in 0..<4 {
      var pieces = (0..<Int.random(in: 3..<9, using: &random)).map { _ in filler.piece() }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let example = examples.randomElement(using: &random) else { continue }
        pieces.append(example.example.source.replacing("↓", with: ""))
        for (name, text) in example.example.companions { try write(text, to: name, in: folder) }
      }
      pieces.shuffle(using: &random)
      try write(pieces.joined(separator: "\n\n") + "\n", to: "File\(number).swift", in: folder)
    }
    let tree = SourceTree(paths: [folder.path])
    var auditor = Auditor(rules: AuditRules.all.filter(\.info.isOnByDefault), threads: 1)
    let reduced = try auditor.run(swiftFiles: tree.swiftFiles, projectFiles: tree.projectFiles)
    auditor.usesFilter = false
    let whole = try auditor.run(swiftFiles: tree.swiftFiles, projectFiles: tree.projectFiles)
    #expect(reduced.findings == whole.findings)
    #expect(reduced.notes == whole.notes)
  }

  private func write(_ text: String, to name: String, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }
}
