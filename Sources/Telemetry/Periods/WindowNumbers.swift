import Storage
import SyncModel

/// The numbers of a window of time that alerts look at.
package struct WindowNumbers: Equatable, Sendable {
  package var requests: Int
  /// Failed requests, or failures of the log where it has no requests.
  package var failures: Int
  package var throttled: Int
  /// nil = unknown, because only hourly counts are left.
  package var affectedUsers: Int?
  /// Milliseconds; nil without durations.
  package var p95: Double?
  package var p99: Double?
  /// Codes and how often they occurred.
  package var codes: [String: Int]

  /// Counts what the store has in scope.
  package init(store: EventStore) throws(StorageError) {
    let numbers = try PeriodNumbers(store: store)
    requests = numbers.requests.of
    codes = numbers.codes
    failures = requests > 0 ? numbers.requests.hits : codes.values.reduce(0) { $0 &+ $1 }
    throttled = numbers.throttled
    affectedUsers = numbers.usersAreKnown ? numbers.affectedUsers : nil
    p95 = numbers.durations.percentile(95)
    p99 = numbers.durations.percentile(99)
  }
}
