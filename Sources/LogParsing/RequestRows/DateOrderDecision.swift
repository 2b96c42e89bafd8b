import Inputs

/// Decides for a whole input which of the first two numbers of dates such as 7/8/2026 is the day.
struct DateOrderDecision {
  let options: ReadingOptions

  /// True = day first; nil when the question does not arise.
  ///
  /// The evidence is a number above 12. It is looked for in the sample, then in the whole input, which `survey` reads
  /// once without keeping anything; without evidence the input is refused.
  func decide(
    _ source: ByteSource, survey: () throws(InputError) -> EntryTally
  ) throws(InputError) -> Bool? {
    if let order = options.dateOrder { return order == .dayFirst }
    var tally = EntryTally()
    Self.collect(source.sample, into: &tally)
    guard tally.largestFirst > 0 else { return nil }
    if let decided = Self.order(tally) { return decided }
    if source.plainFilePath != nil { tally = try survey() }
    guard let decided = Self.order(tally) else {
      throw .refused(
        path: source.path, line: nil, reason: "dates such as 7/8/2026 do not tell the day from the month",
        help: "add --date-order dmy or --date-order mdy")
    }
    return decided
  }

  private static func order(_ tally: EntryTally) -> Bool? {
    switch (tally.largestFirst > 12, tally.largestSecond > 12) {
    case (true, false): true
    case (false, true): false
    default: nil
    }
  }

  /// Finds `N/N/YYYY` in raw bytes.
  static func collect(_ bytes: [UInt8], into tally: inout EntryTally) {
    var index = 0
    while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
      index = slash + 1
      guard let first = number(bytes, endingBefore: slash), let (second, end) = number(bytes, from: slash + 1),
        end < bytes.count, bytes[end] == UInt8(ascii: "/"), let (year, yearEnd) = number(bytes, from: end + 1),
        yearEnd - end == 5, year > 1999, (1...31).contains(first), (1...31).contains(second)
      else { continue }
      tally.noteOrder(first, second)
    }
  }

  private static func number(_ bytes: [UInt8], endingBefore end: Int) -> Int? {
    var start = end
    while start > 0, (48...57).contains(bytes[start - 1]), end - start < 3 { start -= 1 }
    guard start < end, end - start <= 2 else { return nil }
    return bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func number(_ bytes: [UInt8], from start: Int) -> (Int, Int)? {
    var end = start
    while end < bytes.count, (48...57).contains(bytes[end]), end - start < 5 { end += 1 }
    guard end > start else { return nil }
    return (bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 48) }, end)
  }
}
