import SyncModel

/// A JSON value with the line on which it begins, which the fast reader does not know and evidence needs.
struct JSONValue {
  enum Content {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Keys and values in their order, as many of the ones as of the others.
    case object(keys: [String], values: [JSONValue])
  }

  var content: Content
  /// 1-based.
  var line: Int
}

/// Reads JSON as apps print it: several values one after the other, comments and trailing commas are let pass.
struct JSONText {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// Values nested deeper end the reading.
  private static let deepest = 64
  /// True when the text ends inside a value, or goes on with something that is no JSON.
  private(set) var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All values of the text up to its end or its first fault; an unfinished one is kept as far as it goes.
  mutating func values() -> [JSONValue] {
    var values: [JSONValue] = []
    skipBlanks()
    while position < bytes.count, !isBroken {
      guard let value = value(depth: 0) else { break }
      values.append(value)
      skipBlanks()
    }
    return values
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipBlanks()
    guard position < bytes.count, depth < Self.deepest else { return broken() }
    let start = line
    let content: JSONValue.Content?
    switch bytes[position] {
    case UInt8(ascii: "{"): content = object(depth: depth)
    case UInt8(ascii: "["): content = array(depth: depth)
    case UInt8(ascii: "\""): content = string().map { .string($0) }
    default: content = word()
    }
    return content.map { JSONValue(content: $0, line: start) }
  }

  private mutating func object(depth: Int) -> JSONValue.Content? {
    position += 1
    var keys: [String] = []
    var values: [JSONValue] = []
    while true {
      skipBlanks()
      if take("}") { return .object(keys: keys, values: values) }
      if take(",") { continue }
      guard !isBroken, position < bytes.count, let key = string() else {
        isBroken = true
        return .object(keys: keys, values: values)
      }
      skipBlanks()
      guard take(":"), let value = value(depth: depth + 1) else {
        isBroken = true
        return .object(keys: keys, values: values)
      }
      keys.append(key)
      values.append(value)
    }
  }

  private mutating func array(depth: Int) -> JSONValue.Content? {
    position += 1
    var elements: [JSONValue] = []
    while true {
      skipBlanks()
      if take("]") { return .array(elements) }
      if take(",") { continue }
      guard !isBroken, let value = value(depth: depth + 1) else {
        isBroken = true
        return .array(elements)
      }
      elements.append(value)
    }
  }

  private mutating func string() -> String? {
    guard take("\"") else { return broken() }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
      if bytes[position] == 10 { line += 1 }
      position += 1
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): escape(into: &text)
      case 10:
        line += 1
        text.append(byte)
      default: text.append(byte)
      }
    }
    return broken()
  }

  private mutating func escape(into text: inout [UInt8]) {
    guard position < bytes.count else { return }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(32)
    case UInt8(ascii: "u"):
      var unit = hexadecimal()
      if (0xD800..<0xDC00).contains(unit), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = hexadecimal()
        if (0xDC00..<0xE000).contains(low) { unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) }
      }
      text += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
    default: text.append(byte)
    }
  }

  private mutating func hexadecimal() -> UInt32 {
    let end = min(position + 4, bytes.count)
    let value = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16) ?? 0xFFFD
    position = end
    return value
  }

  private mutating func word() -> JSONValue.Content? {
    let start = position
    while position < bytes.count, !" \t\r\n,:]}[{\"".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position].prefix(64), as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null", "nil", "NaN", "undefined": return .null
    default: if let number = Double(text) { return .number(number) }
    }
    return broken()
  }

  private mutating func take(_ character: Character) -> Bool {
    guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func broken<Value>() -> Value? {
    isBroken = true
    return nil
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 10:
        line += 1
        position += 1
      case 32, 9, 13, 0xEF, 0xBB, 0xBF: position += 1
      case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != 10 { position += 1 }
      default: return
      }
    }
  }
}

extension JSONValue {
  /// The members of an object in their order; nil for other values.
  var object: [(key: String, value: JSONValue)]? {
    guard case .object(let keys, let values) = content else { return nil }
    return zip(keys, values).map { (key: $0, value: $1) }
  }

  var array: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }

  /// A text, or a number as text.
  var text: String? {
    switch content {
    case .string(let text): text
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    default: nil
    }
  }

  /// A number, or a text that is one.
  var number: Double? {
    switch content {
    case .number(let number): number
    case .string(let text): Double(text)
    default: nil
    }
  }

  /// A number as a count, the length of a list, or the sum of the counts of an object.
  var count: Int? {
    switch content {
    case .array(let elements): return elements.count
    case .object:
      let members = object ?? []
      if let count = members.first(where: { $0.key.lowercased() == "count" })?.value.count { return count }
      let counts = members.compactMap(\.value.count)
      return counts.isEmpty && !members.isEmpty ? members.count : counts.reduce(0) { $0 &+ $1 }
    case .string(let text) where text.isEmpty: return nil
    default: return number.flatMap { $0 >= 0 ? Int($0, clampedTo: 1 << 53) : nil }
    }
  }

  var time: Timestamp? {
    switch content {
    case .number(let number): Timestamp(guessing: number)
    case .string(let text): TimeWords.moment(text)
    default: nil
    }
  }
}
