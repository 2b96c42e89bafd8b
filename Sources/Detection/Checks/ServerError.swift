import SyncModel

/// 500, 503 without a delay, INTERNAL_ERROR, index faults on the server, internalError.
struct ServerError: CauseCheck {
  let cause = Cause.serverError
  let info = CheckInfo(
    id: "server-error", title: "CloudKit failed on its own side", severity: .warning,
    explanation: """
      The server or the daemon failed without blaming the request, and without a delay to wait for. When many users \
      have it at once it is an incident; when one request always has it, skip that request.
      """,
    advice: [
      "Try again later with a growing delay; slow down when many small requests went before",
      "Look at Apple's system status, and report it with the request ids when it stays",
      "When one query or zone always fails, go on with the others",
    ])

  func title(of group: FailureGroup) -> String {
    if group.mentions("index has invalid data") {
      return "Index on the server has invalid data (\(Wording.counted(group.count, "failure")))"
    }
    let codes = group.distinct(\.error.label)
    let what = codes.isEmpty ? "" : ": \(codes.prefix(3).joined(separator: ", "))"
    let isInternal = group.failures.allSatisfy { $0.error.domain == "CKErrorDomain" }
    let place = isInternal ? "with an internal error" : "on the server"
    return "\(Wording.counted(group.requests, "request")) failed \(place)\(what)"
  }

  func advice(for group: FailureGroup) -> [String]? {
    if group.failures.contains(where: { $0.error.code == 15 && $0.error.underlying?.code == 2000 }) {
      return [
        "Open the container in CloudKit Console: one that was just created or never used answers like this",
        "Try again later with a growing delay, and look at Apple's system status",
        "When one record or zone always fails, go on with the others and report it with the request ids",
      ]
    }
    guard group.failures.contains(where: { $0.error.underlying?.code == 4000 }) else { return nil }
    return [
      "Look at the device's clock and sign in to iCloud: the device could not sign its requests",
      "When many users have it at once, look at Apple's system status and change nothing",
    ]
  }
}
