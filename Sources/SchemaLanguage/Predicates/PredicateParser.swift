/// Reads a predicate format by recursive descent.
struct PredicateParser {
  /// Deeper brackets are refused, so that no input can exhaust the stack.
  private static let depthLimit = 100

  private let tokens: [PredicateToken]?
  private var arguments: ArraySlice<PredicateArgument>
  private var index = 0
  private var depth = 0
  private var reading = PredicateReading()

  /// What a part of the predicate is, for what NOT may negate.
  private enum Shape: Equatable {
    case constant
    case condition
    case conjunction
    case text
    case distance
    case between
  }

  /// A side of a comparison.
  private enum Operand: Equatable {
    case key(String)
    case unknownKey
    case itself
    case value
    /// A text that may have been meant as a key.
    case text(String)
    case distance(key: String?)

    var isText: Bool {
      if case .text = self { return true }
      return false
    }
  }

  private struct Failure: Error {}

  init(format: String, arguments: [PredicateArgument]) {
    tokens = predicateTokens(of: format)
    self.arguments = arguments[...]
  }

  mutating func read() -> PredicateReading {
    guard tokens != nil else { return refused("a character that no predicate has") }
    do throws(Failure) {
      let shape = try disjunction()
      guard token == nil else { throw Failure() }
      if shape == .constant, reading.needs.isEmpty, reading.problems.isEmpty {
        reading.needs = [PredicateNeed(field: nil, kind: .everything, form: "TRUEPREDICATE")]
      }
    } catch {
      return refused(token?.described ?? "its end")
    }
    reading.needs = reading.needs.filter { $0.kind != .everything || reading.needs.count == 1 }.removingRepeats()
    reading.problems = reading.problems.removingRepeats()
    return reading
  }

  private func refused(_ place: String) -> PredicateReading {
    var reading = PredicateReading()
    reading.problems = [.syntax(place)]
    reading.isComplete = false
    return reading
  }

  // MARK: - Compounds

  private mutating func disjunction() throws(Failure) -> Shape {
    var shape = try conjunction()
    while accept(word: "OR") || accept(sign: "||") {
      reading.problems.append(.disjunction)
      _ = try conjunction()
      shape = .condition
    }
    return shape
  }

  private mutating func conjunction() throws(Failure) -> Shape {
    var shape = try negation()
    while accept(word: "AND") || accept(sign: "&&") {
      let right = try negation()
      shape = shape == .constant ? right : right == .constant ? shape : .conjunction
    }
    return shape
  }

  private mutating func negation() throws(Failure) -> Shape {
    guard accept(word: "NOT") || accept(sign: "!") else { return try primary() }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw Failure() }
    switch try negation() {
    case .conjunction: reading.problems.append(.negation(of: "an AND compound"))
    case .text: reading.problems.append(.negation(of: "a text search"))
    case .distance: reading.problems.append(.negation(of: "a distance"))
    case .between: reading.problems.append(.negation(of: "BETWEEN"))
    case .condition, .constant: break
    }
    return .condition
  }

  private mutating func primary() throws(Failure) -> Shape {
    if accept(word: "TRUEPREDICATE") { return .constant }
    if accept(word: "FALSEPREDICATE") { return .condition }
    guard case .sign("(") = token else { return try comparison() }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw Failure() }
    // A bracket opens a predicate or an expression; what follows tells, so the first reading is tried and taken back.
    let before = self
    do throws(Failure) {
      advance()
      let shape = try disjunction()
      guard accept(sign: ")") else { throw Failure() }
      return shape
    } catch {
      let spent = depth
      self = before
      depth = spent
      return try comparison()
    }
  }

  // MARK: - Comparisons

  private mutating func comparison() throws(Failure) -> Shape {
    let isAny = accept(word: "ANY") || accept(word: "SOME") || accept(word: "NONE")
    if !isAny, accept(word: "ALL") { reading.problems.append(.all) }
    let left = try expression()
    let operation = try comparisonOperator()
    if operation == "BETWEEN" {
      try skipValue()
      add(left, .range, operation)
      return .between
    }
    let right = try expression()
    return note(left: left, operation, right: right, isAny: isAny)
  }

  private mutating func note(left: Operand, _ operation: String, right: Operand, isAny: Bool) -> Shape {
    if left == .itself || operation == "TOKENMATCHES" {
      if ["CONTAINS", "TOKENMATCHES"].contains(operation) {
        reading.needs.append(PredicateNeed(field: nil, kind: .text, form: "self CONTAINS"))
        return .text
      }
    }
    for side in [left, right] {
      if case .distance(let key) = side {
        if let key { reading.needs.append(PredicateNeed(field: key, kind: .distance, form: "distanceToLocation")) }
        if key == nil { reading.isComplete = false }
        return .distance
      }
    }
    guard let kind = Self.kind(of: operation, isAny: isAny) else {
      reading.problems.append(.operation(operation))
      return .condition
    }
    let sides = [left, right].filter { $0 != .value && !$0.isText }
    if sides.isEmpty {
      if case .text(let key) = left { reading.problems.append(.quotedKey(key)) } else { reading.isComplete = false }
    }
    for side in sides { add(side, kind, operation) }
    return .condition
  }

  private mutating func add(_ operand: Operand, _ kind: PredicateNeed.Kind, _ form: String) {
    switch operand {
    case .key(let key):
      if SystemField(key: key) == nil, key.contains(".") {
        reading.problems.append(.keyPath(key))
      } else {
        reading.needs.append(PredicateNeed(field: key, kind: kind, form: form))
      }
    case .text(let key): reading.problems.append(.quotedKey(key))
    case .unknownKey, .itself, .value, .distance: reading.isComplete = false
    }
  }

  private static func kind(of operation: String, isAny: Bool) -> PredicateNeed.Kind? {
    switch operation {
    case "=", "==", "!=", "<>", "IN", "BEGINSWITH": isAny ? .membership : .equality
    case "CONTAINS": .membership
    case "<", "<=", "=<", ">", ">=", "=>": .range
    default: nil
    }
  }

  private mutating func comparisonOperator() throws(Failure) -> String {
    let words = [
      "IN", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "BETWEEN", "TOKENMATCHES", "UTI-CONFORMS-TO",
    ]
    let signs = ["=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"]
    var found: String?
    if case .word(let word) = token, words.contains(word.uppercased()) { found = word.uppercased() }
    if case .sign(let sign) = token, signs.contains(sign) { found = sign }
    guard let found else { throw Failure() }
    advance()
    // Options such as [cd].
    if accept(sign: "[") {
      if case .word = token { advance() }
      guard accept(sign: "]") else { throw Failure() }
    }
    return found
  }

  // MARK: - Expressions

  private mutating func expression() throws(Failure) -> Operand {
    var operand = try operandWithoutArithmetic()
    while case .sign(let sign) = token, ["+", "-", "*", "/", "**"].contains(sign) {
      advance()
      let right = try operandWithoutArithmetic()
      if operand != .value || right != .value { reading.problems.append(.expression("arithmetic")) }
      operand = operand == .value ? right : operand
    }
    return operand
  }

  private mutating func operandWithoutArithmetic() throws(Failure) -> Operand {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit, let current = token else { throw Failure() }
    switch current {
    case .number:
      advance()
      return .value
    case .text(let text):
      advance()
      return .text(text)
    case .placeholder(let letter):
      advance()
      return placeholder(letter)
    case .sign("-"):
      advance()
      return try operandWithoutArithmetic()
    case .sign("("):
      advance()
      let inner = try expression()
      guard accept(sign: ")") else { throw Failure() }
      return inner
    case .sign("{"):
      try skipValue()
      return .value
    case .word(let word):
      advance()
      return try operand(word)
    case .sign:
      throw Failure()
    }
  }

  private mutating func placeholder(_ letter: Character) -> Operand {
    // An interpolation that nobody could follow takes no argument.
    if letter == "?" { return .unknownKey }
    let argument = arguments.popFirst()
    switch (letter, argument) {
    case ("K", .text(let key)): return .key(key)
    case ("K", _): return .unknownKey
    case ("@", .text(let text)): return .text(text)
    default: return .value
    }
  }

  private mutating func operand(_ word: String) throws(Failure) -> Operand {
    switch word.uppercased() {
    case "SELF", "ALLTOKENS": return .itself
    case "NIL", "NULL", "YES", "NO", "TRUE", "FALSE": return .value
    default: break
    }
    if word.hasPrefix("$") { return .value }
    guard accept(sign: "(") else { return .key(Self.key(of: word)) }
    if word.lowercased().hasPrefix("distancetolocation") { return try distance() }
    reading.problems.append(.expression(word))
    try skipBrackets()
    return .value
  }

  private static func key(of word: String) -> String {
    let escaped = word.hasPrefix("#") ? String(word.dropFirst()) : word
    return escaped.lowercased().hasPrefix("self.") ? String(escaped.dropFirst(5)) : escaped
  }

  /// Behind the opening bracket of `distanceToLocation:fromLocation:(place, %@)`.
  private mutating func distance() throws(Failure) -> Operand {
    var key: String?
    while !accept(sign: ")") {
      if case .key(let name) = try expression() { key = name }
      guard accept(sign: ",") || token == .sign(")") else { throw Failure() }
    }
    return .distance(key: key)
  }

  /// A list in braces, or a single value.
  private mutating func skipValue() throws(Failure) {
    guard accept(sign: "{") else {
      _ = try expression()
      return
    }
    while !accept(sign: "}") {
      _ = try expression()
      guard accept(sign: ",") || token == .sign("}") else { throw Failure() }
    }
  }

  private mutating func skipBrackets() throws(Failure) {
    var open = 1
    while open > 0 {
      guard let current = token else { throw Failure() }
      if current == .sign("(") { open += 1 }
      if current == .sign(")") { open -= 1 }
      if case .placeholder(let letter) = current, letter != "?" { _ = arguments.popFirst() }
      advance()
    }
  }

  // MARK: - Tokens

  private var token: PredicateToken? {
    guard let tokens, tokens.indices.contains(index) else { return nil }
    return tokens[index]
  }

  private mutating func advance() { index += 1 }

  private mutating func accept(word: String) -> Bool {
    guard case .word(let text) = token, text.uppercased() == word else { return false }
    advance()
    return true
  }

  private mutating func accept(sign: String) -> Bool {
    guard token == .sign(sign) else { return false }
    advance()
    return true
  }
}
