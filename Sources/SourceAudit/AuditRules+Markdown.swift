import SyncModel

extension AuditRules {
  /// The page `docs/audit-rules.md`: every rule with its severity, meaning, advice and examples.
  package static var markdown: String {
    var lines = [
      "# Audit rules", "",
      "What `ckdiag audit` looks for. This page is generated: `ckdiag rules --markdown`. The examples are the rules' tests;",
      "`↓` stands before the place of a finding.", "",
      "| rule | severity | finds |", "|---|---|---|",
    ]
    for rule in all {
      let off = rule.info.isOnByDefault ? "" : " (off by default)"
      lines.append(
        "| [`\(rule.info.id)`](#\(rule.info.id)) | \(rule.info.severity.rawValue)\(off) | \(rule.info.title) |")
    }
    for rule in all {
      let info = rule.info
      lines += ["", "## \(info.id)", "", "**\(info.severity.rawValue)** · \(info.title)", "", info.explanation, ""]
      lines += info.advice.map { "- \($0)" }
      if !info.isOnByDefault { lines += ["", "Off by default: ask for it with `--enable \(info.id)`."] }
      for (title, examples) in [("Finds", rule.examples.triggering), ("Leaves alone", rule.examples.nonTriggering)] {
        guard let example = examples.first else { continue }
        lines += ["", "\(title):", "", "```swift", example.source, "```"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
