import SyncModel

/// Columns of the requests that have a time, kept in memory while they are not too many.
struct TimedRows: Sendable {
  /// More rows than this are not kept: 24 bytes each.
  static let most = 1_500_000

  private(set) var time: [Int64] = []
  private(set) var requestClass: [Int32] = []
  private(set) var user: [Int32] = []
  private(set) var source: [Int32] = []
  private(set) var line: [Int32] = []

  var count: Int { time.count }

  mutating func append(_ time: Int64, _ requestClass: Int64, _ user: Int64, _ source: Int32, _ line: Int) {
    self.time.append(time)
    self.requestClass.append(Int32(truncatingIfNeeded: requestClass))
    self.user.append(Int32(truncatingIfNeeded: user))
    self.source.append(source)
    self.line.append(Int32(clamping: line))
  }

  mutating func append(_ other: TimedRows) {
    time += other.time
    requestClass += other.requestClass
    user += other.user
    source += other.source
    line += other.line
  }

  /// Calls the body with the rows of some users and classes; nil = all.
  func forEach(
    ofUsers users: Set<Int64>?, ofClasses classes: [Int64]?, _ body: (Origin, Timestamp, Int64, Int64) -> Void
  ) {
    let isWantedUser = users.map { Self.flags($0) }
    let isWantedClass = classes.map { Self.flags($0) }
    for row in 0..<count {
      if let isWantedUser, !Self.isSet(isWantedUser, user[row]) { continue }
      if let isWantedClass, !Self.isSet(isWantedClass, requestClass[row]) { continue }
      body(
        Origin(source: source[row], line: Int(line[row])), Timestamp(milliseconds: time[row]),
        Int64(requestClass[row]), Int64(user[row]))
    }
  }

  private static func flags(_ numbers: some Collection<Int64>) -> [Bool] {
    let small = numbers.filter { (0..<100_000_000).contains($0) }
    var flags = [Bool](repeating: false, count: Int(small.max() ?? -1) + 1)
    for number in small { flags[Int(number)] = true }
    return flags
  }

  private static func isSet(_ flags: [Bool], _ number: Int32) -> Bool {
    number >= 0 && Int(number) < flags.count && flags[Int(number)]
  }
}
