/// A word or sign of a schema file; comments and white space are none.
struct SchemaToken: Sendable {
  /// What the lexer can tell apart.
  enum Kind: Equatable, Sendable {
    /// A keyword or an unquoted name.
    case word
    /// A name in quotes.
    case quoted
    /// One of `( ) , ; < >`.
    case sign
    /// A byte sequence that no schema has.
    case unknown
    case end
  }

  var kind: Kind
  /// Without quotes.
  var text: String
  var span: SourceSpan
  /// True when a line break stands between this token and the one before it.
  var startsLine: Bool

  /// True for the unquoted word, in any case.
  func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }

  /// True for the sign.
  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  /// The token as a message names it.
  var described: String {
    switch kind {
    case .end: "the end of the file"
    case .quoted: "'\"\(text)\"'"
    case .word, .sign, .unknown: "'\(text)'"
    }
  }
}
