import SwiftSyntax

extension IfConfigClauseSyntax {
  /// False when no current compiler on an Apple platform reads the clause.
  ///
  /// `swift(…)`, `compiler(…)`, `canImport(CloudKit)` and literals are decided; operating systems, build flags and the
  /// rest may be true or false.
  var canBeActive: Bool {
    if let condition, condition.decided == false { return false }
    guard let list = parent?.as(IfConfigClauseListSyntax.self) else { return true }
    for clause in list {
      if clause.id == id { return true }
      if clause.condition?.decided == true { return false }
    }
    return true
  }

  /// The condition as a finding may quote it: `#if os(iOS)`, or nil for `#else`.
  var writtenCondition: String? {
    condition.map { "\(poundKeyword.text) \($0.trimmedDescription)" }
  }
}

extension ExprSyntax {
  /// Whether a condition of `#if` is true or false for every current compiler; nil when it depends.
  fileprivate var decided: Bool? {
    if let literal = self.as(BooleanLiteralExprSyntax.self) { return literal.literal.tokenKind == .keyword(.true) }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression.decided
    }
    if let prefix = self.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return prefix.expression.decided.map { !$0 }
    }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.decided }
    guard let sequence = self.as(SequenceExprSyntax.self) else { return nil }
    // `&&` binds tighter than `||`.
    var alternatives: [Bool?] = []
    var current: Bool?? = .none
    for (index, element) in sequence.elements.enumerated() {
      if index % 2 == 0 {
        let value = element.decided
        current = .some(current.map { Self.and($0, value) } ?? value)
      } else if element.as(BinaryOperatorExprSyntax.self)?.operator.text == "||" {
        alternatives.append(current ?? nil)
        current = .none
      }
    }
    alternatives.append(current ?? nil)
    if alternatives.contains(true) { return true }
    return alternatives.allSatisfy { $0 == false } ? false : nil
  }

  private static func and(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == true && right == true ? true : nil
  }
}

extension FunctionCallExprSyntax {
  /// The language version that the audit assumes for `swift(…)` and `compiler(…)`.
  private static let currentVersion = [6, 3]

  fileprivate var decided: Bool? {
    let name = calledExpression.trimmedDescription
    let argument = arguments.trimmedDescription
    if name == "canImport" { return argument == "CloudKit" || argument == "Foundation" ? true : nil }
    guard name == "swift" || name == "compiler" || name == "_compiler_version" else { return nil }
    let digits = argument.drop { !$0.isNumber }
    let version = digits.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard !version.isEmpty else { return nil }
    let isOlder = Self.currentVersion.lexicographicallyPrecedes(version)
    if argument.hasPrefix(">=") { return !isOlder }
    if argument.hasPrefix("<") { return isOlder }
    return nil
  }
}
