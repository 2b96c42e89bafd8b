import SchemaLanguage
import SourceAudit
import SyncModel
import TestSupport
import Testing

struct SchemaDocsTests {
  @Test func pageOfChecksIsUpToDate() {
    var page = """
      # Schema checks

      Written from the registries by the tests; `CKDIAG_RECORD=1 swift test --filter SchemaDocsTests` renews it.

      """
    let chapters = [
      ("`ckdiag schema lint`", LintRules.all.map(\.info)), ("`ckdiag schema diff`", DiffRules.all.map(\.info)),
      ("`ckdiag schema check`", UsageChecks.all.map(\.info)),
    ]
    for (title, infos) in chapters {
      page += "\n## \(title)\n"
      for info in infos {
        page += "\n### `\(info.id)` (\(info.severity.rawValue))\n\n\(info.title). \(info.explanation)\n\n"
        page += info.advice.map { "- \($0)\n" }.joined()
      }
    }
    page += "\n## Predicates and the indexes they need\n\n| format | arguments | needs |\n|---|---|---|\n"
    for form in PredicateForms.all {
      let arguments = form.arguments.map { argument -> String in
        if case .text(let text) = argument { return "`\(text)`" }
        return "…"
      }
      let cells = ["`\(form.format)`", arguments.joined(separator: ", "), form.found]
      page += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    expectGolden(page, at: "docs/schema-checks.md")
  }
}
