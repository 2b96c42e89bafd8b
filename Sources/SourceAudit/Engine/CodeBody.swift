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
  /// True for what can only be the name of a parameter, or a label, in the head of a declaration.
  var isParameter: Bool
  /// Open parentheses and brackets since the innermost brace.
  var depth: Int
}

extension BodyScanner {
  /// Bytes and the names that stand in them.
  typealias Part = (bytes: Range<Int>, names: Range<Int>)

  /// The parts of a member outside of its body, or of a type outside of its members.
  func parts(of member: ScannedMember) -> [Part] {
    let range = member.range
    let declared = member.declared
    if let end = member.headEnd {
      return [
        (range.lowerBound..<end, member.names.lowerBound..<declared.lowerBound),
        (end..<end, min(declared.upperBound, member.names.upperBound)..<member.names.upperBound),
      ]
    }
    let end = max(member.codeEnd, range.lowerBound)
    guard let body = member.body.map({ bodies[$0] }) else {
      return [
        (range.lowerBound..<end, member.names.lowerBound..<declared.lowerBound),
        (end..<end, declared.upperBound..<member.names.upperBound),
      ]
    }
    return [
      (range.lowerBound..<body.range.lowerBound, member.names.lowerBound..<declared.lowerBound),
      (end..<end, declared.upperBound..<max(declared.upperBound, body.names.lowerBound)),
      (
        min(body.range.upperBound, end)..<end,
        body.names.upperBound..<max(body.names.upperBound, member.names.upperBound)
      ),
    ]
  }

  /// Hashes of the names that a member mentions outside of its body; those of parameters not among them.
  func mentions(of member: ScannedMember) -> [UInt64] {
    let names =
      parts(of: member).flatMap { self.names[$0.names] }
      + (member.kind == .typeExtension ? Array(self.names[member.declared]) : [])
    return names.filter { !$0.isParameter }.map(\.hash)
  }
}
