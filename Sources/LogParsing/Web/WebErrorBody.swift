/// Writes an error that was told in words as the body that the server sent.
enum WebErrorBody {
  static func json(code: String, reason: String?, retryAfter: Double?, item: String? = nil) -> [UInt8] {
    var members = "{\"serverErrorCode\":\"\(code)\""
    if let item { members += ",\"recordName\":\(quoted(item))" }
    if let reason { members += ",\"reason\":\(quoted(reason))" }
    if let retryAfter { members += ",\"retryAfter\":\(retryAfter)" }
    return Array((members + "}").utf8)
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where character.isNewline || character == "\t": " "
      default: String(character)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
