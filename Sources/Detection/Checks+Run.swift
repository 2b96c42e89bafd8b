import Storage
import SyncModel

extension Checks {
  /// The findings of all selected checks in what a store holds, causes only, worst first.
  ///
  /// All checks run whatever is selected, because a narrower finding silences a wider one; the selection is applied to
  /// the result.
  package static func run(
    in store: EventStore, selection: CheckSelection = CheckSelection(), thresholds: CheckThresholds = CheckThresholds()
  ) throws(StorageError) -> [Finding] {
    var findings: [Finding] = []
    let log = try FailureLog(store, thresholds: thresholds)
    for check in all {
      let check = check.applying(thresholds)
      if let check = check as? any FailureCheck {
        findings += try check.findings(in: log)
      } else {
        findings += try check.findings(in: store)
      }
    }
    let unwanted = Set(all.lazy.map(\.info).filter { !selection.includes($0) }.map(\.id))
    return sorted(findings.filter { !unwanted.contains($0.id) })
  }

  /// Severity first, then the first evidence, then the id: the order of the report.
  static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.severity != b.severity { return a.severity > b.severity }
      let (first, second) = (a.evidence.first, b.evidence.first)
      if first?.path != second?.path { return (first?.path ?? "\u{FFFF}") < (second?.path ?? "\u{FFFF}") }
      if first?.line != second?.line { return (first?.line ?? .max) < (second?.line ?? .max) }
      return a.id == b.id ? left.offset < right.offset : a.id < b.id
    }.map(\.element)
  }

  /// The check of the given id.
  package static func check(_ id: String) -> (any Check)? {
    all.first { $0.info.id == id }
  }
}
