import SyncModel

/// Columns of the requests that have a time, kept in memory while they are not too many.
struct TimedRows: Sendable {
  /// More rows than this are not kept: 12 bytes each, 16 where lines are left out.
  static let most = 6_000_000

  private var blocks: [Block] = []
  private(set) var count = 0

  /// Rows of one input, near each other in time: offsets need half the bytes, and blocks never move when they grow.
  private struct Block: Sendable {
    static let most = 8192

    let source: Int32
    let firstTime: Int64
    let firstLine: Int
    var times: [Int32] = []
    var classes: [Int32] = []
    var users: [Int32] = []
    /// Distances from the first line; empty while each row stands in the line behind that of the row before.
    var lines: [Int32] = []

    init(source: Int32, firstTime: Int64, firstLine: Int) {
      self.source = source
      self.firstTime = firstTime
      self.firstLine = firstLine
    }

    /// Adds a row; false when it does not fit.
    mutating func append(_ time: Int64, _ requestClass: Int64, _ user: Int64, _ source: Int32, _ line: Int) -> Bool {
      let (distance, overflow) = time.subtractingReportingOverflow(firstTime)
      guard source == self.source, times.count < Self.most, !overflow, let offset = Int32(exactly: distance),
        let lineOffset = Int32(exactly: line &- firstLine)
      else { return false }
      if lines.isEmpty, Int(lineOffset) != times.count { lines = (0..<Int32(times.count)).map { $0 } }
      if !lines.isEmpty || Int(lineOffset) != times.count { lines.append(lineOffset) }
      times.append(offset)
      classes.append(Int32(truncatingIfNeeded: requestClass))
      users.append(Int32(truncatingIfNeeded: user))
      return true
    }

    func line(_ row: Int) -> Int { firstLine + (lines.isEmpty ? row : Int(lines[row])) }
  }

  mutating func append(_ time: Int64, _ requestClass: Int64, _ user: Int64, _ source: Int32, _ line: Int) {
    count += 1
    let last = blocks.count - 1
    if last >= 0, blocks[last].append(time, requestClass, user, source, line) { return }
    var block = Block(source: source, firstTime: time, firstLine: line)
    _ = block.append(time, requestClass, user, source, line)
    blocks.append(block)
  }

  mutating func append(_ other: TimedRows) {
    blocks += other.blocks
    count += other.count
  }

  /// Calls the body with the rows of some users and classes; nil = all.
  func forEach(
    ofUsers users: Set<Int64>?, ofClasses classes: [Int64]?, _ body: (Origin, Timestamp, Int64, Int64) -> Void
  ) {
    let isWantedUser = users.map { Self.flags($0) }
    let isWantedClass = classes.map { Self.flags($0) }
    for block in blocks {
      for row in 0..<block.times.count {
        if let isWantedUser, !Self.isSet(isWantedUser, block.users[row]) { continue }
        if let isWantedClass, !Self.isSet(isWantedClass, block.classes[row]) { continue }
        body(
          Origin(source: block.source, line: block.line(row)),
          Timestamp(milliseconds: block.firstTime + Int64(block.times[row])), Int64(block.classes[row]),
          Int64(block.users[row]))
      }
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
