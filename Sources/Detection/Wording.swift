/// The few turns of phrase that titles of findings are made of.
enum Wording {
  /// "once", "twice", "3 times".
  static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(number(count)) times"
    }
  }

  /// "1 record", "3 records".
  static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// With thousands separators: "12,345".
  static func number(_ count: Int) -> String {
    var digits = ""
    for (index, digit) in String(count).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3), digit != "-" { digits.append(",") }
      digits.append(digit)
    }
    return String(digits.reversed())
  }

  /// "zone 'Notes'", "zones 'Notes' and 'Tasks'", "5 zones"; nil for no names.
  static func named(_ names: [String], _ one: String, _ many: String? = nil) -> String? {
    guard let first = names.first else { return nil }
    let noun = names.count == 1 ? one : many ?? one + "s"
    switch names.count {
    case 1: return "\(noun) \(quoted(first))"
    case 2: return "\(noun) \(quoted(first, limit: 22)) and \(quoted(names[1], limit: 22))"
    default: return "\(number(names.count)) \(noun)"
    }
  }

  /// In single quotes, shortened in the middle to at most 36 characters or the given number.
  static func quoted(_ name: String, limit: Int = 36) -> String {
    guard name.count > limit else { return "'\(name)'" }
    return "'\(name.prefix(limit - limit / 3 - 1))…\(name.suffix(limit / 3))'"
  }

  /// "51.6 s", "5 min 10 s", "30 h 37 min".
  static func duration(milliseconds: Int64) -> String {
    let tenths = (max(0, milliseconds) + 50) / 100
    if tenths < 1200 { return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s" }
    let seconds = (tenths + 5) / 10
    if seconds < 7200 { return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s" }
    let minutes = (seconds + 30) / 60
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// "12.4 %".
  static func percent(_ share: Double) -> String {
    let tenths = Int((min(max(share, 0), 1) * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// A title of at most 100 characters, with a capital at the beginning; names such as `iCloud` keep their letters.
  static func title(_ text: String) -> String {
    let isName = text.dropFirst().first?.isUppercase == true
    let capital = isName ? text : text.prefix(1).uppercased() + text.dropFirst()
    return capital.count <= 100 ? capital : capital.prefix(99).trimmingEnd + "…"
  }

  /// The name of a zone without its owner: `Notes:_ownerName` is `Notes`.
  static func zoneName(_ zone: String) -> String {
    guard let colon = zone.lastIndex(of: ":"), colon > zone.startIndex else { return zone }
    return String(zone[..<colon])
  }

  /// The text between a phrase and the next quote: the field in "Field 'mood' is not marked queryable".
  static func name(after phrase: String, in message: String) -> String? {
    guard let found = message.firstRange(of: phrase) else { return nil }
    let rest = message[found.upperBound...]
    guard let end = rest.firstIndex(where: { $0 == "'" || $0 == "\u{2019}" || $0 == "\"" }), end > rest.startIndex
    else {
      return nil
    }
    return String(rest[..<end])
  }
}

extension Substring {
  fileprivate var trimmingEnd: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return String(copy)
  }
}
