import Storage
import SyncModel

/// Credentials and addresses of people in the input.
struct SecretsInLog: Check {
  let info = CheckInfo(
    id: "secrets-in-log", title: "Secrets in the input", severity: .warning,
    explanation: """
      The input holds credentials, ids of accounts or addresses of people. They are neither stored nor printed here, \
      but whoever has the input has them.
      """,
    advice: [
      "Remove the lines, or replace the values, before the input is given to anybody",
      "Revoke what was given away: make new API tokens and keys in CloudKit Console, sign out of web sessions",
      "Mask tokens where the log is written",
    ])

  func findings(in store: EventStore) throws(StorageError) -> [Finding] {
    let sightings = try store.observations(.secret)
    guard !sightings.isEmpty else { return [] }
    let kinds = FailureGroup.distinct(sightings.map(\.subject))
    var evidence: [Evidence] = []
    for kind in kinds.prefix(5) {
      guard let first = sightings.first(where: { $0.subject == kind && !$0.text.isEmpty }) else { continue }
      evidence.append(try store.evidence(first.origin, "\(kind): \(first.text)"))
    }
    let count = sightings.reduce(0) { $0 + Int(clamping: max(1, $1.value ?? 1)) }
    let times = sightings.compactMap(\.time)
    return [
      Finding(
        info, title: Wording.title("Secrets in the input: \(list(kinds)), \(Wording.counted(count, "sighting"))"),
        occurrences: count, firstSeen: times.min(), lastSeen: times.max(), evidence: evidence)
    ]
  }

  private func list(_ kinds: [String]) -> String {
    let words = kinds.map { Self.words[$0] ?? $0 }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    guard words.count <= 4 else {
      return words.prefix(3).joined(separator: ", ") + " and \(words.count - 3) more kinds"
    }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static let words = [
    "email": "e-mail address", "sessionCookie": "session cookie", "sessionToken": "session token",
    "keyID": "key id", "privateKey": "private key", "managementToken": "management token",
  ]
}
