/// What a worker counted in the entries it read, for the notes of the input.
struct EntryTally {
  var withoutTime = 0
  var unreadableTimes = 0
  var withoutStatus = 0
  var unknownStatus = 0
  var withoutOperation = 0
  var unreadableNumbers = 0
  var negativeDurations = 0
  var repeatedKeys = 0
  /// The largest first and second number of dates with slashes; 0 = none was met.
  var largestFirst = 0
  var largestSecond = 0

  /// Takes the first two numbers of a date with slashes.
  mutating func noteOrder(_ first: Int, _ second: Int) {
    largestFirst = max(largestFirst, first)
    largestSecond = max(largestSecond, second)
  }

  /// Counts what an entry lacks.
  mutating func count(operation: UInt32, status: UInt32, meaning: UInt8, hasError: Bool) {
    if operation == 0 { withoutOperation += 1 }
    if status == 0, !hasError { withoutStatus += 1 }
    if meaning & 3 == 3 { unknownStatus += 1 }
  }

  mutating func add(_ other: EntryTally) {
    withoutTime += other.withoutTime
    unreadableTimes += other.unreadableTimes
    withoutStatus += other.withoutStatus
    unknownStatus += other.unknownStatus
    withoutOperation += other.withoutOperation
    unreadableNumbers += other.unreadableNumbers
    negativeDurations += other.negativeDurations
    repeatedKeys += other.repeatedKeys
    largestFirst = max(largestFirst, other.largestFirst)
    largestSecond = max(largestSecond, other.largestSecond)
  }

  /// For people, with numbers.
  var notes: [String] {
    let parts: [(Int, String, String)] = [
      (withoutTime, "entry without a time", "entries without a time"),
      (unreadableTimes, "entry whose time does not exist or cannot be read", "entries whose time cannot be read"),
      (withoutStatus, "entry without a status", "entries without a status"),
      (unknownStatus, "entry with an unknown status", "entries with an unknown status"),
      (withoutOperation, "entry without an operation type", "entries without an operation type"),
      (unreadableNumbers, "duration that is no number", "durations that are no numbers"),
      (negativeDurations, "negative duration, left out", "negative durations, left out"),
      (repeatedKeys, "repeated key, the first counts", "repeated keys, the first counts"),
    ]
    return parts.compactMap { number, one, many in number == 0 ? nil : "\(number) \(number == 1 ? one : many)" }
  }
}
