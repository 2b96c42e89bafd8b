import Foundation

/// A value that several threads use, one at a time.
///
/// What `Mutex` of newer systems is; macOS 14 does not have it.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `value` is only touched while the lock is held.

  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs the body on the value while no other thread has it; the body must not ask for the same value again.
  package func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
