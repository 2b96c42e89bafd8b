import SyncModel

extension Checks {
  /// The page `docs/checks.md`: every check with its severity, meaning and advice, then the thresholds.
  package static var markdown: String {
    let infos = all.map(\.info)
    var lines = [
      "# Checks", "",
      "What `ckdiag analyze` and `ckdiag report` look for. This page is generated: `ckdiag checks --markdown`.", "",
      "**error** = data lost, sync stopped, or a request that can never succeed; **warning** = sync is degraded or will",
      "stop; **note** = worth knowing. `--only ID,…` runs some checks, `--disable ID,…` leaves some out.", "",
      "| check | severity | finds |", "|---|---|---|",
    ]
    lines += infos.map { "| [`\($0.id)`](#\($0.id)) | \($0.severity.rawValue) | \($0.title) |" }
    for info in infos {
      lines += ["", "## \(info.id)", "", "**\(info.severity.rawValue)** · \(info.title)", ""]
      lines += [info.explanation, ""]
      lines += info.advice.map { "- \($0)" }
      if !info.isOnByDefault { lines += ["", "Off by default: ask for it with `--only \(info.id)`."] }
    }
    lines += [
      "", "## Thresholds", "", "Set in `.ckdiag.json` under `thresholds`.", "", "| key | default | meaning |",
      "|---|---|---|",
    ]
    let standard = CheckThresholds()
    lines += CheckThresholds.keys.map { "| `\($0.name)` | \(Self.plain($0.value(in: standard))) | \($0.meaning) |" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
