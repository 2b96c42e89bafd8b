import Storage
import SyncModel

/// Core Data's mirroring was torn down or never initialised, and the log has no error that tells why.
struct MirroringStopped: FailureCheck {
  let info = CheckInfo(
    id: "mirroring-stopped", title: "Core Data mirroring has stopped", severity: .error,
    explanation: """
      Nothing is imported or exported any more. "Store Removed" means that the app removed or replaced the store while \
      it synced: restored data is then not exported as new, and deleted objects can come back. Error 134406 only \
      repeats that an earlier set-up failed.
      """,
    advice: [
      "Do not remove or replace a store that syncs; insert restored objects through a context instead",
      "After a replacement load the store again, or purge the zone first",
      "Find the first error of the set-up, which may stand before the beginning of this log",
    ])

  /// The account or its identity changed, and mirroring begins anew.
  private static let accountChanges: Set = [134405, 134415, 134416]

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let explained = Set(log.failures.filter(\.explainsStop).map(\.error.origin.source))
    let started = Dictionary(
      try log.store.observations(.mirroringStarted).map { ($0.origin.source, $0.origin.line) }, uniquingKeysWith: max)
    let stops = try log.store.observations(.mirroringStopped).filter { stop in
      let isTornDown = (stop.subject + stop.text).lowercased().contains("removed")
      let isRunningAgain = started[stop.origin.source].map { $0 > stop.origin.line } ?? false
      return !isRunningAgain && (isTornDown || !explained.contains(stop.origin.source))
    }
    let errors = log.mirroringErrors.filter { !explained.contains($0.origin.source) }
    let proofs =
      stops.map(Proof.init) + errors.map { Proof($0) }
    guard !proofs.isEmpty else { return [] }
    let isReset = stops.allSatisfy { !($0.subject + $0.text).lowercased().contains("removed") }
    if isReset, !errors.isEmpty, errors.allSatisfy({ Self.accountChanges.contains($0.code ?? 0) }) {
      return [
        try log.finding(
          info, severity: .warning, title: "Core Data reset its sync data after a change of account",
          occurrences: errors.count, proofs: proofs.inOrder)
      ]
    }
    let reasons = FailureGroup.distinct(stops.map(\.subject))
    let why = reasons.first.map { ": \($0)" } ?? (errors.first?.code.map { " (NSCocoaErrorDomain \($0))" } ?? "")
    return [
      try log.finding(
        info, title: "Core Data mirroring has stopped\(why)", occurrences: proofs.count, proofs: proofs.inOrder)
    ]
  }
}

extension Failure {
  /// True when it is a reason for which mirroring stops.
  fileprivate var explainsStop: Bool {
    switch cause {
    case .mirroringStopped, .activityDeferred, .networkFailure, .duplicateSubscription: false
    default: true
    }
  }
}
