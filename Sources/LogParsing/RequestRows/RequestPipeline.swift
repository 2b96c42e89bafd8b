import CJSON
import Dispatch
import Inputs
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a worker made of one chunk.
struct ParsedChunk {
  var batch = RequestBatch()
  var pages = PageBatch()
  var errors: [ErrorReport] = []
  var secrets: [(kind: String, line: Int64)] = []
  var records = 0
  var unrecognized = 0
  var firstUnrecognized: String?
}

extension ParsedChunk {
  /// Takes what a builder made since the last chunk.
  mutating func take(from builder: RequestRowBuilder) {
    batch = builder.take()
    pages = builder.takePages()
    swap(&errors, &builder.errors)
    swap(&secrets, &builder.secrets)
  }
}

/// Turns the records of a chunk into rows; one for each worker.
protocol ChunkParser: AnyObject {
  func parse(_ chunk: RecordChunk) -> ParsedChunk
  /// What was counted over all chunks.
  var tally: EntryTally { get }
  /// Keys or columns that are not understood.
  var unknownKeys: [String] { get }
}

/// Reads an input with several workers and hands the results on in the order of the input.
///
/// Chunks are cut by one worker at a time, parsed in parallel, and delivered by the calling thread; at most a few are in
/// memory.
final class RequestPipeline: @unchecked Sendable {
  // Unchecked: the reader is touched only while `turn` is held, everything else that is mutable only while `state` is, but
  // for the workers' own parsers.

  private let reader: ChunkReader
  private let parsers: [any ChunkParser]
  /// Held by the worker that reads: who only has a result to give or to take need not wait for the file.
  private let turn = Condition()
  private let state = Condition()
  private var nextToRead = 0
  private var nextToDeliver = 0
  private var results: [Int: ParsedChunk] = [:]
  private var isReadToEnd = false
  private var failure: InputError?
  private let window: Int

  init(reader: ChunkReader, parsers: [any ChunkParser]) {
    self.reader = reader
    self.parsers = parsers
    window = parsers.count * 2 + 2
  }

  /// Runs to the end of the input.
  func run(_ deliver: (ParsedChunk) -> Void) throws(InputError) {
    let group = DispatchGroup()
    for (number, parser) in parsers.enumerated() {
      let box = Box(parser)
      // A queue of its own gets a thread of its own; the global queue gives no more threads than there are processors, and
      // the caller, which waits most of the time, has one of them.
      DispatchQueue(label: "parser \(number)").async(group: group) { self.work(box.parser) }
    }
    while let chunk = nextResult() { deliver(chunk) }
    group.wait()
    if let failure { throw failure }
  }

  /// Carries a parser to its worker thread, which alone uses it from then on.
  private struct Box: @unchecked Sendable {
    // Unchecked: the parser is handed over once and used by one thread at a time.
    let parser: any ChunkParser
    init(_ parser: any ChunkParser) { self.parser = parser }
  }

  private func work(_ parser: any ChunkParser) {
    while let (number, chunk) = nextChunk() {
      let parsed = parser.parse(chunk)
      chunk.bytes.deallocate()
      state.locked {
        results[number] = parsed
        // Nobody can do anything with a result before its turn.
        if number == nextToDeliver { state.wakeAll() }
      }
    }
  }

  private func nextChunk() -> (Int, RecordChunk)? {
    turn.locked {
      let mayRead = state.locked {
        while !isReadToEnd, nextToRead - nextToDeliver >= window { state.wait() }
        return !isReadToEnd
      }
      guard mayRead else { return nil }
      let (chunk, error) = read()
      return state.locked {
        if let chunk {
          nextToRead += 1
          return (nextToRead - 1, chunk)
        }
        failure = error
        isReadToEnd = true
        state.wakeAll()
        return nil
      }
    }
  }

  private func read() -> (RecordChunk?, InputError?) {
    do throws(InputError) { return (try reader.next(), nil) } catch { return (nil, error) }
  }

  private func nextResult() -> ParsedChunk? {
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
