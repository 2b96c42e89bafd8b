import Storage
import SyncModel

/// One thing that can be wrong, looked for in everything that a store holds.
package protocol Check: Sendable {
  var info: CheckInfo { get }
  /// The findings, without those of other checks; thresholds are stored properties with defaults.
  func findings(in store: EventStore) throws(StorageError) -> [Finding]
  /// The same check with the user's thresholds; checks without any return themselves.
  func applying(_ thresholds: CheckThresholds) -> any Check
}

extension Check {
  package func applying(_ thresholds: CheckThresholds) -> any Check { self }
}
