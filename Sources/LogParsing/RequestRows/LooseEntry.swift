import CJSON

/// A request entry whose fields are found one by one: in damaged JSON and in lines pasted from the Console's page.
struct LooseEntry {
  private(set) var values: [(key: String, value: String)] = []

  init() {}

  /// Reads the members of a JSON object with whatever is between them; nil when it does not look like an object.
  init?(object: String) {
    var scanner = Scanner(object)
    guard scanner.skip(to: "{") else { return nil }
    while let key = scanner.quoted() {
      guard scanner.skip(to: ":") else { return nil }
      guard let value = scanner.value() else { return nil }
      values.append((key, value))
      if !scanner.skip(to: ",") { break }
    }
    guard !values.isEmpty, scanner.endsWithBrace else { return nil }
  }

  mutating func add(_ key: String, _ value: String) {
    values.append((key, value))
  }

  func has(_ key: String) -> Bool { values.contains { $0.key == key } }

  /// Calls the body with the values as fields.
  func withFields<Result>(_ body: (UnsafePointer<CKJSONField>) -> Result) -> Result {
    var fields = Array(repeating: CKJSONField(), count: RequestField.allCases.count)
    var texts: [UInt8] = []
    var places: [(field: Int, offset: Int, length: Int)] = []
    for (key, value) in values {
      guard let field = RequestField(key: key), !places.contains(where: { $0.field == field.rawValue }) else {
        continue
      }
      places.append((field.rawValue, texts.count, value.utf8.count))
      texts += Array(value.utf8)
    }
    texts.append(0)
    return texts.withUnsafeBufferPointer { bytes in
      for place in places {
        fields[place.field].type = UInt8(CKJSON_STRING)
        fields[place.field].length = UInt32(clamping: place.length)
        fields[place.field].text = bytes.baseAddress.map {
          UnsafeRawPointer($0 + place.offset).assumingMemoryBound(to: CChar.self)
        }
      }
      return fields.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("there are fields") }
        return body(base)
      }
    }
  }

  /// Walks over a text by bytes.
  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var endsWithBrace: Bool { bytes.last { $0 > 0x20 && $0 != 0x2C } == UInt8(ascii: "}") }

    /// Passes blanks and one expected character; false when something else stands there.
    mutating func skip(to expected: Unicode.Scalar) -> Bool {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count, bytes[position] == UInt8(ascii: expected) else { return false }
      position += 1
      return true
    }

    mutating func quoted() -> String? {
      guard skip(to: "\"") else { return nil }
      var text: [UInt8] = []
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
        if byte == UInt8(ascii: "\\"), position < bytes.count {
          text.append(bytes[position] == UInt8(ascii: "n") ? 0x0A : bytes[position])
          position += 1
        } else {
          text.append(byte)
        }
      }
      return nil
    }

    /// A quoted text, or everything up to the next comma or brace.
    mutating func value() -> String? {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: "\"") { return quoted() }
      let start = position
      while position < bytes.count, ![UInt8(ascii: ","), UInt8(ascii: "}")].contains(bytes[position]) { position += 1 }
      let raw = bytes[start..<position].filter { $0 > 0x20 }
      guard let first = raw.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return nil }
      return String(decoding: raw, as: UTF8.self)
    }
  }
}
