import CSQLite
import Dispatch
import SyncModel

/// Reads the rows of the census, in one go or in halves on two threads.
struct CensusReading: Sendable {
  let path: String
  let condition: String
  /// The last row of the first half.
  let middle: Int64

  /// Counts each row of a condition, in the order of the inputs.
  static func read(
    _ database: Database, _ condition: String, _ counter: inout CensusCounter, _ part: inout some CensusPart
  ) throws(StorageError) {
    let rows = try database.prepare(
      """
      SELECT source, line, time_ms, class, user, duration_ms, retry_after_ms, bytes_sent, bytes_received,
        inserted_bytes, updated_bytes, deleted_bytes, operation_id
      FROM request WHERE \(condition)
      """)
    var block: [ScannedRequest] = []
    block.reserveCapacity(1024)
    while try rows.step() {
      let row = StoredCensusRow(statement: rows.statement)
      if counter.take(row) { block.append(row.scanned) }
      if block.count == 1024 {
        part.add(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    part.add(block)
  }

  /// Counts both halves at once; the results are in the order of the rows.
  func halves<Part: CensusPart>(
    _ counter: CensusCounter, _ start: Part
  ) throws(StorageError) -> [(counter: CensusCounter, part: Part)] {
    let results = Locked<[Int: Result<(CensusCounter, Part), StorageError>]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      let bounds = half == 0 ? "rowid <= \(middle)" : "rowid > \(middle)"
      let result = Result { () throws(StorageError) in
        var (counter, part) = (counter, start)
        let database = try Database(path: path, isWritable: false)
        try Self.read(database, "\(bounds) AND (\(condition))", &counter, &part)
        return (counter, part)
      }
      results.with { $0[half] = result }
    }
    var halves: [(counter: CensusCounter, part: Part)] = []
    for (_, result) in results.with({ $0 }).sorted(by: { $0.key < $1.key }) { halves.append(try result.get()) }
    return halves
  }
}
