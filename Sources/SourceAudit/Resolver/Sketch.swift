import SwiftSyntax

/// An expression reduced to what its type depends on; it holds no syntax, so a table of them keeps no tree alive.
indirect enum Sketch: Sendable {
  case name(String)
  case member(Sketch, String)
  /// `.allKeys`: the type comes from the context.
  case implicitMember(String)
  case call(Sketch, labels: [String])
  case subscripted(Sketch)
  /// `a!`, or `a?` in a chain.
  case unwrapped(Sketch)
  /// `try? a`.
  case optionalTry(Sketch)
  /// A written type: `a as? T`, `{ () -> T in … }()`, a literal.
  case typed(SwiftType)
  /// The value of a type, `T.self`, or the type as a callee: `[T]()`.
  case metatype(SwiftType)
  case array(Sketch?)
  case dictionary(Sketch, Sketch)
  case tuple([Sketch], labels: [String])
  /// `a ?? b`.
  case coalesced(Sketch, Sketch)
  /// The first whose type is known: `c ? a : b`.
  case either([Sketch])
  case unknown
}

extension Sketch {
  /// Reduces an expression.
  init(_ expression: ExprSyntax) {
    self = Self.simple(expression) ?? Self.literal(expression) ?? Self.compound(expression) ?? .unknown
  }

  private static func simple(_ expression: ExprSyntax) -> Sketch? {
    if let reference = expression.as(DeclReferenceExprSyntax.self) { return .name(reference.baseName.bareText) }
    if let access = expression.as(MemberAccessExprSyntax.self) {
      let name = access.declName.baseName.bareText
      guard let base = access.base else { return .implicitMember(name) }
      return name == "self" ? Sketch(base) : .member(Sketch(base), name)
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return .init(call) }
    if let node = expression.as(OptionalChainingExprSyntax.self) { return .unwrapped(Sketch(node.expression)) }
    if let node = expression.as(ForceUnwrapExprSyntax.self) { return .unwrapped(Sketch(node.expression)) }
    if expression.is(SuperExprSyntax.self) { return .name("super") }
    if let node = expression.as(SubscriptCallExprSyntax.self) { return .subscripted(Sketch(node.calledExpression)) }
    if let node = expression.as(TypeExprSyntax.self) {
      return .metatype(SwiftType(node.type) ?? .tuple([], labels: []))
    }
    if let node = expression.as(GenericSpecializationExprSyntax.self) { return Sketch(node.expression) }
    return nil
  }

  private init(_ call: FunctionCallExprSyntax) {
    if let closure = call.calledExpression.as(ClosureExprSyntax.self) {
      let result = closure.signature?.returnClause.flatMap { SwiftType($0.type) }
      self = result.map { .typed($0) } ?? Sketch.onlyExpression(of: closure.statements)
      return
    }
    var labels = call.arguments.map { $0.label?.bareText ?? "" }
    if call.trailingClosure != nil { labels.append("{}") }
    labels += call.additionalTrailingClosures.map(\.label.bareText)
    self = .call(Sketch(call.calledExpression), labels: labels)
  }

  /// The value of a body that is one expression.
  static func onlyExpression(of statements: CodeBlockItemListSyntax) -> Sketch {
    guard statements.count == 1, let only = statements.first?.item else { return .unknown }
    if let result = only.as(ReturnStmtSyntax.self)?.expression { return Sketch(result) }
    return only.as(ExprSyntax.self).map { Sketch($0) } ?? .unknown
  }

  private static func literal(_ expression: ExprSyntax) -> Sketch? {
    switch expression.kind {
    case .stringLiteralExpr: return .typed(.named("String"))
    case .integerLiteralExpr: return .typed(.named("Int"))
    case .floatLiteralExpr: return .typed(.named("Double"))
    case .booleanLiteralExpr: return .typed(.named("Bool"))
    default: break
    }
    if let array = expression.as(ArrayExprSyntax.self) {
      return .array(array.elements.first.map { Sketch($0.expression) })
    }
    if let dictionary = expression.as(DictionaryExprSyntax.self),
      let pair = dictionary.content.as(DictionaryElementListSyntax.self)?.first
    {
      return .dictionary(Sketch(pair.key), Sketch(pair.value))
    }
    guard let tuple = expression.as(TupleExprSyntax.self) else { return nil }
    if tuple.elements.count == 1, let only = tuple.elements.first { return Sketch(only.expression) }
    return .tuple(
      tuple.elements.map { Sketch($0.expression) }, labels: tuple.elements.map { $0.label?.bareText ?? "" })
  }

  private static func compound(_ expression: ExprSyntax) -> Sketch? {
    if let node = expression.as(TryExprSyntax.self) {
      let value = Sketch(node.expression)
      return node.questionOrExclamationMark?.tokenKind == .postfixQuestionMark ? .optionalTry(value) : value
    }
    if let node = expression.as(AwaitExprSyntax.self) { return Sketch(node.expression) }
    if let node = expression.as(BorrowExprSyntax.self) { return Sketch(node.expression) }
    if let node = expression.as(InOutExprSyntax.self) { return Sketch(node.expression) }
    if let node = expression.as(CopyExprSyntax.self) { return Sketch(node.expression) }
    if let node = expression.as(SequenceExprSyntax.self) { return sequence(Array(node.elements)) }
    if let node = expression.as(IfExprSyntax.self) { return onlyExpression(of: node.body.statements) }
    return nil
  }

  /// A sequence whose operators are not folded: the cast, `??` or `?:` in it decides.
  private static func sequence(_ elements: [ExprSyntax]) -> Sketch {
    if let assignment = elements.firstIndex(where: { $0.is(AssignmentExprSyntax.self) }) {
      return sequence(Array(elements[(assignment + 1)...]))
    }
    if elements.count == 1, let only = elements.first { return Sketch(only) }
    if let ternary = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
      guard let choice = elements[ternary].as(UnresolvedTernaryExprSyntax.self) else { return .unknown }
      return .either([Sketch(choice.thenExpression), sequence(Array(elements[(ternary + 1)...]))])
    }
    if let operation = elements.firstIndex(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }) {
      return .coalesced(
        sequence(Array(elements[..<operation])), sequence(Array(elements[(operation + 1)...])))
    }
    if let cast = elements.lastIndex(where: { $0.is(UnresolvedAsExprSyntax.self) }), cast + 2 == elements.count,
      let type = elements[cast + 1].as(TypeExprSyntax.self).flatMap({ SwiftType($0.type) })
    {
      let mark = elements[cast].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.tokenKind
      return .typed(mark == .postfixQuestionMark ? .optional(type) : type)
    }
    if elements.contains(where: { isComparison($0) }) { return .typed(.named("Bool")) }
    let isAddition = elements.contains { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" }
    return isAddition ? elements.first.map { Sketch($0) } ?? .unknown : .unknown
  }

  private static func isComparison(_ element: ExprSyntax) -> Bool {
    guard let symbol = element.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return element.is(UnresolvedIsExprSyntax.self)
    }
    return ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"].contains(symbol)
  }
}

extension TokenSyntax {
  /// The text without the backticks of an escaped identifier.
  var bareText: String {
    let text = text
    return text.utf8.first == UInt8(ascii: "`") && text.utf8.count > 2 ? String(text.dropFirst().dropLast()) : text
  }
}
