/// The body of a function, initialiser or computed property as a range of bytes, and the names in it.
struct CodeBody {
  /// Between the braces.
  var range: Range<Int>
  /// Where the declaration begins.
  var start: Int
  /// Hash of the function's name; 0 for what is not called by a name of its own.
  var name: UInt64
  /// Positions in the scanner's `names`.
  var names: Range<Int>

  /// The declaration with its body.
  var whole: Range<Int> { start..<range.upperBound }
}

/// An identifier of a source, outside comments and texts.
struct ScannedName {
  var offset: Int
  var count: Int
  var hash: UInt64
  /// True for `name:` in the parentheses of a call or a parameter list.
  var isLabel: Bool
  /// True in front of `(` and `{`, where a function may be called.
  var isCall: Bool
  /// True for a label in front of a string literal.
  var takesText: Bool
  /// Open parentheses and brackets since the innermost brace.
  var depth: Int
}
