import Storage
import SyncModel

/// A multiset of durations in whole milliseconds, exact at any size.
///
/// Short durations – nearly all – are counted in an array; the long ones are kept one by one and sorted when asked. So are
/// the first few of any length, because most sets are small and the array is large.
struct DurationCounts: Sendable {
  /// Durations below this many milliseconds are counted in the array.
  private static let shortLimit = 4096
  /// So many durations are kept one by one before there is an array.
  private static let most = 256

  private var short: [UInt32] = []
  /// All durations while there is no array, and then the long ones.
  private var long: [Int64] = []
  private(set) var count = 0
  private var sum: Int64 = 0

  /// Takes a duration; negative ones are no durations and are left out.
  mutating func add(_ duration: Int64) {
    guard duration >= 0 else { return }
    count += 1
    sum &+= duration
    if duration < Self.shortLimit, !short.isEmpty {
      short[Int(duration)] += 1
    } else {
      long.append(duration)
      if short.isEmpty, long.count >= Self.most { beginArray() }
    }
  }

  private mutating func beginArray() {
    short = Array(repeating: 0, count: Self.shortLimit)
    for duration in long where duration < Self.shortLimit { short[Int(duration)] += 1 }
    long.removeAll { $0 < Self.shortLimit }
  }

  /// Takes durations of rolled hours: each stands in the middle of its bucket, their sum is exact.
  mutating func add(_ buckets: [RolledHour.Bucket], sum other: Int64) {
    for bucket in buckets where bucket.count > 0 {
      let duration = DurationBuckets.duration(of: bucket.number)
      count += bucket.count
      if short.isEmpty, long.count + bucket.count >= Self.most { beginArray() }
      if duration < Self.shortLimit, !short.isEmpty {
        short[Int(duration)] &+= UInt32(clamping: bucket.count)
      } else {
        long += repeatElement(duration, count: bucket.count)
      }
    }
    sum &+= other
  }

  /// Adds all durations of another multiset.
  mutating func add(_ other: DurationCounts) {
    if other.short.isEmpty {
      for duration in other.long { add(duration) }
      return
    }
    if short.isEmpty { beginArray() }
    count += other.count
    sum &+= other.sum
    long += other.long
    for index in 0..<Self.shortLimit { short[index] &+= other.short[index] }
  }

  /// The distribution, nil when there is nothing.
  func distribution() -> Distribution? {
    guard count > 0 else { return nil }
    let sorted = long.sorted()
    var ranks = [1, rank(50), rank(95), rank(99), count]
    var values: [Double] = []
    var passed = 0
    for (duration, number) in short.enumerated() where number > 0 {
      passed += Int(number)
      while let rank = ranks.first, rank <= passed {
        values.append(Double(duration))
        ranks.removeFirst()
      }
    }
    for rank in ranks { values.append(Double(Self.element(of: sorted, at: rank - passed - 1))) }
    return Distribution(
      count: count, min: values[0], mean: Double(sum) / Double(count), p50: values[1], p95: values[2], p99: values[3],
      max: values[4])
  }

  /// The nearest-rank percentile, nil when there is nothing.
  func percentile(_ percent: Int) -> Double? {
    count == 0 ? nil : value(atRank: rank(percent)).map { Double($0) }
  }

  /// The duration at a rank, counted from 1 for the shortest; nil beyond the last.
  func value(atRank rank: Int) -> Int64? {
    guard (1...max(count, 1)).contains(rank), count > 0 else { return nil }
    var passed = 0
    for (duration, number) in short.enumerated() where number > 0 {
      passed += Int(number)
      if passed >= rank { return Int64(duration) }
    }
    return Self.element(of: long.sorted(), at: rank - passed - 1)
  }

  /// How many durations are longer than a number of milliseconds.
  func count(above limit: Int64) -> Int {
    var number = long.count { $0 > limit }
    for duration in short.indices.dropFirst(Int(clamping: max(-1, limit) &+ 1)) { number += Int(short[duration]) }
    return number
  }

  /// The hourly counts of a damaged store need not add up; then the nearest there is stands.
  private static func element(of sorted: [Int64], at index: Int) -> Int64 {
    sorted.isEmpty ? 0 : sorted[min(max(0, index), sorted.count - 1)]
  }

  /// The nearest rank of a percentile: ceil(p·n / 100), in integers so that no rounding can move it.
  private func rank(_ percent: Int) -> Int { max(1, (percent * count + 99) / 100) }
}

extension Distribution {
  /// The distribution of values in any order and unit, nil when there are none.
  package init?(of values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func value(_ percent: Int) -> Double { sorted[Swift.max(1, (percent * sorted.count + 99) / 100) - 1] }
    self.init(
      count: sorted.count, min: sorted[0], mean: sorted.reduce(0, +) / Double(sorted.count), p50: value(50),
      p95: value(95), p99: value(99), max: sorted[sorted.count - 1])
  }
}
