/// The words that tell what the next brace begins, and those that may stand before them.
enum MemberKeyword {
  case function, initializer, variable, type, typeExtension, alias, enumCase, other, branch, modifier

  var memberKind: ScannedMember.Kind {
    switch self {
    case .function: .function
    case .variable: .variable
    case .type: .type
    case .typeExtension: .typeExtension
    case .alias: .alias
    case .enumCase: .enumCase
    case .initializer, .other, .branch, .modifier: .other
    }
  }

  static let all: [UInt64: MemberKeyword] = {
    var all: [UInt64: MemberKeyword] = [:]
    let words: [(MemberKeyword, [String])] = [
      (.function, ["func"]), (.initializer, ["init", "deinit", "subscript"]), (.variable, ["var", "let"]),
      (.type, ["class", "struct", "enum", "actor", "protocol"]), (.typeExtension, ["extension"]),
      (.alias, ["typealias"]), (.enumCase, ["case"]), (.branch, ["else", "catch"]),
      (.other, ["import", "associatedtype", "operator", "precedencegroup", "macro"]),
      (.other, ["if", "guard", "while", "for", "switch", "do", "repeat", "defer", "return"]),
      (
        .modifier, ["private", "fileprivate", "internal", "package", "public", "open", "static", "final", "override"]
      ),
      (.modifier, ["lazy", "weak", "unowned", "mutating", "nonmutating", "indirect", "required", "convenience"]),
      (.modifier, ["dynamic", "optional", "nonisolated", "distributed", "prefix", "infix", "postfix", "isolated"]),
    ]
    for (keyword, list) in words { for word in list { all[BodyScanner.hash(word.utf8)] = keyword } }
    return all
  }()
}
