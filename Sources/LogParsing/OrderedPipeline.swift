import Dispatch
import Inputs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Works on the pieces of an input with several workers and hands the results on in the order of the input.
///
/// Pieces are read by one worker at a time, worked on in parallel, and delivered by the calling thread; at most a few are
/// in memory. A single worker needs no thread and is the caller.
final class OrderedPipeline<Piece, Result>: @unchecked Sendable {
  // Unchecked: `read` is called only while `turn` is held, everything else that is mutable is touched only while `state`
  // is; each element of `workers` is called by one thread.

  private let read: () throws(InputError) -> Piece?
  private let workers: [(Piece) -> Result]
  /// Held by the worker that reads: who only has a result to give or to take need not wait for the file.
  private let turn = Condition()
  private let state = Condition()
  private var nextToRead = 0
  private var nextToDeliver = 0
  private var results: [Int: Result] = [:]
  private var isReadToEnd = false
  private var failure: InputError?
  private let window: Int

  /// Makes a pipeline; a worker's closure owns what it touches, and is never called by two threads.
  init(workers: [(Piece) -> Result], read: @escaping () throws(InputError) -> Piece?) {
    self.read = read
    self.workers = workers
    window = workers.count * 2 + 2
  }

  /// Runs to the end of the input; what was readable is delivered before an error is thrown.
  func run(_ deliver: (Result) -> Void) throws(InputError) {
    if workers.count == 1, let work = workers.first {
      while let piece = try read() { deliver(work(piece)) }
      return
    }
    let group = DispatchGroup()
    for number in workers.indices {
      // A queue of its own gets a thread of its own; the global queue gives no more threads than there are processors, and
      // the caller, which waits most of the time, has one of them.
      DispatchQueue(label: "ckdiag.worker \(number)").async(group: group) { self.work(number) }
    }
    while let result = nextResult() { deliver(result) }
    group.wait()
    if let failure { throw failure }
  }

  private func work(_ worker: Int) {
    while let (number, piece) = nextPiece() {
      let result = workers[worker](piece)
      state.locked {
        results[number] = result
        // Nobody can do anything with a result before its turn.
        if number == nextToDeliver { state.wakeAll() }
      }
    }
  }

  private func nextPiece() -> (Int, Piece)? {
    turn.locked {
      let mayRead = state.locked {
        while !isReadToEnd, nextToRead - nextToDeliver >= window { state.wait() }
        return !isReadToEnd
      }
      guard mayRead else { return nil }
      let (piece, error) = readPiece()
      return state.locked {
        if let piece {
          nextToRead += 1
          return (nextToRead - 1, piece)
        }
        failure = error
        isReadToEnd = true
        state.wakeAll()
        return nil
      }
    }
  }

  private func readPiece() -> (Piece?, InputError?) {
    do throws(InputError) { return (try read(), nil) } catch { return (nil, error) }
  }

  private func nextResult() -> Result? {
    state.locked {
      while true {
        if let result = results.removeValue(forKey: nextToDeliver) {
          nextToDeliver += 1
          // The worker whose turn it is may wait for a place.
          if nextToRead - nextToDeliver == window - 1 { state.wakeAll() }
          return result
        }
        if isReadToEnd, nextToDeliver == nextToRead { return nil }
        state.wait()
      }
    }
  }
}

/// A mutex with a condition variable.
final class Condition: @unchecked Sendable {
  // Unchecked: it is the lock itself.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let variable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(variable, nil)
  }

  deinit {
    pthread_cond_destroy(variable)
    pthread_mutex_destroy(mutex)
    variable.deallocate()
    mutex.deallocate()
  }

  /// Runs the body while the mutex is held.
  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Gives the mutex up until it is woken; only inside `locked`.
  func wait() { pthread_cond_wait(variable, mutex) }

  func wakeAll() { pthread_cond_broadcast(variable) }
}

/// How many workers an input is worth: what is no larger than its sample is read before a second thread has begun.
func workerCount(for input: ByteSource, atMost limit: Int) -> Int {
  input.sample.count < 65_536 ? 1 : max(1, min(limit, processorCount()))
}

/// The number of processors that the process may use, at least 1.
func processorCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
