import CSQLite

/// The ids and moments of the requests of some period, so that what overlapping exports share counts once.
///
/// Kept from input to input: many small inputs of one day do not read that day again each time.
struct KnownRequests {
  /// The period whose requests are in the table; nil = none are.
  private var window: ClosedRange<Int64>?
  /// Of all inputs, those without requests included.
  var inputs = InputPeriods()

  /// A small input is likely to be followed by others of about the same time.
  private static let small: Int64 = 5000

  /// Forgets everything, because rows were removed.
  mutating func forget() {
    window = nil
    inputs.forget()
  }

  /// Removes requests of an input that another input has already: same request id, same moment.
  ///
  /// Only entries with a request id can be told apart. `rows` are those of the input; returns how many were removed.
  mutating func remove(
    rows: ClosedRange<Int64>, times: ClosedRange<Int64>, in database: Database
  ) throws(StorageError) -> Int {
    // The input itself is not among them before its end.
    if try !inputs.overlap(times, in: database) {
      // Its requests belong to the period that is kept, if it touches it.
      if let window, window.overlaps(times) { try add(rows, in: database) }
      return 0
    }
    let ids = try database.cached(
      "SELECT EXISTS (SELECT 1 FROM request WHERE rowid BETWEEN ? AND ? AND request_id NOT NULL)")
    ids.bind(1, rows.lowerBound)
    ids.bind(2, rows.upperBound)
    let hasIDs = try ids.step() && ids.integer(0) != 0
    ids.reset()
    guard hasIDs else { return 0 }
    if window.map({ $0.lowerBound <= times.lowerBound && $0.upperBound >= times.upperBound }) != true {
      try load(times, besides: rows, in: database)
    }
    let remove = try database.cached(
      """
      DELETE FROM request WHERE rowid BETWEEN ? AND ? AND request_id NOT NULL
        AND (request_id, time_ms) IN (SELECT request_id, time_ms FROM known_request)
      """)
    remove.bind(1, rows.lowerBound)
    remove.bind(2, rows.upperBound)
    try remove.run()
    let removed = Int(sqlite3_changes(database.handle))
    try add(rows, in: database)
    return removed
  }

  private mutating func load(
    _ times: ClosedRange<Int64>, besides rows: ClosedRange<Int64>, in database: Database
  ) throws(StorageError) {
    let isSmall = rows.upperBound - rows.lowerBound < Self.small
    let length = times.upperBound.subtractingReportingOverflow(times.lowerBound)
    let margin = isSmall && !length.overflow ? length.partialValue : 0
    let first = times.lowerBound.subtractingReportingOverflow(margin)
    let last = times.upperBound.addingReportingOverflow(margin)
    let period = (first.overflow ? .min : first.partialValue)...(last.overflow ? .max : last.partialValue)
    let spans = "FROM request_span WHERE max_ms >= \(period.lowerBound) AND min_ms <= \(period.upperBound)"
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS known_request(request_id ANY, time_ms INTEGER, PRIMARY KEY(request_id, time_ms))
        WITHOUT ROWID;
      DELETE FROM known_request;
      INSERT OR IGNORE INTO known_request SELECT request_id, time_ms FROM request
        WHERE rowid BETWEEN (SELECT min(first_row) \(spans)) AND (SELECT max(last_row) \(spans))
          AND rowid NOT BETWEEN \(rows.lowerBound) AND \(rows.upperBound)
          AND time_ms BETWEEN \(period.lowerBound) AND \(period.upperBound) AND request_id NOT NULL;
      """)
    window = period
  }

  private func add(_ rows: ClosedRange<Int64>, in database: Database) throws(StorageError) {
    guard let window else { return }
    let add = try database.cached(
      """
      INSERT OR IGNORE INTO known_request SELECT request_id, time_ms FROM request
      WHERE rowid BETWEEN ? AND ? AND time_ms BETWEEN ? AND ? AND request_id NOT NULL
      """)
    add.bind(1, rows.lowerBound)
    add.bind(2, rows.upperBound)
    add.bind(3, window.lowerBound)
    add.bind(4, window.upperBound)
    try add.run()
  }
}

extension Database {
  /// Removes requests of an input that another input has already; how many were removed.
  func removeKnownRequests(
    rows: (first: Int64?, last: Int64?), firstTime: Int64?, lastTime: Int64?
  ) throws(StorageError) -> Int {
    guard let first = rows.first, let last = rows.last, first <= last, let firstTime, let lastTime else { return 0 }
    return try knownRequests.remove(rows: first...last, times: firstTime...lastTime, in: self)
  }
}
