import Storage
import SyncModel

extension FailureLog {
  /// The last account state of each input when it is one of the given, unless an error of the input tells it already.
  func accountStates(_ subjects: Set<String>, unless causes: Set<Cause>) throws(StorageError) -> [Observation] {
    let told = Set(causes.flatMap(failures).map(\.error.origin.source))
    var last: [Int32: Observation] = [:]
    for state in try store.observations(.accountState) { last[state.origin.source] = state }
    return last.values.filter { subjects.contains($0.subject) && !told.contains($0.origin.source) }
      .sorted { $0.origin.source < $1.origin.source }
  }

  /// Code 9 that only says that the account could not be determined, beside a bad authentication token: one cause.
  ///
  /// An input that also tells of a sign-out, no account or a restricted one keeps both.
  static func withUnknownAccountsExplained(_ failures: [Failure], states: [Observation]) -> [Failure] {
    let gone: Set = ["noAccount", "restricted", "signOut", "switchAccounts"]
    let signedOut = Set(states.filter { gone.contains($0.subject) }.map(\.origin.source))
    var badTokens: [Int32: [Timestamp?]] = [:]
    for failure in failures where failure.error.code == 36 && failure.error.underlying?.code == 1029 {
      badTokens[failure.error.origin.source, default: []].append(failure.error.time)
    }
    guard !badTokens.isEmpty else { return failures }
    return failures.map { failure in
      let source = failure.error.origin.source
      guard failure.leavesAccountOpen, !signedOut.contains(source),
        badTokens[source]?.contains(where: { isNear($0, failure.error.time) }) == true
      else { return failure }
      var explained = failure
      explained.cause = .accountTemporarilyUnavailable
      return explained
    }
  }

  /// Within ten minutes; lines without a time are near.
  private static func isNear(_ one: Timestamp?, _ other: Timestamp?) -> Bool {
    guard let one, let other else { return true }
    return (-600_000...600_000).contains(one.milliseconds &- other.milliseconds)
  }
}

extension Failure {
  /// True for code 9 without a reason of its own, such as nobody being signed in (1002) or new terms (1004).
  fileprivate var leavesAccountOpen: Bool {
    guard cause == .notAuthenticated, error.domain == "CKErrorDomain", error.code == 9, error.underlying == nil else {
      return false
    }
    return error.message.map { $0.lowercased().contains("could not determine") } ?? true
  }
}
