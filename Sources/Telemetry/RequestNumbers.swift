import Storage
import SyncModel

/// What one pass over the requests collects: per class, per value of each dimension, per bucket of time, per user.
struct RequestNumbers {
  /// The numbers of some requests.
  struct Numbers: Sendable {
    var count = 0
    var failed = 0
    var throttled = 0
    var durations = DurationCounts()

    /// Takes one request.
    mutating func add(_ duration: Int64, isFailed: Bool, isThrottled: Bool) {
      count += 1
      if isFailed { failed += 1 }
      if isThrottled { throttled += 1 }
      durations.add(duration)
    }

    /// Adds the requests of a rolled hour.
    mutating func add(_ cell: RolledHour.Cell, isFailed: Bool, isThrottled: Bool) {
      count += cell.count
      if isFailed { failed += cell.count }
      if isThrottled { throttled += cell.count }
      durations.add(cell.durations, sum: cell.durationSum)
    }

    /// Adds the numbers of other requests.
    mutating func add(_ other: Numbers) {
      count += other.count
      failed += other.failed
      throttled += other.throttled
      durations.add(other.durations)
    }
  }

  let classes: [Int64: StoredRequestClass]
  let dimensions: [RequestDimension]
  let bucketing: TimeBuckets?
  let census: RequestCensus
  /// From the first to the last request, those of rolled hours included.
  let period: Period?
  private(set) var all = Numbers()
  private(set) var buckets: [Numbers]
  private(set) var affectedUsers: Set<Int64> = []
  private let rolledBytes: [Int64?]
  /// Before this moment rolled hours stand for rows; nil = nowhere.
  let rolledBefore: Timestamp?
  /// False when the scope has rolled hours and chosen classes.
  let usersAreKnown: Bool
  /// Milliseconds from a throttled request to the next request, the longest; nil without times or throttling.
  private(set) var longestSilenceAfterThrottle: Int64?
  private var countByClass: [Int]
  private var groups: [Numbers]
  private var groupNames: [[(key: String?, group: Int)]]
  /// The users with most requests, and how many there are.
  private(set) var users: (rows: [RequestGroup], count: Int) = ([], 0)

  /// So many users are told one by one.
  private static let mostUsers = 1000

  /// Makes the pass, unless the requests were counted while they were written.
  init(
    store: EventStore, dimensions: [RequestDimension], slowerThanMs limit: Int64
  ) throws(StorageError) {
    self.dimensions = dimensions
    var pass: RequestPass
    (census, pass) = try store.takeCensus(slowerThanMs: limit, startingWith: RequestPass(dimensions: dimensions))
    try store.forEachRolledHour { pass.add($0) }
    classes = try store.requestClasses()
    rolledBytes = pass.rolledBytes
    // Hours do not tell users: where some are chosen, no hour stands for rows.
    let hasHours = store.scope.users == nil
    rolledBefore = hasHours ? try store.rolledBefore() : nil
    usersAreKnown = rolledBefore == nil || !store.scope.choosesRequests
    period = Self.union(census.period, hasHours ? try store.rolledPeriod() : nil)
    countByClass = pass.countByClass
    groups = pass.groups
    groupNames = pass.groupNames
    let isHourly = rolledBefore != nil
    bucketing = period.map { TimeBuckets(period: $0, isHourly: isHourly) }
    buckets = bucketing.map { pass.timeline.numbers(in: $0) } ?? []
    affectedUsers = pass.affected
    longestSilenceAfterThrottle = pass.silence
    all = pass.all
    if dimensions.contains(.user) { users = (try Self.rows(ofUsers: pass.users, in: store), pass.users.count) }
  }

  private static func rows(
    ofUsers users: [Int64: Numbers], in store: EventStore
  ) throws(StorageError) -> [RequestGroup] {
    let top = users.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(mostUsers)
    var rows: [RequestGroup] = []
    for (number, numbers) in top {
      rows.append(
        RequestGroup(
          key: number == 0 ? nil : try store.text(ofSymbol: number), count: numbers.count, failed: numbers.failed,
          latencyMs: numbers.durations.distribution()))
    }
    return rows
  }

  /// The sums of the byte columns, of rows and of rolled hours.
  var bytes: ByteTotals {
    func sum(_ first: Int64?, _ second: Int64?) -> Int64? {
      first == nil && second == nil ? nil : (first ?? 0) &+ (second ?? 0)
    }
    return ByteTotals(
      sent: sum(census.bytes.sent, rolledBytes[0]), received: sum(census.bytes.received, rolledBytes[1]),
      insertedRecords: sum(census.bytes.insertedRecords, rolledBytes[2]),
      updatedRecords: sum(census.bytes.updatedRecords, rolledBytes[3]),
      deletedRecords: sum(census.bytes.deletedRecords, rolledBytes[4]))
  }

  private static func union(_ first: Period?, _ second: Period?) -> Period? {
    guard let first, let second else { return first ?? second }
    return Period(start: min(first.start, second.start), end: max(first.end, second.end))
  }

  /// How many requests of a class are in scope.
  func count(ofClass id: Int64) -> Int { countByClass.indices.contains(Int(id)) ? countByClass[Int(id)] : 0 }

  /// The numbers of the requests by a dimension, sorted by count, then key.
  func grouping(by dimension: RequestDimension) -> RequestGrouping {
    if dimension == .user { return RequestGrouping(key: dimension.key, dimension: dimension.title, rows: users.rows) }
    let index = dimensions.filter(\.isOfClass).firstIndex(of: dimension)
    let rows = (index.map { groupNames[$0] } ?? []).compactMap { name, group -> RequestGroup? in
      let numbers = groups[group]
      guard numbers.count > 0 else { return nil }
      return RequestGroup(
        key: name, count: numbers.count, failed: numbers.failed, latencyMs: numbers.durations.distribution())
    }
    return RequestGrouping(
      key: dimension.key, dimension: dimension.title,
      rows: rows.sorted { ($1.count, $0.key ?? "") < ($0.count, $1.key ?? "") })
  }
}
