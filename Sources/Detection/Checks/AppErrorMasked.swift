import Storage
import SyncModel

/// Handlers that lose the CloudKit error they handle.
struct AppErrorMasked: FailureCheck {
  let info = CheckInfo(
    id: "app-error-masked", title: "The CloudKit error was lost by its handler", severity: .warning,
    explanation: """
      The code that handles a failed request to CloudKit failed itself, because the answer did not look as it expected: \
      no body, HTML in place of JSON, or no error object. The error that counts is not in the log.
      """,
    advice: [
      "Log the status and the body of the answer before they are interpreted",
      "Handle answers without JSON: network errors, and 5xx pages of the server",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let masked = try log.store.observations(.maskedError)
    guard !masked.isEmpty else { return [] }
    return [
      try log.finding(
        info, title: "CloudKit error lost by the code that handles it \(Wording.times(masked.count))",
        occurrences: masked.count, proofs: masked.map(Proof.init))
    ]
  }
}
