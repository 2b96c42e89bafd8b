import CSQLite
import SyncModel

/// Makes the rolled hours of one input from its rows.
struct RollupBuilder {
  /// The hours that rows are being added to; rows of a log are nearly in the order of time.
  private var open: [Int64: OpenHour] = [:]
  private var current: Int64 = .min
  private var hour = OpenHour()
  private let flush: (RolledHour) throws(StorageError) -> Void

  /// More hours than this are not kept open at once.
  private static let most = 32

  /// Makes a builder that hands on hours; one hour may be handed on in several parts.
  init(flush: @escaping (RolledHour) throws(StorageError) -> Void) {
    self.flush = flush
  }

  /// What is collected of an hour, as rows: sorted only when it is closed.
  private struct OpenHour {
    /// Class in the upper half, in the lower the bucket, or all ones without a duration.
    var rows: [UInt64] = []
    /// Twice the user's number, plus one for a failed request.
    var users: [Int64] = []
    var sums: [Int64: Sums] = [:]
  }

  private struct Sums {
    var durations: Int64 = 0
    var bytes: [Int64?] = Array(repeating: nil, count: 5)
  }

  /// Takes the row of a statement: time, class, user, duration, five sums.
  mutating func take(_ row: OpaquePointer, isFailed: (Int64) -> Bool) throws(StorageError) {
    let time = sqlite3_column_int64(row, 0)
    let next = (time - (time % 3_600_000 + 3_600_000) % 3_600_000) / 3_600_000
    if next != current { try turn(to: next) }
    let requestClass = sqlite3_column_int64(row, 1)
    let user = sqlite3_column_int64(row, 2)
    if user > 0 { hour.users.append(user << 1 | (isFailed(requestClass) ? 1 : 0)) }
    var bucket = UInt32.max
    if sqlite3_column_type(row, 3) != SQLITE_NULL {
      let duration = sqlite3_column_int64(row, 3)
      if duration >= 0 {
        bucket = DurationBuckets.bucket(of: duration)
        hour.sums[requestClass, default: Sums()].durations &+= duration
      }
    }
    hour.rows.append(UInt64(truncatingIfNeeded: requestClass) << 32 | UInt64(bucket))
    for column in 0..<5 where sqlite3_column_type(row, Int32(column + 4)) != SQLITE_NULL {
      let value = sqlite3_column_int64(row, Int32(column + 4))
      hour.sums[requestClass, default: Sums()].bytes[column] =
        (hour.sums[requestClass]?.bytes[column] ?? 0) &+ value
    }
  }

  /// Hands on what is left.
  mutating func finish() throws(StorageError) {
    try turn(to: .min)
    for number in open.keys.sorted() { if let rest = open[number] { try flush(Self.closed(rest, number)) } }
    open = [:]
  }

  private mutating func turn(to next: Int64) throws(StorageError) {
    if current != .min { open[current] = hour }
    if next != .min, open[next] == nil, open.count >= Self.most, let oldest = open.keys.min(),
      let rest = open.removeValue(forKey: oldest)
    {
      try flush(Self.closed(rest, oldest))
    }
    current = next
    hour = open.removeValue(forKey: next) ?? OpenHour()
  }

  private static func closed(_ hour: OpenHour, _ number: Int64) -> RolledHour {
    var result = RolledHour(hour: number)
    for row in hour.rows.sorted() {
      let (requestClass, bucket) = (Int64(row >> 32), UInt32(truncatingIfNeeded: row))
      if result.cells.last?.requestClass != requestClass {
        let sums = hour.sums[requestClass] ?? Sums()
        result.cells.append(
          RolledHour.Cell(
            requestClass: requestClass, count: 0, durationSum: sums.durations, sums: sums.bytes, durations: []))
      }
      result.cells[result.cells.count - 1].take(bucket)
    }
    for user in hour.users.sorted() {
      if result.users.last?.number == user >> 1 {
        if user & 1 != 0 { result.users[result.users.count - 1].hasFailed = true }
      } else {
        result.users.append(RolledHour.User(number: user >> 1, hasFailed: user & 1 != 0))
      }
    }
    return result
  }
}

extension RolledHour.Cell {
  /// Counts a request; `UInt32.max` = without a duration.
  fileprivate mutating func take(_ bucket: UInt32) {
    count += 1
    guard bucket != .max else { return }
    if durations.last?.number == bucket {
      durations[durations.count - 1].count += 1
    } else {
      durations.append(RolledHour.Bucket(number: bucket, count: 1))
    }
  }
}
