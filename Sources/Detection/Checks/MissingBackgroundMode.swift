import Storage
import SyncModel

/// The background mode that silent pushes need is not declared.
struct MissingBackgroundMode: FailureCheck {
  let info = CheckInfo(
    id: "missing-background-mode", title: "The background mode for remote notifications is missing", severity: .warning,
    explanation: """
      CloudKit tells of changes by silent pushes. Without the background mode remote-notification the app does not \
      get them, and imports happen only when it is opened.
      """,
    advice: ["Switch on Background Modes, Remote notifications, under Signing & Capabilities"])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let observed = try log.store.observations(.missingBackgroundMode)
    guard !observed.isEmpty else { return [] }
    return [
      try log.finding(info, title: info.title, occurrences: observed.count, proofs: observed.map(Proof.init))
    ]
  }
}
