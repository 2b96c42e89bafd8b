import CSQLite

/// The periods of all inputs of a store, in memory: each input is asked which others it overlaps, and there may be many.
struct InputPeriods {
  /// Sorted, none touching another; nil = not read yet.
  private var periods: [ClosedRange<Int64>]?
  private var hasPruned = false

  /// Forgets everything, because inputs were removed or changed.
  mutating func forget() { periods = nil }

  /// Whether an input has values on both sides of, or in, a period.
  mutating func overlap(_ period: ClosedRange<Int64>, in database: Database) throws(StorageError) -> Bool {
    try load(from: database)
    let known = periods ?? []
    let next = Self.first(in: known) { $0.upperBound >= period.lowerBound }
    return next < known.count && known[next].lowerBound <= period.upperBound
  }

  /// Whether any input lost rows to pruning.
  mutating func holdPruned(in database: Database) throws(StorageError) -> Bool {
    try load(from: database)
    return hasPruned
  }

  /// Takes the period of an input that was added.
  mutating func add(_ period: ClosedRange<Int64>) {
    guard var known = periods else { return }
    let from = Self.first(in: known) { $0.upperBound >= period.lowerBound }
    let to = Self.first(in: known) { $0.lowerBound > period.upperBound }
    var merged = period
    if from < to {
      merged =
        min(period.lowerBound, known[from].lowerBound)...max(period.upperBound, known[to - 1].upperBound)
    }
    periods = nil
    known.replaceSubrange(from..<to, with: [merged])
    periods = known
  }

  /// Reads the periods of the inputs that the store has, unless they are known.
  mutating func load(from database: Database) throws(StorageError) {
    guard periods == nil else { return }
    periods = []
    let rows = try database.prepare(
      "SELECT first_time, last_time FROM source WHERE first_time <= last_time ORDER BY first_time")
    while try rows.step() { add(rows.integer(0)...max(rows.integer(0), rows.integer(1))) }
    hasPruned = try database.integer("SELECT EXISTS (SELECT 1 FROM source WHERE raw_from IS NOT NULL)") != 0
  }

  /// The first index whose period fulfils a condition that all later ones fulfil too.
  private static func first(
    in periods: [ClosedRange<Int64>], where isWanted: (ClosedRange<Int64>) -> Bool
  ) -> Int {
    var (low, high) = (0, periods.count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(periods[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
