/// Lists of texts as one column: JSON arrays of strings, so that SQLite's `json_each` can read them.
enum TextList {
  static func encode(_ list: [String]) -> String {
    "[" + list.map(quoted).joined(separator: ",") + "]"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Reads what `encode` wrote.
  static func decode(_ text: String?) -> [String] {
    var list: [String] = []
    var current: String.UnicodeScalarView?
    var rest = (text ?? "").unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, current) {
      case ("\"", nil): current = "".unicodeScalars
      case ("\"", let done?):
        list.append(String(done))
        current = nil
      case ("\\", _?):
        let escaped = rest.popFirst() ?? "\\"
        if escaped == "u" {
          let digits = String(String.UnicodeScalarView(rest.prefix(4)))
          rest = rest.dropFirst(4)
          current?.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
        } else {
          current?.append(escaped)
        }
      case (_, _?): current?.append(scalar)
      case (_, nil): break
      }
    }
    return list
  }
}
