import Foundation
import TestSupport
import Testing

struct DocumentationTests {
  @Test func pageOfFormatsIsThatOfTheTool() throws {
    let run = try runCkdiag(["formats", "--markdown"])
    #expect(run.exitCode == 0)
    expectGolden(run.output, at: "docs/formats.md")
  }

  /// A link to a file of the project that is not there sends readers nowhere.
  @Test func everyLinkBetweenPagesLeadsToAFile() throws {
    let docs = packageFolder.appendingPathComponent("docs")
    var pages = try FileManager.default.contentsOfDirectory(at: docs, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
    pages.append(packageFolder.appendingPathComponent("README.md"))
    pages.append(packageFolder.appendingPathComponent("Reports/README.md"))
    #expect(pages.count > 10)
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      for match in text.matches(of: /\]\((?<target>[^)\s#]+)/) where !match.target.contains("://") {
        let file = page.deletingLastPathComponent().appendingPathComponent(String(match.target))
        #expect(
          FileManager.default.fileExists(atPath: file.path), "\(page.lastPathComponent) links to \(match.target)")
      }
    }
  }
}
