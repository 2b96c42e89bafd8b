import Storage
import SyncModel

/// The requests of one day in UTC.
package struct DayNumbers: Equatable, Sendable {
  package var day: Timestamp
  package var requests: Int
  package var failed: Int
  package var throttled: Int
  /// Milliseconds; nil without durations.
  package var p95: Double?

  /// The days of the store's scope that have requests, in order.
  package static func all(in store: EventStore) throws(StorageError) -> [DayNumbers] {
    let classes = try store.requestClasses()
    let day: Int64 = 86_400_000
    var numbers: [Int64: RequestNumbers.Numbers] = [:]
    try store.scanRequests { row in
      guard row.time != RequestBatch.absent, let known = classes[row.requestClass] else { return }
      numbers[(row.time - (row.time % day + day) % day) / day, default: RequestNumbers.Numbers()].add(
        row.duration, isFailed: known.outcome == .failed, isThrottled: known.isThrottled)
    }
    try store.forEachRolledHour { hour in
      let number = (hour.hour - (hour.hour % 24 + 24) % 24) / 24
      for cell in hour.cells {
        guard let known = classes[cell.requestClass] else { continue }
        numbers[number, default: RequestNumbers.Numbers()].add(
          cell, isFailed: known.outcome == .failed, isThrottled: known.isThrottled)
      }
    }
    return numbers.sorted { $0.key < $1.key }.map { number, ofDay in
      DayNumbers(
        day: Timestamp(milliseconds: number * day), requests: ofDay.count, failed: ofDay.failed,
        throttled: ofDay.throttled, p95: ofDay.durations.percentile(95))
    }
  }
}
