import SchemaLanguage
import SwiftSyntax

/// Evaluates expressions to text constants, following locals, static members and raw values.
struct TextEvaluator {
  private static let depthLimit = 8

  let table: ConstantTable

  /// The text of an expression; nil when a part of it is unknown.
  func text(of expression: ExprSyntax, in file: SourceFile) -> String? {
    text(of: expression, in: file, 0).flatMap { $0.contains(unknownInterpolation) ? nil : $0 }
  }

  /// The text of a predicate format, with `unknownInterpolation` for what is interpolated and unknown.
  func format(of expression: ExprSyntax, in file: SourceFile) -> String? { text(of: expression, in: file, 0) }

  /// The texts of an array literal or a constant that is one; nil when the list as such is unknown.
  func texts(of expression: ExprSyntax, in file: SourceFile) -> [(text: String?, node: ExprSyntax)]? {
    guard let array = value(of: expression, in: file)?.value.as(ArrayExprSyntax.self) else { return nil }
    return array.elements.map { (text(of: $0.expression, in: file), $0.expression) }
  }

  /// What an expression is initialised with: itself for a literal or call, else the value of the constant it names.
  func value(of expression: ExprSyntax, in file: SourceFile) -> (value: ExprSyntax, file: SourceFile)? {
    var current = (value: expression.bare, file: file)
    for _ in 0..<Self.depthLimit {
      guard let next = step(from: current.value, in: current.file) else { return current }
      current = (next.value.bare, next.file)
    }
    return nil
  }

  /// The value of a name or member; nil for everything that is a value itself.
  private func step(from expression: ExprSyntax, in file: SourceFile) -> (value: ExprSyntax, file: SourceFile)? {
    if let reference = expression.as(DeclReferenceExprSyntax.self),
      let local = file.index.initialValue(ofName: reference.baseName.text, at: Syntax(reference))
    {
      return (local, file)
    }
    return constants(for: expression).first.flatMap { constant in
      constant.value.map { ($0, table.files[constant.file]) }
    }
  }

  /// The constants that a name or member can mean.
  private func constants(for expression: ExprSyntax) -> [ConstantTable.Constant] {
    if let member = expression.as(MemberAccessExprSyntax.self), member.base == nil {
      return table.members(named: member.declName.baseName.text)
    }
    guard var path = expression.path?.split(separator: ".").map(String.init) else { return [] }
    var types = expression.typeNames
    if path.first == "Self" || path.first == "self" {
      path.removeFirst()
      return path.isEmpty ? [] : table.constants(at: types + path, inside: [])
    }
    // A bare name inside a function may be a parameter, which no constant of another type may replace.
    if path.count == 1, file(of: expression, shadows: path[0]) { types = [] }
    return table.constants(at: path, inside: types)
  }

  private func file(of expression: ExprSyntax, shadows name: String) -> Bool {
    for node in expression.ancestors {
      if let function = node.as(FunctionDeclSyntax.self), function.parameterNames.contains(name) { return true }
      if let closure = node.as(ClosureExprSyntax.self), closure.parameterNames?.contains(name) == true { return true }
      if let initializer = node.as(InitializerDeclSyntax.self) {
        let names = initializer.signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).text }
        if names.contains(name) { return true }
      }
    }
    return false
  }

  private func text(of expression: ExprSyntax, in file: SourceFile, _ depth: Int) -> String? {
    guard depth < Self.depthLimit else { return nil }
    let bare = expression.bare
    if let literal = bare.as(StringLiteralExprSyntax.self) { return text(of: literal, in: file, depth) }
    if let call = bare.as(FunctionCallExprSyntax.self) { return text(of: call, in: file, depth) }
    if let sequence = bare.as(SequenceExprSyntax.self) { return text(of: sequence, in: file, depth) }
    if let member = bare.as(MemberAccessExprSyntax.self), let base = member.base {
      let name = member.declName.baseName.text
      if ["rawValue", "stringValue", "description"].contains(name) { return text(of: base, in: file, depth + 1) }
      if name == "self" { return typeName(base) }
    }
    if let reference = bare.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      if let local = file.index.initialValue(ofName: name, at: Syntax(reference)), local.id != expression.id {
        return text(of: local, in: file, depth + 1)
      }
      if self.file(of: bare, shadows: name) { return nil }
    }
    let found = Set(constants(for: bare).map { text(of: $0, depth) })
    return found.count == 1 ? found.first ?? nil : nil
  }

  private func text(of constant: ConstantTable.Constant, _ depth: Int) -> String? {
    if let text = constant.text { return text }
    guard let value = constant.value else { return constant.path.last }
    return text(of: value, in: table.files[constant.file], depth + 1)
  }

  private func text(of literal: StringLiteralExprSyntax, in file: SourceFile, _ depth: Int) -> String? {
    if let plain = literal.representedLiteralValue { return plain }
    var text = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let part): text += part.content.text.replacing("\\\"", with: "\"").replacing("\\'", with: "'")
      case .expressionSegment(let part):
        let value = part.expressions.first.flatMap { self.text(of: $0.expression, in: file, depth + 1) }
        text += value ?? String(unknownInterpolation)
      @unknown default: text += String(unknownInterpolation)
      }
    }
    return text
  }

  /// `a + b + c`.
  private func text(of sequence: SequenceExprSyntax, in file: SourceFile, _ depth: Int) -> String? {
    var text = ""
    for (number, element) in sequence.elements.enumerated() {
      if number % 2 == 1 {
        if element.as(UnresolvedAsExprSyntax.self) != nil, number == 1, sequence.elements.count == 3 { return text }
        guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
        continue
      }
      guard let part = self.text(of: element, in: file, depth + 1) else { return nil }
      text += part
    }
    return text
  }

  /// `String(describing: Note.self)`, `String(x)`, `Keys(rawValue: "x")`.
  private func text(of call: FunctionCallExprSyntax, in file: SourceFile, _ depth: Int) -> String? {
    let isConversion = ["String", "NSString", "CKRecord.RecordType", "CKRecord.FieldKey"]
      .contains(call.calledExpression.path)
    guard call.arguments.count == 1, let only = call.arguments.first else { return nil }
    guard isConversion || only.label?.text == "rawValue" else { return nil }
    return text(of: only.expression, in: file, depth + 1)
  }

  private func typeName(_ expression: ExprSyntax) -> String? {
    guard let path = expression.path?.split(separator: ".").last else { return nil }
    return path == "Self" ? expression.typeNames.last : String(path)
  }
}
