/// The text with everything replaced that HTML could take for markup, and without what no document may hold.
///
/// Control characters other than tab and line feed are not allowed in a document; direction marks could show a text
/// in another order than it has. Both become U+FFFD.
package func escaped(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x26: result += "&amp;"
    case 0x3C: result += "&lt;"
    case 0x3E: result += "&gt;"
    case 0x22: result += "&quot;"
    case 0x27: result += "&#39;"
    case 0x09, 0x0A: result.unicodeScalars.append(scalar)
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
