import CSQLite
import SyncModel

/// Takes the values of one input into the store, in one transaction: all of them or none.
package final class IngestSession: RecordSink {
  /// The number that the store gave to the input.
  package let source: Int32
  let database: Database
  private let store: EventStore
  /// Whether the rolled hours are made at once; else they are when they are needed.
  package var rollsUp = false
  private let requests: RequestWriter
  private let events: EventWriter
  private var tally = InputTally()
  /// The extreme times of everything but requests, whose times the writer knows.
  private var times: (first: Timestamp, last: Timestamp)?
  private var failure: StorageError?
  private var hasEnded = false

  /// Begins the transaction; the input is known from here on, and forgotten when the session is abandoned.
  package init(store: EventStore, path: String, now: Timestamp) throws(StorageError) {
    self.store = store
    database = store.database
    try database.cached("BEGIN IMMEDIATE").run()
    do throws(StorageError) {
      let insert = try database.cached("INSERT INTO source(path, ingested_at) VALUES (?, ?)")
      insert.bind(1, path)
      insert.bind(2, now.milliseconds)
      try insert.run()
      source = Int32(truncatingIfNeeded: sqlite3_last_insert_rowid(database.handle))
      requests = try RequestWriter(
        database: database, symbols: try store.symbols(), source: source, live: store.liveCensus)
      events = try EventWriter(database: database)
    } catch {
      try? database.execute("ROLLBACK")
      store.cachedSymbols = nil
      throw error
    }
    store.cachedErrors = nil
    store.cachedSuspiciousPages = nil
    store.cachedCensus = nil
    store.cachedTimedRows = nil
    store.cachedClasses = nil
  }

  deinit {
    if !hasEnded { abandon() }
  }

  package func add(_ batch: RequestBatch) {
    attempt { () throws(StorageError) in try requests.write(batch) }
  }

  package func add(_ request: RequestRecord) {
    attempt { () throws(StorageError) in try requests.write(request) }
  }

  package func add(_ error: ErrorReport) {
    note(error)
    attempt { () throws(StorageError) in try events.write(error, source: source, parent: nil) }
  }

  package func add(_ page: PageRecord) {
    note(page.time)
    store.livePaging?.add(page)
    attempt { () throws(StorageError) in try events.write(page, source: source) }
  }

  package func add(_ pages: PageBatch) {
    let times = pages.rows.lazy.map(\.time).filter { $0 != RequestBatch.absent }
    note(times.min().map { Timestamp(milliseconds: $0) })
    note(times.max().map { Timestamp(milliseconds: $0) })
    store.livePaging?.add(pages)
    attempt { () throws(StorageError) in try events.write(pages, source: source) }
  }

  package func add(_ activity: Activity) {
    note(activity.start)
    note(activity.end)
    attempt { () throws(StorageError) in try events.write(activity, source: source) }
  }

  package func add(_ observation: Observation) {
    note(observation.time)
    attempt { () throws(StorageError) in try events.write(observation, source: source) }
  }

  package func add(_ state: StoreState) {
    attempt { () throws(StorageError) in try events.write(state, source: source) }
  }

  package func add(_ part: InputTally) {
    tally.add(part)
  }

  /// Ends the transaction: from here on the input is in the store.
  package func commit(format: String?, fingerprint: ContentFingerprint? = nil) throws(StorageError) {
    if let failure {
      abandon()
      throw failure
    }
    try requests.writeSpan()
    let known = try database.removeKnownRequests(
      rows: (requests.firstRow, requests.lastRow), firstTime: requests.firstTime,
      lastTime: requests.lastTime)
    if known > 0 { store.liveCensus = nil }
    if known > 0 { tally.notes.append("\(known) requests were in the store already and were left out") }
    if let note = try database.noteOfPrunedTwins(source, firstTime: requests.firstTime, lastTime: requests.lastTime) {
      tally.notes.append(note)
    }
    let update = try database.cached(
      """
      UPDATE source SET format = ?, bytes = ?, lines = ?, records = ?, unrecognized = ?, first_unrecognized = ?,
        truncated = ?, notes = ?, content_hash = ?, prefix_hash = ?, offset = ?, first_request = ?15,
        last_request = ?16, first_time = ?12, last_time = ?13
      WHERE id = ?14
      """)
    update.bind(1, format)
    update.bind(2, tally.bytes)
    update.bind(3, tally.lines)
    update.bind(4, tally.records)
    update.bind(5, tally.unrecognizedLines)
    update.bind(6, tally.firstUnrecognized)
    update.bind(7, tally.isTruncated)
    update.bind(8, TextList.encode(tally.notes))
    update.bind(9, fingerprint?.whole)
    update.bind(10, fingerprint?.prefix)
    update.bind(11, fingerprint?.length ?? 0)
    let first = [requests.firstTime, times?.first.milliseconds].compactMap { $0 }.min()
    let last = [requests.lastTime, times?.last.milliseconds].compactMap { $0 }.max()
    update.bind(12, first)
    update.bind(13, last)
    update.bind(14, Int64(source))
    update.bind(15, requests.firstRow)
    update.bind(16, requests.lastRow)
    try update.run()
    if rollsUp { try database.rollUp(Int64(source), failed: try store.symbols().failedClasses) }
    try database.cached("COMMIT").run()
    hasEnded = true
    if let first, let last, first <= last { database.knownRequests.inputs.add(first...last) }
    try store.firstInputIsIn()
  }

  /// Makes the next census read the store: what was counted while writing no longer holds.
  func forgetCensus() { store.liveCensus = nil }

  /// Forgets the input and everything that was read of it.
  package func abandon() {
    hasEnded = true
    if requests.firstRow != nil { store.liveCensus = nil }
    store.livePaging = nil
    try? database.execute("ROLLBACK")
    // What it numbered is gone with it.
    database.knownRequests.forget()
    store.cachedSymbols = nil
  }

  /// Remembers the first error and ignores what comes after it; `commit` raises it.
  private func attempt(_ body: () throws(StorageError) -> Void) {
    guard failure == nil else { return }
    do throws(StorageError) { try body() } catch { failure = error }
  }

  private func note(_ time: Timestamp?) {
    guard let time else { return }
    times = (min(times?.first ?? time, time), max(times?.last ?? time, time))
  }

  private func note(_ error: ErrorReport) {
    note(error.time)
    for item in error.items ?? [] { note(item) }
  }
}

/// What identifies the content of an input, so that nothing is read twice.
package struct ContentFingerprint: Equatable, Sendable {
  /// Of the first bytes, to find candidates.
  package var prefix: String
  /// Of all bytes.
  package var whole: String
  /// How many bytes were read, decoded.
  package var length: Int64

  package init(prefix: String, whole: String, length: Int64) {
    self.prefix = prefix
    self.whole = whole
    self.length = length
  }
}

extension InputTally {
  /// Adds another part of the same input.
  mutating func add(_ part: InputTally) {
    bytes += part.bytes
    lines += part.lines
    records += part.records
    unrecognizedLines += part.unrecognizedLines
    if firstUnrecognized == nil { firstUnrecognized = part.firstUnrecognized }
    isTruncated = isTruncated || part.isTruncated
    for note in part.notes where !notes.contains(note) { notes.append(note) }
  }
}
