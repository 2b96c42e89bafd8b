import Foundation
import SyncModel

/// Runs `body` once for each index, on several threads with stacks deep enough for deeply nested sources.
///
/// The body gets the index and the number of the thread; it returns when all are done.
func inParallel(_ count: Int, threads: Int, body: @escaping @Sendable (_ index: Int, _ thread: Int) -> Void) {
  let next = Locked(0)
  let done = DispatchSemaphore(value: 0)
  let workers = max(1, min(threads, count))
  for number in 0..<workers {
    let thread = Thread {
      while true {
        let index = next.with { next in
          defer { next += 1 }
          return next
        }
        guard index < count else { break }
        body(index, number)
      }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
  }
  for _ in 0..<workers { done.wait() }
}

/// Results that threads write at their own index.
final class Slots<Value: Sendable>: Sendable {
  private let values: Locked<[Value?]>

  init(count: Int) { values = Locked(Array(repeating: nil, count: count)) }

  subscript(index: Int) -> Value? {
    get { values.with { $0[index] } }
    set { values.with { $0[index] = newValue } }
  }
}
