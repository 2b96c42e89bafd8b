/// Turns what people and programs print instead of JSON into JSON: Python dictionaries, object literals of browser
/// consoles, bodies with unquoted values, and bodies that were cut.
enum RelaxedJSON {
  /// Returns the bytes as valid JSON, and whether something was cut off; nil when there is no object or array at all.
  static func repaired(_ bytes: UnsafeRawBufferPointer) -> (json: [UInt8], isCut: Bool)? {
    var repair = Repair(bytes: bytes)
    repair.skipBlanks()
    guard let first = repair.current, first == 0x7B || first == 0x5B else { return nil }
    repair.value(depth: 0)
    return (repair.output, repair.isCut)
  }
}

/// One pass over the text; every loop moves forward, so it ends whatever the bytes are.
private struct Repair {
  let bytes: UnsafeRawBufferPointer
  var position = 0
  var output: [UInt8] = []
  var isCut = false

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count + 16)
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipBlanks() {
    while let byte = current, byte <= 0x20 { position += 1 }
  }

  mutating func value(depth: Int) {
    skipBlanks()
    guard let byte = current else {
      isCut = true
      output += Array("null".utf8)
      return
    }
    switch byte {
    case 0x7B where depth < 200: container(close: 0x7D, isObject: true, depth: depth)
    case 0x5B where depth < 200: container(close: 0x5D, isObject: false, depth: depth)
    case 0x22, 0x27: string(quote: byte)
    default: word(isKey: false)
    }
  }

  private mutating func container(close: UInt8, isObject: Bool, depth: Int) {
    output.append(isObject ? 0x7B : 0x5B)
    position += 1
    var isFirst = true
    while true {
      skipBlanks()
      guard let byte = current else {
        isCut = true
        break
      }
      if byte == 0x7D || byte == 0x5D {
        // A foreign closing bracket ends the container too, and is left for the one that it belongs to.
        if byte == close { position += 1 }
        break
      }
      if byte == 0x2C {
        position += 1
        continue
      }
      if !isFirst { output.append(0x2C) }
      isFirst = false
      if isObject { member(depth: depth) } else { value(depth: depth + 1) }
    }
    output.append(isObject ? 0x7D : 0x5D)
  }

  private mutating func member(depth: Int) {
    // Ruby's symbols begin with a colon.
    if current == 0x3A { position += 1 }
    if let byte = current, byte == 0x22 || byte == 0x27 { string(quote: byte) } else { word(isKey: true) }
    skipBlanks()
    output.append(0x3A)
    if current == 0x3A || current == 0x3D {
      position += 1
      if current == 0x3E { position += 1 }
      value(depth: depth + 1)
    } else {
      if current == nil { isCut = true }
      output += Array("null".utf8)
    }
  }

  private mutating func string(quote: UInt8) {
    output.append(0x22)
    position += 1
    while let byte = current {
      position += 1
      switch byte {
      case quote:
        output.append(0x22)
        return
      case 0x5C: escape()
      case 0x22: output += [0x5C, 0x22]
      case 0..<0x20: output.append(0x20)
      default: output.append(byte)
      }
    }
    isCut = true
    output.append(0x22)
  }

  private mutating func escape() {
    guard let byte = current else { return }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: output += [0x5C, byte]
    case 0x75 where (0..<4).allSatisfy { position + $0 < bytes.count && isHex(bytes[position + $0]) }:
      // Half a surrogate pair is no character, and a whole one is rare enough to lose with it.
      if bytes[position] | 0x20 == 0x64, !(0x30...0x37).contains(bytes[position + 1]) {
        output += Array("\\uFFFD".utf8)
        position += 4
      } else {
        output += [0x5C, 0x75]
      }
    case 0..<0x20: output.append(0x20)
    default: output.append(byte)
    }
  }

  private func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// A value or key without quotes: a JSON word, a number, else text up to the next comma or bracket outside
  /// parentheses.
  private mutating func word(isKey: Bool) {
    let start = position
    var parentheses = 0
    while let byte = current {
      if byte == 0x28 || byte == 0x3C { parentheses += 1 }
      if byte == 0x29 || byte == 0x3E { parentheses = max(0, parentheses - 1) }
      let endsKey = isKey && (byte == 0x3A || byte == 0x3D)
      if byte == 0x0A || (parentheses == 0 && ([0x2C, 0x7D, 0x5D].contains(byte) || endsKey)) { break }
      position += 1
    }
    if position == start, position < bytes.count { position += 1 }
    var text = String(decoding: bytes[start..<position], as: UTF8.self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    if isKey { return appendQuoted(text) }
    // Rust and Swift wrap what may be absent.
    for wrapper in ["Some(", "Optional("] where text.hasPrefix(wrapper) && text.hasSuffix(")") {
      text = String(text.dropFirst(wrapper.count).dropLast())
      if text.count >= 2, text.first == "\"", text.last == "\"" {
        return appendQuoted(String(text.dropFirst().dropLast()))
      }
    }
    switch text {
    case "true", "True", "YES": output += Array("true".utf8)
    case "false", "False", "NO": output += Array("false".utf8)
    case "", "null", "None", "undefined", "nil", "NULL", "NaN": output += Array("null".utf8)
    default:
      if isNumber(text) { output += Array(text.utf8) } else { appendQuoted(text) }
    }
  }

  private func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard digits.count <= 30, (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { return false }
    let isDecimal = parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    return isDecimal && (parts[0].count == 1 || parts[0].first != "0") && (parts.count == 2 || digits.count <= 18)
  }

  private mutating func appendQuoted(_ text: String) {
    output.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 || byte == 0x5C { output.append(0x5C) }
      output.append(byte < 0x20 ? 0x20 : byte)
    }
    output.append(0x22)
  }
}
