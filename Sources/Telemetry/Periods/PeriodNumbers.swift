import Storage
import SyncModel

/// The numbers of one period that are compared with those of another, and the requests by hour.
package struct PeriodNumbers {
  /// The requests of an hour.
  struct Hour: Equatable {
    var count = 0
    var failed = 0
    var throttled = 0
  }

  /// The requests of an hour of the week.
  struct Cell {
    var count = 0
    var failed = 0
    var durations = DurationCounts()
  }

  /// The failed requests with one code.
  struct Failures {
    var count = 0
    var groups: [RequestDimension: [String: Int]] = [:]
  }

  private(set) var requests = Share(hits: 0, of: 0)
  private(set) var throttled = 0
  /// Distinct users, and those of failed requests.
  private(set) var users = 0
  private(set) var affectedUsers = 0
  /// False when the scope has hours without rows and chosen classes: an hour knows only all of its users.
  private(set) var usersAreKnown = true
  private(set) var durations = DurationCounts()
  /// By hours since 1970.
  private(set) var hours: [Int64: Hour] = [:]
  /// By hour of the week; 0 is Monday, 00:00 UTC.
  private(set) var week = Array(repeating: Cell(), count: 168)
  /// By value of each compared dimension; durations of operations only.
  private(set) var groups: [RequestDimension: [String: Cell]] = [:]
  /// Failed requests by code, and of those the ones of each value of a compared dimension.
  private(set) var failures: [String: Failures] = [:]
  /// Codes and how often they occurred, in the words of the logs.
  private(set) var codes: [String: Int] = [:]

  /// True when there is neither a request nor an error.
  package var isEmpty: Bool { requests.of == 0 && codes.isEmpty }

  /// Attributes by which regressions are looked for.
  static let dimensions: [RequestDimension] = [.operation, .clientOS, .platform, .database]

  /// Counts what the store has in scope.
  package init(store: EventStore) throws(StorageError) {
    let classes = try store.requestClasses()
    var pass = Pass(classes: classes)
    try store.scanRequests { pass.add($0) }
    try store.forEachRolledHour { pass.add($0) }
    pass.endHour()
    if store.scope.choosesRequests { usersAreKnown = try store.rolledBefore() == nil }
    (hours, week) = (pass.hours, pass.week)
    for (operation, counted) in pass.operations {
      durations.add(counted)
      if !operation.isEmpty { groups[.operation, default: [:]][operation, default: Cell()].durations = counted }
    }
    users = pass.marks.count { $0 != 0 }
    affectedUsers = pass.marks.count { $0 == 2 }
    var byClass: [Int64: Int] = [:]
    for (id, count) in pass.counts.enumerated() where count > 0 { byClass[Int64(id)] = count }
    for (id, count) in byClass { if let known = classes[id] { add(known, count) } }
    try countCodes(store, classes, byClass)
  }

  private mutating func add(_ requestClass: StoredRequestClass, _ count: Int) {
    let isFailed = requestClass.outcome == .failed
    requests.of += count
    if isFailed { requests.hits += count }
    if requestClass.isThrottled { throttled += count }
    for dimension in Self.dimensions {
      guard let value = dimension.value(of: requestClass), !value.isEmpty else { continue }
      groups[dimension, default: [:]][value, default: Cell()].count += count
      if isFailed { groups[dimension, default: [:]][value, default: Cell()].failed += count }
    }
    guard isFailed else { return }
    let code = requestClass.error ?? requestClass.status ?? "failures without a code"
    failures[code, default: Failures()].count += count
    for dimension in Self.dimensions {
      guard let value = dimension.value(of: requestClass), !value.isEmpty else { continue }
      failures[code]?.groups[dimension, default: [:]][value, default: 0] += count
    }
  }

  private mutating func countCodes(
    _ store: EventStore, _ classes: [Int64: StoredRequestClass], _ byClass: [Int64: Int]
  ) throws(StorageError) {
    var errors = ErrorNumbers()
    try store.forEachError { errors.add($0) }
    for summary in errors.errors() {
      codes[summary.name ?? "\(summary.domain) \(summary.code.map { String($0) } ?? "")", default: 0] += summary.count
    }
    for (code, count) in errors.countByServerCode { codes[code, default: 0] += count }
    for (id, count) in byClass {
      guard let known = classes[id], known.outcome == .failed, !known.errorIsReported else { continue }
      if let code = known.error ?? known.status { codes[code, default: 0] += count }
    }
  }

  /// The requests of each whole day of a period, in order; days without requests count 0.
  func days(of period: Period) -> [Int] {
    let day: Int64 = 86_400_000
    let first = period.start.milliseconds / day + (period.start.milliseconds % day == 0 ? 0 : 1)
    let end = period.end.milliseconds / day
    guard first < end, end - first < 1000 else { return [] }
    return (first..<end).map { day in (0..<24).reduce(0) { $0 + (hours[day * 24 + $1]?.count ?? 0) } }
  }
}

/// The state of a pass over the requests: arrays by number, because it sees millions.
private struct Pass {
  var counts: [Int]
  var hours: [Int64: PeriodNumbers.Hour] = [:]
  var week = Array(repeating: PeriodNumbers.Cell(), count: 168)
  /// The number of each class's operation, and the durations of each operation.
  private var operationOfClass: [Int]
  private var names: [String] = []
  private var durations: [DurationCounts] = []
  /// By user: 0 never seen, 1 seen, 2 with a failed request; user 0 is nobody.
  var marks: [UInt8] = [0]
  private let failed: [Bool]
  private let throttled: [Bool]
  /// The hour of the request before, whose numbers are not in `hours` yet: most requests follow in the same hour.
  private var hour: Int64 = .min
  private var ofHour = PeriodNumbers.Hour()

  init(classes: [Int64: StoredRequestClass]) {
    let highest = classes.keys.max() ?? 0
    let numbers = 0...max(0, min(highest, 10_000_000))
    failed = numbers.map { classes[$0]?.outcome == .failed }
    throttled = numbers.map { classes[$0]?.isThrottled == true }
    counts = Array(repeating: 0, count: failed.count)
    var known: [String: Int] = [:]
    operationOfClass = []
    for id in numbers {
      let name = classes[id]?.operation ?? ""
      let number = known[name] ?? names.count
      if number == names.count {
        known[name] = number
        names.append(name)
      }
      operationOfClass.append(number)
    }
    durations = Array(repeating: DurationCounts(), count: names.count)
  }

  /// The durations by operation; an empty name where the log has none.
  var operations: [(name: String, durations: DurationCounts)] { Array(zip(names, durations)) }

  mutating func add(_ row: ScannedRequest) {
    let number = Int(row.requestClass)
    guard counts.indices.contains(number) else { return }
    counts[number] += 1
    let isFailed = failed[number]
    durations[operationOfClass[number]].add(row.duration)
    mark(row.user, isFailed: isFailed)
    guard row.time != RequestBatch.absent else { return }
    let next = (row.time - (row.time % 3_600_000 + 3_600_000) % 3_600_000) / 3_600_000
    if next != hour {
      endHour()
      hour = next
    }
    ofHour.count += 1
    if isFailed { ofHour.failed += 1 }
    if throttled[number] { ofHour.throttled += 1 }
    // 1970 began on a Thursday.
    let cell = Int(((next + 72) % 168 + 168) % 168)
    week[cell].count += 1
    if isFailed { week[cell].failed += 1 }
    week[cell].durations.add(row.duration)
  }

  /// Adds the requests of a rolled hour.
  mutating func add(_ rolled: RolledHour) {
    let cell = Int(((rolled.hour + 72) % 168 + 168) % 168)
    var sum = hours[rolled.hour] ?? PeriodNumbers.Hour()
    for part in rolled.cells where part.requestClass >= 0 && part.requestClass < Int64(counts.count) {
      let number = Int(part.requestClass)
      counts[number] += part.count
      durations[operationOfClass[number]].add(part.durations, sum: part.durationSum)
      sum.count += part.count
      if failed[number] { sum.failed += part.count }
      if throttled[number] { sum.throttled += part.count }
      week[cell].count += part.count
      if failed[number] { week[cell].failed += part.count }
      week[cell].durations.add(part.durations, sum: part.durationSum)
    }
    hours[rolled.hour] = sum
    for user in rolled.users { mark(user.number, isFailed: user.hasFailed) }
  }

  /// Adds the numbers of the hour that was being counted.
  mutating func endHour() {
    guard ofHour.count > 0 else { return }
    var sum = hours[hour] ?? PeriodNumbers.Hour()
    sum.count += ofHour.count
    sum.failed += ofHour.failed
    sum.throttled += ofHour.throttled
    hours[hour] = sum
    ofHour = PeriodNumbers.Hour()
  }

  private mutating func mark(_ user: Int64, isFailed: Bool) {
    // Symbols are numbered from 1 without gaps.
    guard user > 0, user < 1 << 32 else { return }
    let index = Int(user)
    if index >= marks.count { marks += Array(repeating: 0, count: index + 1 - marks.count + index / 2) }
    if isFailed { marks[index] = 2 } else if marks[index] == 0 { marks[index] = 1 }
  }
}
