import SyncModel

/// A time format in the letters of `strptime`: `%Y-%m-%d %H:%M:%S.%f`, `%d/%b/%Y:%H:%M:%S %z`, `%s`.
struct TimePattern: Sendable {
  private enum Part: Sendable {
    case literal(Character)
    case field(Character)
  }

  private let parts: [Part]
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  init(_ format: String) throws(UserFormat.Fault) {
    var parts: [Part] = []
    var rest = format[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts.append(.literal(character))
        continue
      }
      guard let letter = rest.popFirst(), "YmdHMSfbzsLp%I".contains(letter) else {
        throw UserFormat.Fault(
          reason: "'timeFormat' has an unknown letter behind %",
          help: "known: %Y %m %d %H %I %p %M %S %f %L %b %z %s %%")
      }
      parts.append(letter == "%" ? .literal("%") : .field(letter))
    }
    self.parts = parts
  }

  /// The moment that a text stands for, in UTC unless it has a zone; nil when it does not fit or does not exist.
  func moment(_ text: String) -> Timestamp? {
    var rest = text[...]
    var fields = Fields()
    for part in parts {
      switch part {
      case .literal(let character):
        guard rest.first == character else { return nil }
        rest.removeFirst()
      case .field(let letter):
        guard fields.read(letter, &rest) else { return nil }
      }
    }
    return rest.isEmpty ? fields.moment : nil
  }

  private struct Fields {
    private var values: [Character: Int64] = ["Y": 1970, "m": 1, "d": 1]
    private var offset: Int64 = 0
    private var isAfternoon: Bool?

    /// Reads one field from the front of the text.
    mutating func read(_ letter: Character, _ rest: inout Substring) -> Bool {
      switch letter {
      case "b":
        guard let index = TimePattern.months.firstIndex(of: rest.prefix(3).lowercased()) else { return false }
        values["m"] = Int64(index + 1)
        rest = rest.dropFirst(3)
      case "p":
        let word = rest.prefix(2).uppercased()
        guard word == "AM" || word == "PM" else { return false }
        isAfternoon = word == "PM"
        rest = rest.dropFirst(2)
      case "z": return readZone(&rest)
      case "f":
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return false }
        values["L"] = Int64((digits + "00").prefix(3))
        rest = rest.dropFirst(digits.count)
      default:
        let limit = letter == "Y" ? 4 : letter == "L" ? 3 : letter == "s" ? 13 : 2
        let digits = rest.prefix(limit).prefix { $0.isASCII && $0.isNumber }
        guard let value = Int64(digits) else { return false }
        values[letter] = value
        rest = rest.dropFirst(digits.count)
      }
      return true
    }

    private mutating func readZone(_ rest: inout Substring) -> Bool {
      if rest.first == "Z" {
        rest.removeFirst()
        return true
      }
      guard let sign = rest.first, sign == "+" || sign == "-" else { return false }
      let zone = rest.dropFirst().prefix { $0.isNumber || $0 == ":" }
      let digits = zone.filter(\.isNumber)
      guard digits.count == 4, let value = Int64(digits) else { return false }
      offset = (value / 100 * 60 + value % 100) * 60_000 * (sign == "-" ? -1 : 1)
      rest = rest.dropFirst(zone.count + 1)
      return true
    }

    var moment: Timestamp? {
      if let seconds = values["s"] {
        return Timestamp(milliseconds: seconds > 99_999_999_999 ? seconds : seconds * 1000)
      }
      var hour = Int(values["H"] ?? values["I"] ?? 0)
      if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
      return Timestamp(
        year: Int(values["Y"] ?? 0), month: Int(values["m"] ?? 0), day: Int(values["d"] ?? 0), hour: hour,
        minute: Int(values["M"] ?? 0), second: Int(values["S"] ?? 0), millisecond: Int(values["L"] ?? 0))?
        .advanced(byMilliseconds: -offset)
    }
  }
}
