import CloudKitFacts

/// Takes the key out of links to shares: whoever has the link can open what is shared.
enum ShareLinks {
  /// Returns the text with `…` for the key of each `icloud.com/share/…` link.
  static func withoutKeys(_ text: String) -> String {
    var rest = text[...]
    var result = ""
    while let link = rest.firstPlace(of: "icloud.com/share/") {
      result += rest[..<link.upperBound] + "…"
      rest = rest[link.upperBound...].drop { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }
    return result.isEmpty ? text : result + rest
  }
}
