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

  /// Makes the pass.
  init(
    store: EventStore, dimensions: [RequestDimension], bucketing: TimeBuckets?, slowerThanMs limit: Int64
  ) throws(StorageError) {
    classes = try store.requestClasses()
    self.dimensions = dimensions
    self.bucketing = bucketing
    let highest = Int(classes.keys.max() ?? 0)
    var numbering = GroupNumbering(dimensions: dimensions, highestClass: highest)
    for id in classes.keys.sorted() { if let known = classes[id] { numbering.add(known) } }
    var pass: Pass
    (census, pass) = try store.takeCensus(
      slowerThanMs: limit,
      startingWith: Pass(numbering: numbering, classes: classes, highest: highest, bucketing: bucketing),
      add: { $0.add($1) }, merge: { $0.add($1) })
    try store.forEachRolledHour { pass.add($0) }
    rolledBytes = pass.rolledBytes
    rolledBefore = try store.rolledBefore()
    usersAreKnown = rolledBefore == nil || store.scope.requestClasses == nil
    countByClass = pass.countByClass
    groups = pass.groups
    groupNames = numbering.names
    buckets = pass.buckets
    affectedUsers = pass.affected
    longestSilenceAfterThrottle = pass.silence
    all = pass.all
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

  /// How many requests of a class are in scope.
  func count(ofClass id: Int64) -> Int { countByClass[Int(id)] }

  /// The numbers of the requests by a dimension, sorted by count, then key.
  func grouping(by dimension: RequestDimension) -> RequestGrouping {
    let index = dimensions.firstIndex(of: dimension)
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

/// Numbers the values that occur of each dimension, so that a row finds its groups without a string.
private struct GroupNumbering {
  let dimensions: [RequestDimension]
  private(set) var names: [[(key: String?, group: Int)]]
  private var numbers: [[String?: Int]]
  private(set) var count = 0
  /// For each class, one group of each dimension.
  private(set) var groupsOfClass: [Int32]

  init(dimensions: [RequestDimension], highestClass: Int) {
    self.dimensions = dimensions
    names = Array(repeating: [], count: dimensions.count)
    numbers = Array(repeating: [:], count: dimensions.count)
    groupsOfClass = Array(repeating: 0, count: (highestClass + 1) * dimensions.count)
  }

  mutating func add(_ requestClass: StoredRequestClass) {
    for (index, dimension) in dimensions.enumerated() {
      let value = dimension.value(of: requestClass)
      let group: Int
      if let known = numbers[index][value] {
        group = known
      } else {
        group = count
        count += 1
        numbers[index][value] = group
        names[index].append((value, group))
      }
      groupsOfClass[Int(requestClass.id) * dimensions.count + index] = Int32(group)
    }
  }
}

/// The state of a pass over the requests.
private struct Pass: Sendable {
  private let groupsOfClass: [Int32]
  private let dimensionCount: Int
  private let highest: Int
  private let failed: [Bool]
  private let throttled: [Bool]
  private let bucketing: TimeBuckets?
  var all = RequestNumbers.Numbers()
  var countByClass: [Int]
  var groups: [RequestNumbers.Numbers]
  var buckets: [RequestNumbers.Numbers]
  var affected: Set<Int64> = []
  var silence: Int64?
  var rolledBytes: [Int64?] = Array(repeating: nil, count: 5)
  private var lastThrottle: Int64?
  private var firstTime: Int64?

  init(
    numbering: GroupNumbering, classes: [Int64: StoredRequestClass], highest: Int, bucketing: TimeBuckets?
  ) {
    groupsOfClass = numbering.groupsOfClass
    dimensionCount = numbering.dimensions.count
    self.highest = highest
    self.bucketing = bucketing
    failed = (0...highest).map { classes[Int64($0)]?.outcome == .failed }
    throttled = (0...highest).map { classes[Int64($0)]?.isThrottled == true }
    countByClass = Array(repeating: 0, count: highest + 1)
    groups = Array(repeating: RequestNumbers.Numbers(), count: numbering.count)
    buckets = Array(repeating: RequestNumbers.Numbers(), count: bucketing?.count ?? 0)
  }

  mutating func add(_ row: ScannedRequest) {
    let number = Int(row.requestClass)
    guard number >= 0, number <= highest else { return }
    let (isFailed, isThrottled) = (failed[number], throttled[number])
    countByClass[number] += 1
    all.add(row.duration, isFailed: isFailed, isThrottled: isThrottled)
    for index in number * dimensionCount..<(number + 1) * dimensionCount {
      groups[Int(groupsOfClass[index])].add(row.duration, isFailed: isFailed, isThrottled: isThrottled)
    }
    if isFailed, row.user != 0 { affected.insert(row.user) }
    guard row.time != RequestBatch.absent else { return }
    if firstTime == nil { firstTime = row.time }
    if let throttle = lastThrottle, row.time >= throttle { silence = max(silence ?? 0, row.time &- throttle) }
    lastThrottle = isThrottled ? row.time : nil
    guard let bucket = bucketing?.index(of: row.time), buckets.indices.contains(bucket) else { return }
    buckets[bucket].add(row.duration, isFailed: isFailed, isThrottled: isThrottled)
  }

  /// Adds the requests of a rolled hour.
  mutating func add(_ hour: RolledHour) {
    let bucket = bucketing?.index(of: hour.start.milliseconds).flatMap { buckets.indices.contains($0) ? $0 : nil }
    for cell in hour.cells where cell.requestClass >= 0 && cell.requestClass <= Int64(highest) {
      let number = Int(cell.requestClass)
      let (isFailed, isThrottled) = (failed[number], throttled[number])
      countByClass[number] += cell.count
      all.add(cell, isFailed: isFailed, isThrottled: isThrottled)
      for index in number * dimensionCount..<(number + 1) * dimensionCount {
        groups[Int(groupsOfClass[index])].add(cell, isFailed: isFailed, isThrottled: isThrottled)
      }
      if let bucket { buckets[bucket].add(cell, isFailed: isFailed, isThrottled: isThrottled) }
      for (index, sum) in cell.sums.enumerated() where sum != nil {
        rolledBytes[index] = (rolledBytes[index] ?? 0) &+ (sum ?? 0)
      }
    }
    for user in hour.users where user.hasFailed { affected.insert(user.number) }
  }

  /// Adds the numbers of the rows that follow.
  mutating func add(_ other: Pass) {
    all.add(other.all)
    for index in countByClass.indices { countByClass[index] += other.countByClass[index] }
    for index in groups.indices { groups[index].add(other.groups[index]) }
    for index in buckets.indices { buckets[index].add(other.buckets[index]) }
    affected.formUnion(other.affected)
    var silences = [silence, other.silence].compactMap { $0 }
    if let lastThrottle, let next = other.firstTime, next >= lastThrottle { silences.append(next - lastThrottle) }
    silence = silences.max()
    if other.firstTime != nil { lastThrottle = other.lastThrottle }
  }
}

/// Equal spans of time that cover a period, at round moments in UTC.
package struct TimeBuckets: Equatable, Sendable {
  package var start: Timestamp
  package var seconds: Int
  package var count: Int

  /// Chooses the round length that cuts the period into about 60 to 120 buckets, at least one minute each.
  package init(period: Period) {
    let length = max(1, (period.end.milliseconds - period.start.milliseconds) / 1000 + 1)
    let round: [Int64] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
      1_209_600, 2_592_000,
    ]
    let chosen = round.first { length / $0 <= 120 } ?? (length / 100 + 1)
    seconds = Int(chosen)
    let span = chosen * 1000
    let first = period.start.milliseconds - ((period.start.milliseconds % span) + span) % span
    start = Timestamp(milliseconds: first)
    count = Int((period.end.milliseconds - first) / span) + 1
  }

  /// The bucket of a moment; outside the period the number lies outside 0..<count.
  func index(of milliseconds: Int64) -> Int? {
    guard milliseconds != RequestBatch.absent else { return nil }
    let (distance, overflow) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard !overflow, distance >= 0 else { return nil }
    return Int(distance / Int64(seconds * 1000))
  }

  /// The first moment of a bucket.
  package func start(of index: Int) -> Timestamp {
    start.advanced(byMilliseconds: Int64(index) * Int64(seconds) * 1000)
  }
}
