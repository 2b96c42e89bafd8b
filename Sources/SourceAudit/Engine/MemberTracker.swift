/// A declaration directly in a file or in a type, as a range of bytes.
struct ScannedMember {
  enum Kind {
    /// What only its name leads to.
    case function, variable, enumCase, alias
    case type, typeExtension
    /// What stands or goes with the type around it, and always stays outside of types.
    case other
  }

  var kind = Kind.other
  /// From its attributes up to the next member, or to the brace that ends the type around it.
  var range: Range<Int>
  /// Behind its last byte that is neither blank nor comment.
  var codeEnd: Int
  /// Positions in the scanner's `names`; for a type those of its head.
  var names: Range<Int>
  /// Those of the names that it declares.
  var declared: Range<Int>
  /// The position of its body in the scanner's `bodies`.
  var body: Int?
  /// The position of the type around it.
  var parent: Int?
  /// Behind the brace that begins a type's members; nil for what is no type.
  var headEnd: Int?
  /// Behind the brace that ends them.
  var typeEnd: Int?
}

/// Cuts files and types into members while a scanner goes through them.
struct MemberTracker {
  private(set) var members: [ScannedMember] = []
  /// The member that is being read, in each type around the place; nil before the first.
  private var open: [Int?] = [nil]
  private var hasKeyword = false
  /// Where the names end that the member declares.
  private var declaredEnd: Int?
  private var hasComma = false

  /// The member being read.
  private var current: Int? { open.last ?? nil }

  /// A token that may begin a member: an attribute, a modifier, a keyword or a directive.
  ///
  /// `isBoundary` says that a statement may begin here, `codeEnd` is where the code before it ends, and `names` counts
  /// the names before it.
  mutating func begin(at offset: Int, isBoundary: Bool, codeEnd: Int, names: Int) {
    if current != nil {
      guard hasKeyword, isBoundary else { return }
      finish(at: offset, codeEnd: codeEnd, names: names)
    }
    let parent = open.dropLast().last ?? nil
    members.append(
      ScannedMember(
        range: offset..<offset, codeEnd: offset, names: names..<names, declared: names..<names, parent: parent))
    open[open.count - 1] = members.count - 1
    hasKeyword = false
    declaredEnd = nil
    hasComma = false
  }

  /// The keyword that tells what the member is; `names` counts the names up to it.
  mutating func keyword(_ kind: ScannedMember.Kind, names: Int) {
    guard let current else { return }
    let first = members[current].declared.lowerBound
    if !hasKeyword || (members[current].kind == .type && first == names - 1) {
      // `class func` is no class.
      members[current].kind = kind
      members[current].declared = names..<names
      hasKeyword = true
      declaredEnd = nil
      hasComma = false
    } else if ![.type, .typeExtension].contains(members[current].kind) || members[current].headEnd != nil {
      // Two declarations that were not told apart stay.
      members[current].kind = .other
    }
  }

  /// A directive such as `#if` or a macro: never a part of what it stands before.
  mutating func directive() {
    guard let current, !hasKeyword else { return }
    members[current].kind = .other
    hasKeyword = true
  }

  /// A sign outside of parentheses; `names` counts the names before it.
  mutating func sign(_ byte: UInt8, names: Int) {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "{"): if declaredEnd == nil { declaredEnd = names }
    case UInt8(ascii: ","): hasComma = true
    default: break
    }
  }

  /// A body that belongs to the member.
  mutating func addBody(_ number: Int) { if let current { members[current].body = number } }

  /// The brace that begins a type's members.
  mutating func enterType(behind index: Int, names: Int) {
    if let current {
      members[current].headEnd = index
      setNames(of: current, end: names)
    }
    open.append(nil)
  }

  /// The brace that ends them, at an offset.
  mutating func leaveType(at offset: Int, codeEnd: Int, names: Int) {
    if current != nil { finish(at: offset, codeEnd: codeEnd, names: names) }
    if open.count > 1 { open.removeLast() }
    if let current { members[current].typeEnd = offset + 1 }
    // The type may only be followed by another member.
    hasKeyword = true
  }

  /// The end of the file.
  mutating func end(at offset: Int, codeEnd: Int, names: Int) {
    if current != nil { finish(at: offset, codeEnd: codeEnd, names: names) }
  }

  private mutating func finish(at offset: Int, codeEnd: Int, names: Int) {
    guard let current else { return }
    members[current].range = members[current].range.lowerBound..<offset
    members[current].codeEnd = max(codeEnd, members[current].range.lowerBound)
    if members[current].headEnd == nil { setNames(of: current, end: names) }
    // A type with something behind it is not understood.
    if let end = members[current].typeEnd, codeEnd > end { members[current].kind = .other }
    open[open.count - 1] = nil
  }

  private mutating func setNames(of number: Int, end: Int) {
    let first = members[number].declared.lowerBound
    members[number].names = members[number].names.lowerBound..<end
    switch members[number].kind {
    case .function, .type, .alias: members[number].declared = first..<min(first + 1, end)
    // Of `let a = 1, b = 2` every name may be one that is declared.
    case .variable: members[number].declared = first..<(hasComma ? end : min(declaredEnd ?? end, end))
    case .enumCase, .typeExtension: members[number].declared = first..<end
    case .other: break
    }
  }
}
