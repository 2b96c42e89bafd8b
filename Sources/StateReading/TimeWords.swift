import SyncModel

/// Moments as dumps write them: ISO 8601 with or without zone, or a number.
enum TimeWords {
  /// The first moment in a text, or nil; times without a zone are UTC.
  static func moment(_ text: String) -> Timestamp? {
    if let number = Double(text.trimmed) { return Timestamp(guessing: number) }
    let characters = Array(text.utf8)
    var position = 0
    while position + 10 <= characters.count {
      if let moment = date(characters, at: position) { return moment }
      position += 1
    }
    return nil
  }

  /// The line that `date` prints: `Tue Sep  8 19:20:00 UTC 2026`; the zone's name is taken for UTC.
  static func dateCommand(_ line: String) -> Timestamp? {
    let words = line.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard (5...6).contains(words.count), let month = months.firstIndex(of: String(words[1].prefix(3))),
      let day = Int(words[2]), let year = words.last.flatMap({ Int($0) })
    else { return nil }
    let clock = words[3].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3 else { return nil }
    return Timestamp(year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
  }

  private static func date(_ text: [UInt8], at start: Int) -> Timestamp? {
    // A digit before the year means that these are other numbers.
    if start > 0, isDigit(text[start - 1]) { return nil }
    guard let year = digits(text, start, 4), isMark(text, start + 4, "-/"), let month = digits(text, start + 5, 2),
      isMark(text, start + 7, "-/"), let day = digits(text, start + 8, 2)
    else { return nil }
    guard isMark(text, start + 10, "T t_"), let hour = digits(text, start + 11, 2), isMark(text, start + 13, ":"),
      let minute = digits(text, start + 14, 2)
    else { return Timestamp(year: year, month: month, day: day) }
    var end = start + 16
    var second = 0
    var fraction = 0
    if isMark(text, end, ":"), let seconds = digits(text, end + 1, 2) {
      second = seconds
      end += 3
      if isMark(text, end, ".,") {
        var factor = 100
        end += 1
        while end < text.count, isDigit(text[end]) {
          fraction += Int(text[end] - 48) * factor
          factor /= 10
          end += 1
        }
      }
    }
    let moment = Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: fraction)
    return moment.map { $0.advanced(byMilliseconds: -zone(text, at: end)) }
  }

  /// The distance to UTC in milliseconds that stands behind a time, such as `+07:00`, ` -0500`, `Z`.
  private static func zone(_ text: [UInt8], at end: Int) -> Int64 {
    var position = end
    if isMark(text, position, " ") { position += 1 }
    guard isMark(text, position, "+-"), let hours = digits(text, position + 1, 2) else { return 0 }
    let minutes = digits(text, position + (isMark(text, position + 3, ":") ? 4 : 3), 2) ?? 0
    let amount = Int64(hours * 60 + minutes) * 60_000
    return text[position] == UInt8(ascii: "-") ? -amount : amount
  }

  private static func digits(_ text: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= text.count else { return nil }
    var value = 0
    for index in start..<start + count {
      guard isDigit(text[index]) else { return nil }
      value = value * 10 + Int(text[index] - 48)
    }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isMark(_ text: [UInt8], _ index: Int, _ marks: String) -> Bool {
    index < text.count && marks.utf8.contains(text[index])
  }
}
