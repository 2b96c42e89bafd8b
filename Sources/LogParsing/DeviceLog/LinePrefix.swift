import SyncModel

/// The part of a log line in front of its message: time, process, sender, subsystem and category.
///
/// One reader for all text styles of the unified log, Xcode's console, NSLog, copies of Console.app and the clocks that
/// apps print, because people paste them mixed and with columns cut out.
struct LinePrefix: Equatable {
  var moment: ClockReading.Moment?
  var process: Range<Int>?
  var subsystem: Range<Int>?
  var category: Range<Int>?
  /// Where the message begins.
  var message = 0
  /// True when the line begins an entry; false = it may continue the one above.
  var isEntry = false

  private static let columnNames: [StaticString] = [
    "Default", "Info", "Debug", "Error", "Fault", "default", "info", "debug", "error", "fault", "Notice", "notice",
  ]

  /// Reads the prefix of a line; a line without one has its message at the start.
  init(_ line: UnsafeRawBufferPointer) {
    let start = Self.skipMarks(line)
    var index = Self.skipBracket(line, from: start)
    message = start
    if let (date, end) = ClockReading.dateAndTime(line, at: index) {
      moment = .full(date)
      index = end
    } else if let (clock, end) = ClockReading.timeOfDay(line, at: index), Self.endsClock(line, end) {
      moment = .timeOfDay(clock)
      index = end
    } else if let (found, end) = Self.consoleCopy(line, at: index) {
      moment = found
      index = end
    } else {
      isEntry = Self.startsCoreData(line, index)
      return
    }
    isEntry = true
    while let width = Self.widthBehindTime(line, index) { index += width }
    readColumns(line, &index)
    message = index
  }

  /// Passes quoting marks and colours.
  private static func skipMarks(_ line: UnsafeRawBufferPointer) -> Int {
    if let first = line.first, ClockReading.isDigit(first) { return 0 }
    var index = TextCleaning.lengthOfMarks(line)
    while index < line.count, let width = TextCleaning.widthOfColourCode(line, at: index), width > 1 { index += width }
    return index
  }

  /// Passes the bracket or quote in front of a time; in front of another number it belongs to the message.
  private static func skipBracket(_ line: UnsafeRawBufferPointer, from start: Int) -> Int {
    var probe = start
    while probe < line.count, probe - start < 6, [0x20, 0x09, 0x60, 0x5B, 0x22, 0x28].contains(line[probe]) {
      probe += 1
    }
    return probe < line.count && ClockReading.isDigit(line[probe]) ? probe : start
  }

  /// A clock is followed by a blank, a bracket or the end, not by more of a number.
  private static func endsClock(_ line: UnsafeRawBufferPointer, _ end: Int) -> Bool {
    end >= line.count || [0x20, 0x09, 0x5D, 0x3A, 0x2B, 0x29, 0x2D].contains(line[end])
  }

  /// Reads `default  … 14:14:16.621530 …` and `error<TAB>14:14:16.621530+0100<TAB>`.
  private static func consoleCopy(
    _ line: UnsafeRawBufferPointer, at start: Int
  ) -> (moment: ClockReading.Moment, end: Int)? {
    guard let name = columnNames.first(where: { matches($0, line, start) }) else { return nil }
    var index = start + name.utf8CodeUnitCount
    let afterName = index
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 || isEllipsis(line, index) {
      index += isEllipsis(line, index) ? 3 : 1
    }
    guard index > afterName else { return nil }
    if let (date, end) = ClockReading.dateAndTime(line, at: index) { return (.full(date), end) }
    guard let (clock, end) = ClockReading.timeOfDay(line, at: index) else { return nil }
    return (.timeOfDay(clock), ClockReading.zone(line, at: end).end)
  }

  private static func startsCoreData(_ line: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    var index = start
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    guard index < line.count else { return false }
    for lead: StaticString in ["CoreData: ", "error: ", "warning: ", "debug: ", "fault: ", "CloudKit: ", "info: "]
    where matches(lead, line, index) {
      index += lead.utf8CodeUnitCount
    }
    for lead: StaticString in ["error: ", "warning: ", "debug: ", "fault: ", "CloudKit: ", "info: "]
    where matches(lead, line, index) {
      index += lead.utf8CodeUnitCount
    }
    return matches("CoreData+CloudKit: ", line, index)
  }

  private static func isEllipsis(_ line: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    index + 2 < line.count && line[index] == 0xE2 && line[index + 1] == 0x80 && line[index + 2] == 0xA6
  }

  /// The width of what may stand between a time and the next column, or nil.
  private static func widthBehindTime(_ line: UnsafeRawBufferPointer, _ index: Int) -> Int? {
    guard index < line.count else { return nil }
    switch line[index] {
    case 0x5D, 0x20, 0x09, 0x29, 0x2E: return 1
    default: return isEllipsis(line, index) ? 3 : nil
    }
  }

  static func matches(_ word: StaticString, _ line: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard start + count <= line.count else { return false }
    for offset in 0..<count where line[start + offset] != word.utf8Start[offset] { return false }
    return true
  }
}

// MARK: - Columns behind the time

extension LinePrefix {
  private mutating func readColumns(_ line: UnsafeRawBufferPointer, _ index: inout Int) {
    if Self.matches("0x", line, index) {
      readDefaultStyle(line, &index)
    } else {
      skipLevel(line, &index)
      readProcess(line, &index)
    }
    readSender(line, &index)
    readCategory(line, &index)
  }

  /// Reads `0x4694b    Default     0x1b5aee             2006   0    cloudphotod:` and passes it.
  private mutating func readDefaultStyle(_ line: UnsafeRawBufferPointer, _ index: inout Int) {
    var probe = index
    for _ in 0..<5 {
      while probe < line.count, line[probe] != 0x20, line[probe] != 0x09 { probe += 1 }
      while probe < line.count, line[probe] == 0x20 || line[probe] == 0x09 { probe += 1 }
    }
    let start = probe
    while probe + 1 < line.count, probe - start < 120 {
      if line[probe] == 0x3A, line[probe + 1] == 0x20 {
        process = start..<probe
        index = probe + 2
        return
      }
      probe += 1
    }
    index = start
  }

  /// `Df `, `E  `, `Error ` of the compact style.
  private func skipLevel(_ line: UnsafeRawBufferPointer, _ index: inout Int) {
    var probe = index
    while probe < line.count, probe - index < 8, line[probe] != 0x20, line[probe] != 0x09 { probe += 1 }
    guard probe < line.count, probe > index else { return }
    let word = UnsafeRawBufferPointer(rebasing: line[index..<probe])
    let isLevel =
      word.count == 1 && [0x49, 0x45, 0x46, 0x41, 0x53].contains(word[0])
      || word.count == 2 && (word[0] == 0x44 && (word[1] == 0x66 || word[1] == 0x62) || word[0] == 0x53)
      || Self.columnNames.contains { $0.utf8CodeUnitCount == word.count && Self.matches($0, word, 0) }
    guard isLevel else { return }
    while probe < line.count, line[probe] == 0x20 || line[probe] == 0x09 { probe += 1 }
    index = probe
  }

  /// `ExampleNotes[755:77696d] `, `localhost ExampleNotes[755]: `, or a bare name before `[subsystem:category]`.
  private mutating func readProcess(_ line: UnsafeRawBufferPointer, _ index: inout Int) {
    var probe = index
    let limit = min(line.count, index + 120)
    while probe < limit, line[probe] != 0x5B {
      if [0x22, 0x3C, 0x3D, 0x3B].contains(line[probe]) { return }
      probe += 1
    }
    guard probe < limit, probe > index else { return }
    var inside = probe + 1
    while inside < line.count, inside - probe < 32, Self.isIDByte(line[inside]) { inside += 1 }
    guard inside < line.count, line[inside] == 0x5D, inside > probe + 1 else {
      if line[probe - 1] == 0x20, readsAsCategory(line, probe) {
        process = index..<(probe - 1)
        index = probe
      }
      return
    }
    var start = index
    if let blank = UnsafeRawBufferPointer(rebasing: line[index..<probe]).firstIndex(of: 0x20), inside + 1 < line.count,
      line[inside + 1] == 0x3A
    {
      // The syslog style has the host's name in front.
      start = index + blank + 1
    }
    process = start..<probe
    index = inside + 1
    if index < line.count, line[index] == 0x3A { index += 1 }
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte) || byte == 0x78
  }

  /// Passes the image that logs, as in `(CloudKit)`.
  private func readSender(_ line: UnsafeRawBufferPointer, _ index: inout Int) {
    guard index < line.count, line[index] == 0x28 else { return }
    var probe = index + 1
    while probe < line.count, probe - index < 80, line[probe] != 0x29 { probe += 1 }
    guard probe + 1 < line.count, line[probe] == 0x29, line[probe + 1] == 0x20 else { return }
    var after = probe + 2
    while after < line.count, line[after] == 0x20 { after += 1 }
    index = after
  }

  private func readsAsCategory(_ line: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    var probe = start + 1
    while probe < line.count, probe - start < 120, Self.isOfSubsystem(line[probe]) { probe += 1 }
    return probe < line.count && line[probe] == 0x3A
  }

  /// Letters, digits, `.`, `-` and `_`; a dictionary's quote is none of them.
  private static func isOfSubsystem(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x2D, 0x5F: true
    default: false
    }
  }

  /// Reads `[com.apple.cloudkit:OP]` and passes it.
  private mutating func readCategory(_ line: UnsafeRawBufferPointer, _ index: inout Int) {
    guard index < line.count, line[index] == 0x5B, readsAsCategory(line, index) else { return }
    var probe = index + 1
    var colon: Int?
    while probe < line.count, probe - index < 160, line[probe] != 0x5D {
      if line[probe] == 0x3A, colon == nil { colon = probe }
      probe += 1
    }
    guard probe < line.count, line[probe] == 0x5D, let colon else { return }
    subsystem = index + 1..<colon
    category = colon + 1..<probe
    var after = probe + 1
    while after < line.count, line[after] == 0x20 || line[after] == 0x09 { after += 1 }
    index = after
  }
}
