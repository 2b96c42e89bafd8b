import SyncModel

/// A JSON value that is written with sorted keys, one entry a line.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Writes the value; `indent` is the depth of the line that it starts on, nil writes everything on one line.
  package func write(to output: inout some TextOutputStream, indent: Int? = 0) {
    switch self {
    case .null: output.write("null")
    case .bool(let value): output.write(value ? "true" : "false")
    case .integer(let value): output.write(String(value))
    case .number(let value): output.write(Self.text(of: value))
    case .string(let value): Self.write(value, to: &output)
    case .array(let values):
      Self.writeList("[", "]", values.count, to: &output, indent: indent) { index, output, inner in
        values[index].write(to: &output, indent: inner)
      }
    case .object(let members):
      let keys = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      Self.writeList("{", "}", keys.count, to: &output, indent: indent) { index, output, inner in
        Self.write(keys[index], to: &output)
        output.write(inner == nil ? ":" : ": ")
        (members[keys[index]] ?? .null).write(to: &output, indent: inner)
      }
    }
  }

  private static func writeList<Output: TextOutputStream>(
    _ open: String, _ close: String, _ count: Int, to output: inout Output, indent: Int?,
    entry: (Int, inout Output, Int?) -> Void
  ) {
    output.write(open)
    for index in 0..<count {
      if index > 0 { output.write(",") }
      if let indent { output.write("\n" + String(repeating: "  ", count: indent + 1)) }
      entry(index, &output, indent.map { $0 + 1 })
    }
    if count > 0, let indent { output.write("\n" + String(repeating: "  ", count: indent)) }
    output.write(close)
  }

  /// Whole numbers without a fraction; what JSON cannot say is null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if let whole = Int64(exactly: number), abs(number) < 9_007_199_254_740_992 { return String(whole) }
    return "\(number)"
  }

  /// RFC 8259 section 7, and U+2028 and U+2029 escaped so that the text can stand in a script.
  private static func write(_ text: String, to output: inout some TextOutputStream) {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value) {
          let digits = String(scalar.value, radix: 16)
          line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          line.unicodeScalars.append(scalar)
        }
      }
    }
    output.write(line + "\"")
  }
}

extension JSONValue {
  /// An object; members that are nil are left out.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    var object: [String: JSONValue] = [:]
    for (key, value) in members where value != nil { object[key] = value }
    return .object(object)
  }

  static func optional(_ text: String?) -> JSONValue? { text.map { .string($0) } }
  static func optional(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }
  static func optional(_ number: Int64?) -> JSONValue? { number.map { .integer($0) } }
  static func optional(_ number: Double?) -> JSONValue? { number.map { .number($0) } }
  static func optional(_ moment: Timestamp?) -> JSONValue? { moment.map { .string($0.iso8601) } }
  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
  static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number($0) }) }
  static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
