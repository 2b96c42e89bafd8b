import Storage
import SyncModel

/// One thing that can be wrong, looked for in everything that a store holds.
package protocol Check: Sendable {
  var info: CheckInfo { get }
  /// The findings, without those of other checks; thresholds are stored properties with defaults.
  func findings(in store: EventStore) throws(StorageError) -> [Finding]
}
