import Storage
import SyncModel

/// Counts the records, zones, subscriptions and shares that failed by themselves.
///
/// Names and messages are kept of the first many thousand only: which of the others belong into the report is known
/// when all are counted, and then they are looked up.
struct ItemNumbers {
  private static let mostDescribed = 20_000

  private struct Tally {
    var count: Int
    /// Its place in the order of the log.
    let order: Int
  }

  private var tallies: [Int: Tally] = [:]
  private var described: [Int: ItemSummary] = [:]

  /// Counts an error and its items.
  mutating func add(_ error: ErrorReport) {
    if let key = Self.key(of: error) {
      let order = tallies.count
      tallies[key, default: Tally(count: 0, order: order)].count += error.count
      if described.count < Self.mostDescribed, described[key] == nil { described[key] = Self.summary(of: error) }
    }
    for item in error.items ?? [] { add(item) }
  }

  /// The most frequent, at equal counts in the order of the log.
  mutating func summaries(limit: Int = 1000, in store: EventStore) throws(StorageError) -> [ItemSummary] {
    let top = tallies.sorted { ($1.value.count, $0.value.order) < ($0.value.count, $1.value.order) }.prefix(limit)
    let missing = Set(top.map(\.key).filter { described[$0] == nil })
    if !missing.isEmpty {
      try store.forEachError { error in describe(error, ifIn: missing) }
    }
    return top.compactMap { key, tally in
      var summary = described[key]
      summary?.count = tally.count
      return summary
    }
  }

  private mutating func describe(_ error: ErrorReport, ifIn wanted: Set<Int>) {
    if let key = Self.key(of: error), wanted.contains(key), described[key] == nil {
      described[key] = Self.summary(of: error)
    }
    for item in error.items ?? [] { describe(item, ifIn: wanted) }
  }

  private static func key(of error: ErrorReport) -> Int? {
    guard !error.isCollateral, error.item != nil || error.zone != nil else { return nil }
    var hasher = Hasher()
    hasher.combine(error.item)
    hasher.combine(error.zone)
    hasher.combine(error.domain)
    hasher.combine(error.code)
    hasher.combine(error.underlying)
    hasher.combine(error.serverCode)
    return hasher.finalize()
  }

  private static func summary(of error: ErrorReport) -> ItemSummary {
    ItemSummary(
      item: error.item, zone: error.zone, domain: error.code == nil ? nil : error.domain, code: error.code,
      underlying: error.underlying, serverCode: error.serverCode, message: error.message, count: 0)
  }
}
