import Foundation
import TestSupport
import Testing

/// Every folder of `Samples/cases` is an input as a user would have it; `Reports` shows what the tool says of it.
struct GalleryTests {
  static let cases = subfolders(of: "Samples/cases")

  @Test(arguments: cases) func reportIsThatOfTheGallery(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-gallery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["report.txt", "report.md", "report.html", "report.json"]
    let outputs = files.flatMap { ["-o", folder.appendingPathComponent($0).path] }
    let run = try runCkdiag(["analyze", "Samples/cases/\(name)", "--fail-on", "never"] + outputs)
    #expect(run == ToolRun(exitCode: 0, output: "", errors: ""))
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      expectGolden(text, at: "Reports/\(name)/\(file)")
    }
  }

  /// What the input of each case is, for the page of the gallery.
  private static let words = [
    "catalog-sync": "Browser traffic of a web app (HAR) that reads a public database",
    "conflict-loop": "Log of an app whose sync library sends the same two records again and again",
    "console-quiet-day": "CloudKit Console export as CSV: one day without trouble",
    "console-week":
      "CloudKit Console export as compressed NDJSON: one week with a throttled morning, full accounts and conflicts",
    "stuck-uploads": "Two states of an app's sync engine, minutes apart",
  ]

  @Test func pageListsEveryReport() throws {
    var page = """
      # Reports

      What `ckdiag analyze` says of the inputs in `Samples/cases`: as a page, as text, as Markdown and as JSON. The inputs
      are made up; their shapes are those of real ones. `CKDIAG_RECORD=1 swift test --filter GalleryTests` renders all
      again.

      | input | report | verdict |
      |---|---|---|

      """
    for name in Self.cases {
      let verdict = try runCkdiag(["analyze", "Samples/cases/\(name)"]).output.split(separator: "\n\n").first ?? ""
      let words = try #require(Self.words[name], "say in this test what '\(name)' is")
      page +=
        "| \(words): [\(name)](../Samples/cases/\(name)) | [page](\(name)/report.html), [text](\(name)/report.txt),"
        + " [Markdown](\(name)/report.md), [JSON](\(name)/report.json) | \(verdict.replacing("\n", with: " ")) |\n"
    }
    page += """

      ![The report of a week, in a browser](console-week/screenshot.png)

      `schema/` holds what `ckdiag schema` says of the schemas in `Samples/schema`.

      """
    expectGolden(page, at: "Reports/README.md")
  }

  private static func subfolders(of path: String) -> [String] {
    let folder = packageFolder.appendingPathComponent(path)
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }
      .sorted()
  }
}
