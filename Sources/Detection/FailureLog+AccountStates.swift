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
}
