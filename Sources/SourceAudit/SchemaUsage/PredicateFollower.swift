import SchemaLanguage
import SwiftSyntax

/// Follows an expression to the predicates that it can be.
struct PredicateFollower {
  let evaluator: TextEvaluator

  private static let depthLimit = 6

  /// The predicate that nobody could follow.
  private static var unknown: PredicateReading {
    var reading = PredicateReading()
    reading.isComplete = false
    return reading
  }

  /// The alternatives; at least one.
  func readings(of expression: ExprSyntax, in file: SourceFile, _ depth: Int = 0) -> [PredicateReading] {
    guard depth < Self.depthLimit else { return [Self.unknown] }
    let bare = expression.bare
    if let sequence = bare.as(SequenceExprSyntax.self) { return readings(of: sequence, in: file, depth) }
    if let name = bare.as(DeclReferenceExprSyntax.self)?.baseName.text {
      let later = assigned(to: name, before: bare, in: file).flatMap { readings(of: $0, in: file, depth + 1) }
      if !later.isEmpty { return (initial(bare, in: file, depth) ?? []) + later }
    }
    if let call = bare.as(FunctionCallExprSyntax.self) { return readings(of: call, in: file, depth) }
    return initial(bare, in: file, depth) ?? [Self.unknown]
  }

  /// The alternatives of the value that a name or member is declared with.
  private func initial(_ expression: ExprSyntax, in file: SourceFile, _ depth: Int) -> [PredicateReading]? {
    guard let value = evaluator.value(of: expression, in: file), value.value.id != expression.id else { return nil }
    return readings(of: value.value, in: value.file, depth + 1)
  }

  /// `condition ? a : b`, `a as NSPredicate`.
  private func readings(of sequence: SequenceExprSyntax, in file: SourceFile, _ depth: Int) -> [PredicateReading] {
    let elements = Array(sequence.elements)
    for (number, element) in elements.enumerated() {
      if let ternary = element.as(UnresolvedTernaryExprSyntax.self), let last = elements.last, number > 0 {
        return readings(of: ternary.thenExpression, in: file, depth + 1) + readings(of: last, in: file, depth + 1)
      }
    }
    guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self) else { return [Self.unknown] }
    return readings(of: elements[0], in: file, depth + 1)
  }

  /// What is assigned to a local between its declaration and a place of the same function.
  private func assigned(to name: String, before place: ExprSyntax, in file: SourceFile) -> [ExprSyntax] {
    guard let body = place.functionBody else { return [] }
    return file.index.assignments(in: body).filter {
      $0.symbol == "=" && $0.target.path == name && $0.node.position < place.position && $0.values.count == 1
    }
    .compactMap(\.values.first)
  }

  private func readings(of call: FunctionCallExprSyntax, in file: SourceFile, _ depth: Int) -> [PredicateReading] {
    if call.makes("NSPredicate") || call.calledExpression.path == "init" { return [predicate(call, in: file)] }
    if call.makes("NSCompoundPredicate") { return compound(call, in: file, depth) }
    if call.makes("NSComparisonPredicate") { return [comparison(call, in: file)] }
    let functions = file.index.functions(named: call.name)
    guard functions.count == 1, let body = functions.first?.body else { return [Self.unknown] }
    let returned = returns(of: body)
    return returned.isEmpty ? [Self.unknown] : returned.flatMap { readings(of: $0, in: file, depth + 1) }
  }

  private func returns(of body: CodeBlockSyntax) -> [ExprSyntax] {
    if body.statements.count == 1, let only = body.statements.first?.item.as(ExprSyntax.self) { return [only] }
    return body.statements.compactMap { $0.item.as(ReturnStmtSyntax.self)?.expression }
  }

  private func predicate(_ call: FunctionCallExprSyntax, in file: SourceFile) -> PredicateReading {
    if let value = call.argument("value") {
      switch value.code {
      case "true": return .everything
      case "false": return PredicateReading()
      default: return Self.unknown
      }
    }
    if call.argument("block") != nil || !call.closures.isEmpty { return problem(.expression("a block")) }
    guard let format = call.argument("format"), let text = evaluator.format(of: format, in: file) else {
      return Self.unknown
    }
    var arguments: [PredicateArgument]
    if let list = call.argument("argumentArray") {
      arguments = (evaluator.texts(of: list, in: file) ?? []).map { $0.text.map { .text($0) } ?? .unknown }
    } else {
      arguments = call.arguments.dropFirst().map { argument in
        evaluator.text(of: argument.expression, in: file).map { .text($0) } ?? .unknown
      }
    }
    return PredicateReading(format: text, arguments: arguments)
  }

  private func compound(_ call: FunctionCallExprSyntax, in file: SourceFile, _ depth: Int) -> [PredicateReading] {
    if let part = call.argument("notPredicateWithSubpredicate") { return readings(of: part, in: file, depth + 1) }
    let isOr = call.argument("orPredicateWithSubpredicates") != nil || call.argument("type")?.lastName == "or"
    let list =
      call.argument("andPredicateWithSubpredicates") ?? call.argument("orPredicateWithSubpredicates")
      ?? call.argument("subpredicates")
    guard let list, let array = evaluator.value(of: list, in: file)?.value.as(ArrayExprSyntax.self) else {
      return [isOr ? problem(.disjunction) : Self.unknown]
    }
    var joined = isOr && array.elements.count > 1 ? problem(.disjunction) : PredicateReading()
    for element in array.elements {
      for reading in readings(of: element.expression, in: file, depth + 1) { joined.join(reading) }
    }
    return [joined]
  }

  private func comparison(_ call: FunctionCallExprSyntax, in file: SourceFile) -> PredicateReading {
    let keys = [call.argument("leftExpression"), call.argument("rightExpression")].compactMap { side -> String? in
      guard let side = side?.bare.as(FunctionCallExprSyntax.self), side.makes("NSExpression") else { return nil }
      return side.argument("forKeyPath").flatMap { evaluator.text(of: $0, in: file) }
    }
    let signs = [
      "equalTo": "==", "notEqualTo": "!=", "lessThan": "<", "lessThanOrEqualTo": "<=", "greaterThan": ">",
      "greaterThanOrEqualTo": ">=", "beginsWith": "BEGINSWITH", "in": "IN", "contains": "CONTAINS",
      "endsWith": "ENDSWITH", "like": "LIKE", "matches": "MATCHES", "between": "BETWEEN",
    ]
    guard let key = keys.first, let type = call.argument("type")?.lastName, let sign = signs[type] else {
      return Self.unknown
    }
    return PredicateReading(format: "%K \(sign) %@", arguments: [.text(key), .unknown])
  }

  private func problem(_ problem: PredicateProblem) -> PredicateReading {
    var reading = PredicateReading()
    reading.problems = [problem]
    return reading
  }
}
