import Foundation

/// Runs `body` once for each index, on several threads with stacks deep enough for deeply nested sources.
///
/// The body gets the index and the number of the thread; it returns when all are done.
func inParallel(_ count: Int, threads: Int, body: @escaping @Sendable (_ index: Int, _ thread: Int) -> Void) {
  let next = Counter()
  let done = DispatchSemaphore(value: 0)
  let workers = max(1, min(threads, count))
  for number in 0..<workers {
    let thread = Thread {
      while true {
        let index = next.take()
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

/// Hands out 0, 1, 2 … to threads.
private final class Counter: @unchecked Sendable {
  // Unchecked: `value` is only touched under the lock.
  private let lock = NSLock()
  private var value = 0

  func take() -> Int {
    lock.lock()
    defer { lock.unlock() }
    value += 1
    return value - 1
  }
}

/// Results that threads write at their own index.
final class Slots<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `values` is only touched under the lock.
  private let lock = NSLock()
  private var values: [Value?]

  init(count: Int) { values = Array(repeating: nil, count: count) }

  subscript(index: Int) -> Value? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return values[index]
    }
    set {
      lock.lock()
      defer { lock.unlock() }
      values[index] = newValue
    }
  }
}
