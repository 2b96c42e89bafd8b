import SwiftSyntax

/// A predicate that reaches a CKQuery or a query subscription.
struct CloudQuery: Sendable {
  /// What the predicate is made with.
  enum Predicate: Sendable {
    case format(PredicateFormat, arguments: [ExprSyntax])
    /// `NSPredicate(value:)`
    case always(Bool)
    case block
    /// `NSCompoundPredicate(orPredicateWithSubpredicates:)` or `type: .or`.
    case anyOf
  }

  /// The expression that makes the predicate.
  var place: FunctionCallExprSyntax
  var predicate: Predicate
  /// `CKQuery(…)` or `CKQuerySubscription(…)`.
  var query: FunctionCallExprSyntax
}

extension SyntaxIndex {
  /// The predicates of the file's CloudKit queries, followed through locals, constants and functions of the file.
  var cloudQueries: [CloudQuery] {
    guard hasAny(["CKQuery", "CKQuerySubscription"]) else { return [] }
    var seen: Set<SyntaxIdentifier> = []
    return calls.flatMap { call -> [CloudQuery] in
      guard call.makes("CKQuery") || call.makes("CKQuerySubscription"), let predicate = call.argument("predicate")
      else {
        return []
      }
      return predicates(behind: predicate, depth: 6).compactMap { place, made in
        seen.insert(place.id).inserted ? CloudQuery(place: place, predicate: made, query: call) : nil
      }
    }
  }

  private typealias Made = (place: FunctionCallExprSyntax, predicate: CloudQuery.Predicate)

  private func predicates(behind expression: ExprSyntax, depth: Int) -> [Made] {
    guard depth > 0 else { return [] }
    let bare = expression.bare
    if let call = bare.as(FunctionCallExprSyntax.self) { return predicates(of: call, depth: depth) }
    if let sequence = bare.as(SequenceExprSyntax.self) {
      return sequence.elements.flatMap { element -> [Made] in
        if let ternary = element.as(UnresolvedTernaryExprSyntax.self) {
          return predicates(behind: ternary.thenExpression, depth: depth - 1)
        }
        return predicates(behind: element, depth: depth - 1)
      }
    }
    if let array = bare.as(ArrayExprSyntax.self) {
      return array.elements.flatMap { predicates(behind: $0.expression, depth: depth - 1) }
    }
    guard let name = bare.path?.split(separator: ".").last.map(String.init) else { return [] }
    return predicates(named: name, at: Syntax(bare), depth: depth - 1)
  }

  private func predicates(named name: String, at node: Syntax, depth: Int) -> [Made] {
    if let function = node.function, let parameter = function.parameter(named: name) {
      let label = parameter.firstName.text
      let values = calls.filter { $0.name == function.name.text }.compactMap { call in
        label == "_" ? call.arguments.first { $0.label == nil }?.expression : call.argument(label)
      }
      let all = values + (parameter.defaultValue.map { [$0.value] } ?? [])
      return all.flatMap { predicates(behind: $0, depth: depth) }
    }
    let assigned = assignments(in: node.functionBody ?? node).filter { $0.target.path == name && $0.symbol == "=" }
    let later = assigned.compactMap(\.values.first).flatMap { predicates(behind: $0, depth: depth) }
    guard let value = initialValue(ofName: name, at: node) else { return later }
    return predicates(behind: value, depth: depth) + later
  }

  private func predicates(of call: FunctionCallExprSyntax, depth: Int) -> [Made] {
    if call.makes("NSPredicate") { return simple(call).map { [(call, $0)] } ?? [] }
    if call.makes("NSCompoundPredicate") {
      let label = call.labels.first ?? ""
      let isOr = label.hasPrefix("or") || call.argument("type")?.lastName == "or"
      let parts = call.arguments.last.map { predicates(behind: $0.expression, depth: depth) } ?? []
      return (isOr ? [(call, .anyOf)] : []) + parts
    }
    let makers = functions(named: call.name).filter {
      $0.signature.returnClause?.type.plainName == "NSPredicate"
    }
    return makers.flatMap { maker -> [Made] in
      guard let body = maker.body else { return [] }
      return calls(in: body).flatMap { inner -> [Made] in
        inner.makes("NSPredicate") || inner.makes("NSCompoundPredicate") ? predicates(of: inner, depth: depth - 1) : []
      }
    }
  }

  private func simple(_ call: FunctionCallExprSyntax) -> CloudQuery.Predicate? {
    if call.arguments.isEmpty { return call.trailingClosure == nil ? nil : .block }
    if call.argument("block") != nil { return .block }
    if let value = call.argument("value") { return .always(value.code != "false") }
    guard let format = call.argument("format"), let text = text(of: format) else { return nil }
    let rest = call.arguments.dropFirst().map(\.expression)
    if let list = rest.first?.as(ArrayExprSyntax.self), call.labels.contains("argumentArray") {
      return .format(PredicateFormat(text), arguments: list.elements.map(\.expression))
    }
    return .format(PredicateFormat(text), arguments: Array(rest))
  }

  /// The text of a literal, of literals joined with `+`, or of a constant; interpolations are U+0001.
  func text(of expression: ExprSyntax) -> String? {
    let bare = expression.bare
    if let literal = bare.as(StringLiteralExprSyntax.self) {
      return literal.segments.map { segment in
        segment.as(StringSegmentSyntax.self)?.content.text.replacing("\\\"", with: "\"").replacing("\\n", with: " ")
          ?? "\u{1}"
      }.joined()
    }
    if let sequence = bare.as(SequenceExprSyntax.self) {
      let parts = sequence.elements.compactMap { element -> String? in
        if let sign = element.as(BinaryOperatorExprSyntax.self) { return sign.operator.text == "+" ? "" : nil }
        return text(of: element) ?? "\u{1}"
      }
      return parts.count == sequence.elements.count ? parts.joined() : nil
    }
    guard let name = bare.path?.split(separator: ".").last.map(String.init),
      let value = initialValue(ofName: name, at: Syntax(bare)), value.is(StringLiteralExprSyntax.self)
    else { return nil }
    return text(of: value)
  }

  /// The value of a key expression: a literal, a constant of the file, the last name of `#keyPath(…)`.
  func key(_ expression: ExprSyntax) -> String? {
    if let macro = expression.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath" {
      return macro.arguments.first?.expression.lastName
    }
    guard let text = text(of: expression), !text.contains("\u{1}") else { return nil }
    return text
  }
}
