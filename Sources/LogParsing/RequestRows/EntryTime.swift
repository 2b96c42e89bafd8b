import SyncModel

/// The time of a request entry in one of the renderings that are known.
///
/// ISO 8601 with or without fraction and offset, `YYYY-MM-DD HH:MM:SS UTC`, `D/M/YYYY, H:MM:SS[ AM|PM] UTC`, epoch
/// milliseconds (13 digits) and seconds (10 digits). Without an offset it is UTC.
enum EntryTime: Equatable {
  case moment(Timestamp)
  /// A date with slashes: which of the first two numbers is the day must come from elsewhere.
  case slashed(first: Int, second: Int, year: Int, milliseconds: Int64)
  case unreadable

  init(_ text: UnsafeRawBufferPointer) {
    self = Self.fastISO(text) ?? Self.fastEpoch(text) ?? Self.slow(text)
  }

  /// 13 digits, or 10.
  private static func fastEpoch(_ text: UnsafeRawBufferPointer) -> EntryTime? {
    guard text.count == 13 || text.count == 10 else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return epoch(value, text.count)
  }

  /// The moment when the order of day and month is known; nil when the date does not exist.
  func moment(dayFirst: Bool) -> Timestamp? {
    switch self {
    case .moment(let moment): return moment
    case .slashed(let first, let second, let year, let milliseconds):
      let day = Timestamp(year: year, month: dayFirst ? second : first, day: dayFirst ? first : second)
      return day?.advanced(byMilliseconds: milliseconds)
    case .unreadable: return nil
    }
  }

  /// `2026-09-01T00:00:00.123Z`, with or without the fraction: what nearly every entry has.
  @inline(__always)
  private static func fastISO(_ text: UnsafeRawBufferPointer) -> EntryTime? {
    guard text.count == 20 || text.count == 24, text[4] == 45, text[7] == 45, text[10] == 84 || text[10] == 32,
      text[13] == 58, text[16] == 58, text[text.count - 1] == 90
    else { return nil }
    @inline(__always) func two(_ offset: Int) -> Int {
      let (tens, ones) = (Int(text[offset]) - 48, Int(text[offset + 1]) - 48)
      return (0...9).contains(tens) && (0...9).contains(ones) ? tens * 10 + ones : -10_000
    }
    var millisecond = 0
    if text.count == 24 {
      guard text[19] == 46, (48...57).contains(text[22]) else { return nil }
      millisecond = two(20) * 10 + Int(text[22]) - 48
    }
    let moment = Timestamp(
      year: two(0) * 100 + two(2), month: two(5), day: two(8), hour: two(11), minute: two(14), second: two(17),
      millisecond: millisecond)
    return moment.map { .moment($0) } ?? .unreadable
  }

  private static func slow(_ bytes: UnsafeRawBufferPointer) -> EntryTime {
    guard bytes.count <= 64 else { return .unreadable }
    var numbers: [(value: Int64, digits: Int)] = []
    var separators: [Character] = []
    var isAfternoon: Bool?
    var offset: Int64 = 0
    let text = String(decoding: bytes, as: UTF8.self)
    for part in parts(of: text) {
      if let value = Int64(part) {
        numbers.append((value, part.count))
      } else {
        let word = part.trimmingSpaces.uppercased()
        if word == "AM" || word == "PM" { isAfternoon = word == "PM" }
        separators.append(word.first ?? " ")
      }
    }
    if numbers.count == 1, text.allSatisfy({ $0.isNumber }) { return epoch(numbers[0].value, numbers[0].digits) }
    if let zone = offsetAtEnd(of: text), separators.count >= 5 {
      offset = zone.milliseconds
      numbers.removeLast(min(zone.parts, numbers.count))
    }
    guard numbers.count >= 3, let inDay = timeOfDay(numbers.dropFirst(3).map { $0 }, isAfternoon) else {
      return .unreadable
    }
    let (first, second, third) = (Int(numbers[0].value), Int(numbers[1].value), Int(numbers[2].value))
    switch separators.first {
    case "-" where numbers[0].digits == 4:
      let day = Timestamp(year: first, month: second, day: third)
      return day.map { .moment($0.advanced(byMilliseconds: inDay - offset)) } ?? .unreadable
    case "/" where numbers[2].digits == 4, "." where numbers[2].digits == 4:
      let isPossible = (1...31).contains(first) && (1...31).contains(second) && min(first, second) <= 12
      return isPossible
        ? .slashed(first: first, second: second, year: third, milliseconds: inDay - offset) : .unreadable
    default: return .unreadable
    }
  }

  /// Runs of digits and runs of everything else.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let isDigits = ("0"..."9").contains(text[start])
      let end = text[start...].firstIndex { ("0"..."9").contains($0) != isDigits } ?? text.endIndex
      parts.append(text[start..<end])
      start = end
    }
    return parts
  }

  private static func epoch(_ value: Int64, _ digits: Int) -> EntryTime {
    switch digits {
    case 13: .moment(Timestamp(milliseconds: value))
    case 10: .moment(Timestamp(milliseconds: value * 1000))
    default: .unreadable
    }
  }

  /// Hours, minutes, seconds and a fraction of a second, as milliseconds of the day.
  private static func timeOfDay(_ numbers: [(value: Int64, digits: Int)], _ isAfternoon: Bool?) -> Int64? {
    guard !numbers.isEmpty else { return 0 }
    guard numbers.count >= 2, numbers.count <= 4 else { return nil }
    var hour = numbers[0].value
    let second = numbers.count > 2 ? numbers[2].value : 0
    guard (0...23).contains(hour), (0...59).contains(numbers[1].value), (0...60).contains(second) else { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    var fraction: Int64 = 0
    if numbers.count == 4 {
      let digits = min(numbers[3].digits, 18)
      var (value, scale) = (numbers[3].value, digits)
      while scale > 3 { (value, scale) = (value / 10, scale - 1) }
      while scale < 3 { (value, scale) = (value * 10, scale + 1) }
      fraction = value
    }
    return ((hour * 60 + numbers[1].value) * 60 + second) * 1000 + fraction
  }

  /// An offset such as `+02:00`, `-0400` at the end, and of how many numbers it consists.
  private static func offsetAtEnd(of text: String) -> (milliseconds: Int64, parts: Int)? {
    guard text.count > 16, let sign = text.dropFirst(16).lastIndex(where: { $0 == "+" || $0 == "-" }) else {
      return nil
    }
    let zone = text[text.index(after: sign)...]
    let digits = zone.filter(\.isNumber)
    guard digits.count == 4, let value = Int64(digits), value <= 1400 else { return nil }
    let minutes = value / 100 * 60 + value % 100
    return (minutes * 60_000 * (text[sign] == "-" ? -1 : 1), zone.contains(":") ? 2 : 1)
  }
}

/// Reads times of the usual form faster when they are of the day of the time before.
struct DayMemory {
  private var day: (UInt64, UInt16) = (0, 0)
  private var start: Int64 = 0

  /// The moment of `2026-09-01T00:00:00.123Z` or `2026-09-01T00:00:00Z` on the remembered day; nil = read it otherwise.
  @inline(__always)
  func moment(_ text: UnsafeRawPointer, _ count: Int) -> Int64? {
    guard count == 24 || count == 20, Self.day(text) == day else { return nil }
    @inline(__always) func byte(_ offset: Int) -> UInt8 { text.load(fromByteOffset: offset, as: UInt8.self) }
    @inline(__always) func two(_ offset: Int) -> Int64 {
      let (tens, ones) = (byte(offset) &- 48, byte(offset + 1) &- 48)
      return tens < 10 && ones < 10 ? Int64(tens) * 10 + Int64(ones) : 1_000_000
    }
    let (hour, minute, second) = (two(11), two(14), two(17))
    guard byte(10) == 84, byte(13) == 58, byte(16) == 58, byte(count - 1) == 90, hour < 24, minute < 60, second < 60
    else { return nil }
    var millisecond: Int64 = 0
    if count == 24 {
      let last = byte(22) &- 48
      millisecond = two(20) * 10 + Int64(last)
      guard byte(19) == 46, last < 10, millisecond < 1000 else { return nil }
    }
    return start + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
  }

  /// Remembers the day of a moment that was read from a text.
  mutating func remember(_ text: UnsafeRawPointer, _ count: Int, _ moment: Timestamp) {
    guard count == 24 || count == 20, text.load(fromByteOffset: count - 1, as: UInt8.self) == 90,
      text.load(fromByteOffset: 17, as: UInt8.self) != 0x36
    else { return }
    let length: Int64 = 86_400_000
    day = Self.day(text)
    start = moment.milliseconds - ((moment.milliseconds % length) + length) % length
  }

  /// The ten bytes of `2026-09-01`.
  @inline(__always)
  private static func day(_ text: UnsafeRawPointer) -> (UInt64, UInt16) {
    (
      text.loadUnaligned(fromByteOffset: 0, as: UInt64.self), text.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    )
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return self[..<end].drop { $0.isWhitespace }
  }
}
