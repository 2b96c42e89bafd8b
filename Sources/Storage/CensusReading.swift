import CSQLite
import Dispatch

/// Reads the rows of the census, in one go or in halves on two threads.
struct CensusReading: Sendable {
  let path: String
  let condition: String
  /// The last row of the first half.
  let middle: Int64

  /// Calls the body with the statement on each row of a condition, in the order of the inputs.
  static func read(
    _ database: Database, _ condition: String, _ body: (OpaquePointer) -> Void
  ) throws(StorageError) {
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, user, duration_ms, retry_after_ms, bytes_sent, bytes_received,
        inserted_bytes, updated_bytes, deleted_bytes, operation_id
      FROM request WHERE \(condition)
      """)
    while try rows.step() { body(rows.statement) }
  }

  /// Counts both halves at once; the results are in the order of the rows.
  func halves<Part: Sendable>(
    _ counter: CensusCounter, _ start: Part, _ add: @escaping @Sendable (inout Part, ScannedRequest) -> Void
  ) throws(StorageError) -> [(counter: CensusCounter, part: Part)] {
    let results = Results<Part>()
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      let bounds = half == 0 ? "rowid <= \(middle)" : "rowid > \(middle)"
      var (counter, part) = (counter, start)
      do throws(StorageError) {
        let database = try Database(path: path, isWritable: false)
        try Self.read(database, "\(bounds) AND (\(condition))") { counter.take($0) { add(&part, $0) } }
        results.put(half, counter, part)
      } catch {
        results.fail(error)
      }
    }
    return try results.both()
  }

  private final class Results<Part: Sendable>: @unchecked Sendable {
    // Unchecked: everything is touched only on `queue`.
    private let queue = DispatchQueue(label: "census")
    private var values: [Int: (CensusCounter, Part)] = [:]
    private var failure: StorageError?

    func put(_ half: Int, _ counter: CensusCounter, _ part: Part) {
      queue.sync { values[half] = (counter, part) }
    }

    func fail(_ error: StorageError) {
      queue.sync { failure = failure ?? error }
    }

    func both() throws(StorageError) -> [(counter: CensusCounter, part: Part)] {
      let (values, failure) = queue.sync { (self.values, self.failure) }
      if let failure { throw failure }
      return [0, 1].compactMap { values[$0] }
    }
  }
}
