import Storage
import SyncModel

/// The same records conflict again in three rounds or more.
struct ConflictLoop: FailureCheck {
  private(set) var repetitions = 3
  let info = CheckInfo(
    id: "conflict-loop", title: "The same records conflict again and again", severity: .error,
    explanation: """
      Each round sends the same version of the records again: what the server returned with the conflict was not \
      merged, or not written back before the next try. Many conflicts can be few records; the batch stays blocked \
      until they are resolved.
      """,
    advice: [
      "Apply the local values to the server record of the error, store it with its system fields, send that one",
      "Send nothing of the batch again until the records in conflict are resolved",
      "Stop after a few rounds and ask for help instead of going on for ever",
    ])

  func applying(_ thresholds: CheckThresholds) -> any Check {
    var copy = self
    copy.repetitions = Int(thresholds.repetitions)
    return copy
  }

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    var finder = RepetitionFinder()
    for failure in log.failures(.recordConflict) + log.failures(.shareConflict) {
      guard failure.requestClass == nil, let record = Self.record(of: failure) else { continue }
      finder.add(failure, details: record, subject: failure.error.item)
    }
    let records = finder.repetitions(atLeast: repetitions)
    let requests = try log.requestRepetitions(atLeast: repetitions) { $0 == .recordConflict }
    var findings: [Finding] = []
    if let longest = records.max(by: { $0.count < $1.count }) {
      let names = FailureGroup.distinct(records.compactMap(\.subject))
      let who = Wording.named(names, "record") ?? "A record"
      let verb = names.count > 1 ? "conflict" : "conflicts"
      findings.append(
        try log.finding(
          info, title: "\(who) \(verb) again in \(longest.count) rounds",
          occurrences: records.reduce(0) { $0 + $1.count }, proofs: longest.proofs
        ).seen(in: records))
    }
    if let longest = requests.max(by: { $0.count < $1.count }) {
      findings.append(
        try log.finding(
          info, title: "\(longest.subject ?? "A save") of one user conflicts \(longest.count) times in a row",
          occurrences: requests.reduce(0) { $0 + $1.count }, proofs: longest.proofs
        ).seen(in: requests))
    }
    return findings
  }

  /// The record that conflicts; where the print does not name it, its server tag tells whether it is the same.
  private static func record(of failure: Failure) -> String? {
    if let item = failure.error.item { return item + "\u{1F}" + (failure.error.zone ?? "") }
    guard let found = failure.error.text.firstRange(of: "serverEtag = ") else { return nil }
    return String(failure.error.text[found.upperBound...].prefix { $0.isLetter || $0.isNumber })
  }
}
