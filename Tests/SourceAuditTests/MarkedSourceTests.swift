import Foundation
import SourceAudit
import SyncModel
import TestSupport
import Testing

/// Sources in the style of real apps, each with a mark behind every line that a misuse rule must object to.
struct MarkedSourceTests {
  static let names: [String] = {
    let folder = packageFolder.appendingPathComponent("Samples/audit")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted()
  }()

  @Test func samplesExist() { #expect(Self.names.contains("CarefulClient.swift")) }

  @Test(arguments: names)
  func findsWhatIsMarkedAndNothingElse(_ name: String) throws {
    let url = packageFolder.appendingPathComponent("Samples/audit/\(name)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let file = SourceFile(path: name, text: text)
    let rules = AuditRules.all.filter { !$0.looksIntoTests && $0.info.isOnByDefault }
    let found = Set(rules.flatMap { $0.findings(in: file) }.map { "\($0.line) \($0.id)" })
    #expect(found.sorted() == marks(in: text).sorted())
  }

  /// `12 cursor-loop` for each id behind a `//!` in line 12.
  private func marks(in text: String) -> Set<String> {
    var marks: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let mark = line.range(of: "//! ") else { continue }
      for id in line[mark.upperBound...].split(separator: " ") { marks.insert("\(index + 1) \(id)") }
    }
    return marks
  }
}
