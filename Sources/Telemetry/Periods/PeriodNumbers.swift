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

  private(set) var requests = Share(hits: 0, of: 0)
  private(set) var throttled = 0
  private(set) var users: Set<Int64> = []
  private(set) var affectedUsers: Set<Int64> = []
  private(set) var durations = DurationCounts()
  /// By hours since 1970.
  private(set) var hours: [Int64: Hour] = [:]
  /// By hour of the week; 0 is Monday, 00:00 UTC.
  private(set) var week = Array(repeating: Cell(), count: 168)
  /// By value of each compared dimension.
  private(set) var groups: [RequestDimension: [String: Cell]] = [:]
  /// Codes and how often they occurred, in the words of the logs.
  private(set) var codes: [String: Int] = [:]

  /// Attributes by which regressions are looked for.
  static let dimensions: [RequestDimension] = [.operation, .clientOS, .platform, .database]

  /// Counts what the store has in scope.
  package init(store: EventStore) throws(StorageError) {
    let classes = try store.requestClasses()
    var byClass: [Int64: Cell] = [:]
    try store.scanRequests { row in
      guard let requestClass = classes[row.requestClass] else { return }
      let isFailed = requestClass.outcome == .failed
      byClass[row.requestClass, default: Cell()].count += 1
      if row.user != 0 { users.insert(row.user) }
      if isFailed, row.user != 0 { affectedUsers.insert(row.user) }
      durations.add(row.duration)
      note(row, isFailed: isFailed, isThrottled: requestClass.isThrottled)
    }
    for (id, cell) in byClass { if let known = classes[id] { add(known, cell.count) } }
    try countCodes(store, classes, byClass)
  }

  private mutating func note(_ row: ScannedRequest, isFailed: Bool, isThrottled: Bool) {
    guard row.time != RequestBatch.absent else { return }
    let hour = (row.time - (row.time % 3_600_000 + 3_600_000) % 3_600_000) / 3_600_000
    hours[hour, default: Hour()].count += 1
    if isFailed { hours[hour, default: Hour()].failed += 1 }
    if isThrottled { hours[hour, default: Hour()].throttled += 1 }
    // 1970 began on a Thursday.
    let ofWeek = Int(((hour + 72) % 168 + 168) % 168)
    week[ofWeek].count += 1
    if isFailed { week[ofWeek].failed += 1 }
    week[ofWeek].durations.add(row.duration)
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
  }

  private mutating func countCodes(
    _ store: EventStore, _ classes: [Int64: StoredRequestClass], _ byClass: [Int64: Cell]
  ) throws(StorageError) {
    let errors = try store.errors()
    for summary in ErrorNumbers.errors(errors) {
      codes[summary.name ?? "\(summary.domain) \(summary.code.map { String($0) } ?? "")", default: 0] += summary.count
    }
    for error in ErrorNumbers.flattened(errors) where error.code == nil {
      guard let code = error.serverCode else { continue }
      codes[code, default: 0] += error.count
    }
    for (id, cell) in byClass {
      guard let known = classes[id], known.outcome == .failed, !known.errorIsReported else { continue }
      if let code = known.error ?? known.status { codes[code, default: 0] += cell.count }
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
