import Dispatch
import SyncModel

/// What somebody counts of all requests besides the census: told of classes before their first request.
package protocol CensusPart: Sendable {
  /// Takes a class that requests may have from here on.
  mutating func learn(_ requestClass: StoredRequestClass)
  /// Takes requests, in the order of the inputs.
  mutating func add(_ requests: [ScannedRequest])
  /// Adds what was counted of the requests that follow.
  mutating func add(_ following: Self)
  /// Whether both count the same attributes.
  func isLike(_ other: Self) -> Bool
}

/// The census without a part.
package struct NoCensusPart: CensusPart {
  package init() {}
  package mutating func learn(_ requestClass: StoredRequestClass) {}
  package mutating func add(_ requests: [ScannedRequest]) {}
  package mutating func add(_ following: NoCensusPart) {}
  package func isLike(_ other: NoCensusPart) -> Bool { true }
}

/// Counts requests while they are written to a store that was empty, so that they need not be read again.
protocol LiveCensusTaking: AnyObject {
  func learn(_ requestClass: StoredRequestClass)
  func add(_ batch: RequestBatch, source: Int32, classes: [Int64], symbols: [Int64])
  func add(_ record: RequestRecord, source: Int32, requestClass: Int64, user: Int64)
}

/// The census of everything that was written since the store was empty, on a thread of its own.
final class LiveCensus<Part: CensusPart>: LiveCensusTaking, @unchecked Sendable {
  // Unchecked: `counter`, `part` and `scanned` are touched only on `queue`, on which one block runs at a time; `records`
  // and `learned` only by the one thread that writes to the store.

  let limit: Int64
  private let queue = DispatchQueue(label: "census")
  /// Bounds the batches that wait to be counted, and so the memory.
  private let places = DispatchSemaphore(value: 4)
  private var counter: CensusCounter
  private var part: Part
  private var scanned: [ScannedRequest] = []
  /// Single records that wait to be counted together.
  private var records: [RecordCensusRow] = []
  /// Classes that go with the next requests: each alone would wake the counting thread.
  private var learned: [StoredRequestClass] = []

  init(slowerThanMs limit: Int64, startingWith part: Part) {
    self.limit = limit
    self.part = part
    // How many requests will come is not known: sketches of 1 MiB are close to the truth for four million, and beyond
    // they only name more candidates.
    counter = CensusCounter(limit: limit, rows: 4_000_000, share: 1)
  }

  /// What was counted so far.
  var result: (counter: CensusCounter, part: Part) {
    handOver()
    return queue.sync { (counter, part) }
  }

  func learn(_ requestClass: StoredRequestClass) { learned.append(requestClass) }

  func add(_ batch: RequestBatch, source: Int32, classes: [Int64], symbols: [Int64]) {
    handOver()
    places.wait()
    queue.async { [self, learned] in
      take(learned)
      count(batch, source: source, classes: classes, symbols: symbols)
      places.signal()
    }
    learned.removeAll(keepingCapacity: true)
  }

  func add(_ record: RequestRecord, source: Int32, requestClass: Int64, user: Int64) {
    records.append(RecordCensusRow(source: source, record: record, requestClass: requestClass, user: user))
    if records.count == 1024 { handOver() }
  }

  private func handOver() {
    guard !records.isEmpty else { return }
    places.wait()
    queue.async { [self, learned, records] in
      take(learned)
      var scanned: [ScannedRequest] = []
      for row in records where counter.take(row) { scanned.append(row.scanned) }
      part.add(scanned)
      places.signal()
    }
    records.removeAll(keepingCapacity: true)
    learned.removeAll(keepingCapacity: true)
  }

  private func take(_ classes: [StoredRequestClass]) {
    for requestClass in classes {
      counter.learn(requestClass)
      part.learn(requestClass)
    }
  }

  private func count(_ batch: RequestBatch, source: Int32, classes: [Int64], symbols: [Int64]) {
    scanned.removeAll(keepingCapacity: true)
    scanned.reserveCapacity(batch.count)
    batch.rows.withUnsafeBufferPointer { rows in
      guard var row = rows.baseAddress else { return }
      for _ in 0..<rows.count {
        let user = row.pointee.user
        let counted = BatchCensusRow(
          source: source, row: row, requestClass: classes[Int(row.pointee.classNumber)],
          user: user == 0 ? 0 : symbols[Int(user)])
        if counter.take(counted) { scanned.append(counted.scanned) }
        row += 1
      }
    }
    part.add(scanned)
  }
}

extension EventStore {
  /// Counts from here on whatever is written, when the store is still empty: `takeCensus` with a part of the same type
  /// and the same limit, and nothing but everything in scope, then has nothing to read.
  ///
  /// The census is forgotten when anything that was written goes again.
  package func takeCensusWhileWriting<Part: CensusPart>(
    slowerThanMs limit: Int64, startingWith part: Part
  ) throws(StorageError) {
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM source)") == 0 else { return }
    liveCensus = LiveCensus(slowerThanMs: limit, startingWith: part)
    livePaging = PagingProgress()
  }

  /// The live census, when it answers the question.
  func takenCensus<Part: CensusPart>(
    slowerThanMs limit: Int64, like part: Part
  ) throws(StorageError) -> LiveCensus<Part>? {
    guard let live = liveCensus as? LiveCensus<Part>, live.limit == limit, live.result.part.isLike(part) else {
      return nil
    }
    return try hasAllInScope() ? live : nil
  }

  /// Whether the scope leaves nothing out.
  func hasAllInScope() throws(StorageError) -> Bool {
    guard scope.since == nil, scope.until == nil, !scope.choosesRequests else { return false }
    guard let sources = scope.sources else { return true }
    let list = sources.sorted().map(String.init).joined(separator: ",")
    return try database.integer("SELECT EXISTS (SELECT 1 FROM source WHERE id NOT IN (\(list)))") == 0
  }
}
