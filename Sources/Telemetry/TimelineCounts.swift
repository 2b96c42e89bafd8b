import Storage
import SyncModel

/// Counts requests by time before their period is known: in fine slots that grow when the period does.
///
/// The slots lie at multiples of their length since 1970, and every length divides the lengths that `TimeBuckets` may
/// choose for a period of as many slots; so the slots add up to buckets without a remainder.
struct TimelineCounts: Sendable {
  /// Lengths in seconds, and how many slots of a length there are before it grows.
  ///
  /// Beyond the last, lengths double.
  private static let steps: [(seconds: Int64, most: Int)] = [
    (1, 400), (5, 800), (60, 800), (300, 800), (3600, 800), (43_200, 3_500), (2_592_000, 400),
  ]

  private var step = 0
  private var length: Int64 = 1000
  private var most = 400
  /// The number of the first slot since 1970.
  private var first: Int64 = 0
  private var slots: [RequestNumbers.Numbers] = []
  /// The slot that was counted in last, and when it begins: logs are nearly in order.
  private var current = 0
  private var currentStart = Int64.max

  /// Takes one request; times are milliseconds since 1970.
  mutating func add(_ duration: Int64, at time: Int64, isFailed: Bool, isThrottled: Bool) {
    let (distance, overflow) = time.subtractingReportingOverflow(currentStart)
    if overflow || distance < 0 || distance >= length { turn(to: time) }
    slots[current].add(duration, isFailed: isFailed, isThrottled: isThrottled)
  }

  /// Takes the requests of a rolled hour.
  mutating func add(_ cell: RolledHour.Cell, at hour: Int64, isFailed: Bool, isThrottled: Bool) {
    turn(to: hour)
    slots[current].add(cell, isFailed: isFailed, isThrottled: isThrottled)
  }

  /// Adds what another one counted.
  mutating func add(_ other: TimelineCounts) {
    guard !other.slots.isEmpty else { return }
    var other = other
    turn(to: other.start(of: 0))
    turn(to: other.start(of: other.slots.count - 1))
    while other.length < length { other.coarsen() }
    while length < other.length { coarsen() }
    turn(to: other.start(of: 0))
    turn(to: other.start(of: other.slots.count - 1))
    for (index, numbers) in other.slots.enumerated() {
      slots[slot(of: other.start(of: index))].add(numbers)
    }
  }

  /// The numbers of each bucket of a period that holds everything that was counted.
  func numbers(in buckets: TimeBuckets) -> [RequestNumbers.Numbers] {
    var numbers = Array(repeating: RequestNumbers.Numbers(), count: buckets.count)
    for (index, counted) in slots.enumerated() where counted.count > 0 {
      let number = Int((start(of: index) - buckets.start.milliseconds) / (Int64(buckets.seconds) * 1000))
      if numbers.indices.contains(number) { numbers[number].add(counted) }
    }
    return numbers
  }

  private func start(of slot: Int) -> Int64 { (first + Int64(slot)) * length }

  private func slot(of time: Int64) -> Int { Int(Self.floor(time, length) &- first) }

  /// Makes the slot of a moment the current one, and room for it.
  private mutating func turn(to moment: Int64) {
    // Far beyond any date, where sums of milliseconds still cannot overflow.
    let time = max(-1 << 53, min(1 << 53, moment))
    if slots.isEmpty {
      first = Self.floor(time, length)
      slots = [RequestNumbers.Numbers()]
    }
    while true {
      let number = Self.floor(time, length)
      let last = first + Int64(slots.count) - 1
      guard max(last, number) - min(first, number) >= Int64(most) else { break }
      coarsen()
    }
    let number = Self.floor(time, length)
    if number < first {
      slots.insert(contentsOf: Array(repeating: RequestNumbers.Numbers(), count: Int(first - number)), at: 0)
      first = number
    }
    current = Int(number - first)
    while slots.count <= current { slots.append(RequestNumbers.Numbers()) }
    currentStart = number * length
  }

  private mutating func coarsen() {
    let old = length
    step += 1
    if step < Self.steps.count {
      (length, most) = (Self.steps[step].seconds * 1000, Self.steps[step].most)
    } else {
      length *= 2
    }
    currentStart = .max
    guard !slots.isEmpty else { return }
    let starts = slots.indices.map { (first + Int64($0)) * old }
    let newFirst = Self.floor(starts[0], length)
    var merged: [RequestNumbers.Numbers] = []
    for (index, numbers) in slots.enumerated() {
      let target = Int(Self.floor(starts[index], length) - newFirst)
      while merged.count <= target { merged.append(RequestNumbers.Numbers()) }
      merged[target].add(numbers)
    }
    (first, slots) = (newFirst, merged)
  }

  private static func floor(_ time: Int64, _ length: Int64) -> Int64 {
    time / length - (time % length < 0 ? 1 : 0)
  }
}
