extension StringProtocol {
  /// The text without white space at either end.
  package var trimmed: String {
    var text = Substring(self)
    // Most texts have none: two bytes tell.
    if let first = text.utf8.first, let last = text.utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last {
      return String(text)
    }
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
