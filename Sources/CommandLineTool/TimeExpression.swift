import SyncModel

/// Times and spans as users write them: `2026-11-30`, `2026-11-30T07:00Z`, `yesterday`, `24h`, `7d`.
enum TimeExpression {
  /// A moment in UTC; relative words count from `now`.
  static func moment(_ text: String, now: Timestamp) -> Timestamp? {
    let day: Int64 = 86_400_000
    let today = now.milliseconds - now.milliseconds % day
    switch text.lowercased() {
    case "now": return now
    case "today": return Timestamp(milliseconds: today)
    case "yesterday": return Timestamp(milliseconds: today - day)
    default: break
    }
    if let span = span(text) { return now.advanced(byMilliseconds: -span) }
    return absolute(text)
  }

  /// A length of time in milliseconds: a whole number with s, m, h, d, w or y, which is 365 days.
  static func span(_ text: String) -> Int64? {
    guard let unit = text.last, let number = Int64(text.dropLast()), number > 0, number < 1_000_000 else { return nil }
    let seconds: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_536_000]
    return seconds[unit].map { $0 * number * 1000 }
  }

  /// A duration in milliseconds: `800ms`, `2s`, `1.5s`, `3m`.
  static func milliseconds(_ text: String) -> Int64? {
    let unit = String(text.drop { $0.isNumber || $0 == "." })
    guard let scale = ["ms": 1.0, "s": 1000, "m": 60_000, "h": 3_600_000][unit],
      let number = Double(text.dropLast(unit.count)), number > 0
    else { return nil }
    return Int64(exactly: (number * scale).rounded())
  }

  /// The whole day or week (of ISO 8601) that ended last, in UTC; nil for other words.
  static func lastWhole(_ text: String, before moment: Timestamp) -> Period? {
    let day: Int64 = 86_400_000
    let today = moment.milliseconds - (moment.milliseconds % day + day) % day
    switch text {
    case "day": return Period(start: Timestamp(milliseconds: today - day), end: Timestamp(milliseconds: today))
    case "week":
      let monday = Timestamp(milliseconds: today - Int64(moment.parts.weekday) * day)
      return Period(start: monday.advanced(byMilliseconds: -7 * day), end: monday)
    default: return nil
    }
  }

  /// ISO 8601 with a date, and optionally a time and `Z` or an offset; without an offset it is UTC.
  private static func absolute(_ text: String) -> Timestamp? {
    var numbers: [Int] = []
    var offset: Int64 = 0
    var body = text[...]
    if body.last == "Z" || body.last == "z" {
      body = body.dropLast()
    } else if body.count > 16, let sign = body.dropFirst(11).lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = body[body.index(after: sign)...].filter(\.isNumber)
      guard digits.count == 4, let value = Int64(digits) else { return nil }
      offset = (value / 100 * 60 + value % 100) * 60_000 * (body[sign] == "-" ? -1 : 1)
      body = body[..<sign]
    }
    for part in body.split(omittingEmptySubsequences: false, whereSeparator: { !$0.isNumber }) {
      guard let number = Int(part), part.count <= 4 else { return nil }
      numbers.append(number)
    }
    guard [3, 5, 6].contains(numbers.count), body.filter({ !$0.isNumber }).starts(with: "--") else { return nil }
    numbers += Array(repeating: 0, count: 6 - numbers.count)
    return Timestamp(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])?
      .advanced(byMilliseconds: -offset)
  }
}
