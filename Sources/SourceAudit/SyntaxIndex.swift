import SwiftSyntax

/// The nodes of a source that the misuse rules ask for, collected in one walk and in source order.
package struct SyntaxIndex: Sendable {
  /// An identifier token.
  struct Name: Sendable {
    var offset: Int
    var text: String
    /// Nil for a name that the tree leaves out.
    var token: TokenSyntax?
  }

  /// `target = value`; the value is a list because operators are not folded (`a = b as? C`).
  struct Assignment: Sendable {
    var target: ExprSyntax
    var values: [ExprSyntax]
    var node: SequenceExprSyntax
    /// `=` or a compound operator such as `+=`.
    var symbol: String
  }

  /// `left == right`, also with `!=`, `===`, `!==`.
  struct Comparison: Sendable {
    var left: ExprSyntax
    var symbol: String
    var right: ExprSyntax
    var node: SequenceExprSyntax
    /// True when no `&&`, `||` or `?:` stands beside it.
    var standsAlone: Bool
  }

  /// `value as? Type` or `value as! Type`.
  struct Cast: Sendable {
    var value: ExprSyntax
    var type: TypeSyntax
    var isForced: Bool
    var node: UnresolvedAsExprSyntax
  }

  fileprivate(set) var names: [Name] = []
  fileprivate(set) var distinctNames: Set<String> = []
  fileprivate(set) var calls: [FunctionCallExprSyntax] = []
  fileprivate(set) var members: [MemberAccessExprSyntax] = []
  fileprivate(set) var subscripts: [SubscriptCallExprSyntax] = []
  fileprivate(set) var assignments: [Assignment] = []
  fileprivate(set) var comparisons: [Comparison] = []
  fileprivate(set) var casts: [Cast] = []
  fileprivate(set) var functions: [FunctionDeclSyntax] = []
  fileprivate(set) var switches: [SwitchExprSyntax] = []
  fileprivate(set) var tries: [TryExprSyntax] = []
  fileprivate(set) var loops: [Syntax] = []
  fileprivate(set) var bindings: [PatternBindingSyntax] = []
  fileprivate(set) var conditionBindings: [OptionalBindingConditionSyntax] = []
  fileprivate(set) var types: [DeclSyntax] = []
  fileprivate(set) var forceUnwraps: [ForceUnwrapExprSyntax] = []
  fileprivate(set) var catches: [CatchClauseSyntax] = []
  fileprivate(set) var longBlocks = LongBlocks()
  private var namePlaces = NamePlaces()
  /// Where the names, calls and assignments begin, ascending because the walk visits outer nodes first.
  private var nameOffsets: [Int] = []
  private var callOffsets: [Int] = []
  private var assignmentOffsets: [Int] = []

  /// Collects the nodes of a tree; `hidden` are identifiers of the source that the tree leaves out.
  init(_ tree: SourceFileSyntax, hiding hidden: [Name] = []) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(tree)
    self = collector.index
    if !hidden.isEmpty {
      names += hidden
      names.sort { $0.offset < $1.offset }
    }
    distinctNames = Set(names.lazy.map(\.text))
    nameOffsets = names.map(\.offset)
    functionsByName = Dictionary(grouping: functions) { $0.name.text }
    propertiesByName = Dictionary(grouping: bindings.filter(\.isProperty)) { $0.pattern.trimmedDescription }
    callOffsets = calls.map { $0.positionAfterSkippingLeadingTrivia.utf8Offset }
    assignmentOffsets = assignments.map { $0.node.positionAfterSkippingLeadingTrivia.utf8Offset }
  }

  private var functionsByName: [String: [FunctionDeclSyntax]] = [:]
  private var propertiesByName: [String: [PatternBindingSyntax]] = [:]

  fileprivate init() {}
}

// MARK: - Questions

extension SyntaxIndex {
  /// True when the file has the identifier anywhere outside comments and strings.
  func has(_ name: String) -> Bool { distinctNames.contains(name) }

  /// True when the file has one of the identifiers.
  func hasAny(_ names: Set<String>) -> Bool { !distinctNames.isDisjoint(with: names) }

  /// The identifiers inside a node.
  func names(in node: some SyntaxProtocol) -> ArraySlice<Name> {
    names[nameOffsets.range(of: node)]
  }

  /// The places inside a node where the identifier stands in the tree.
  func tokens(named name: String, in node: some SyntaxProtocol) -> [TokenSyntax] {
    namePlaces.positions(of: name, among: names).within(nameOffsets.range(of: node)).compactMap { names[$0].token }
  }

  /// True when an identifier inside the node ends with `Block`.
  func namesBlock(in node: some SyntaxProtocol) -> Bool {
    !namePlaces.positionsOfBlocks(among: names).within(nameOffsets.range(of: node)).isEmpty
  }

  /// True when an identifier inside the node fulfils the condition.
  func anyName(in node: some SyntaxProtocol, _ condition: (String) -> Bool) -> Bool {
    names(in: node).contains { condition($0.text) }
  }

  /// True when one of the identifiers stands inside the node.
  func mentions(_ wanted: Set<String>, in node: some SyntaxProtocol) -> Bool {
    anyName(in: node) { wanted.contains($0) }
  }

  /// The calls inside a node.
  func calls(in node: some SyntaxProtocol) -> [FunctionCallExprSyntax] {
    Array(calls[callOffsets.range(of: node)])
  }

  /// The assignments inside a node.
  func assignments(in node: some SyntaxProtocol) -> [Assignment] {
    Array(assignments[assignmentOffsets.range(of: node)])
  }

  /// The functions of this file that have the name.
  func functions(named name: String) -> [FunctionDeclSyntax] { functionsByName[name] ?? [] }

  /// The properties of types of this file that have the name; more than a few tell nothing.
  func properties(named name: String) -> ArraySlice<PatternBindingSyntax> { (propertiesByName[name] ?? []).prefix(6) }

  /// True when the condition holds for the node or for a function of this file that it calls, up to a depth.
  func holds(
    in node: Syntax, depth: Int = 2, seen: Set<SyntaxIdentifier> = [], _ condition: (Syntax) -> Bool
  ) -> Bool {
    if condition(node) { return true }
    guard depth > 0 else { return false }
    for call in calls(in: node) {
      for function in functions(named: call.name) where !seen.contains(function.id) {
        guard let body = function.body, !body.contains(node) else { continue }
        if holds(in: Syntax(body), depth: depth - 1, seen: seen.union([function.id]), condition) { return true }
      }
    }
    return false
  }

  /// True when one of the identifiers stands in the node or in a function of this file that it calls.
  func mentionsThroughCalls(_ wanted: Set<String>, in node: Syntax, depth: Int = 2) -> Bool {
    holds(in: node, depth: depth) { mentions(wanted, in: $0) }
  }
}

extension PatternBindingSyntax {
  /// True for `let name` or `var name` directly in a type.
  fileprivate var isProperty: Bool {
    pattern.is(IdentifierPatternSyntax.self) && parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true
  }
}

extension [Int] {
  /// The positions of the offsets inside a node, by bisection of ascending offsets.
  fileprivate func range(of node: some SyntaxProtocol) -> Range<Int> {
    let first = firstPosition(atOrAfter: node.position.utf8Offset)
    return first..<Swift.max(first, firstPosition(atOrAfter: node.endPosition.utf8Offset))
  }

  /// The elements of an ascending list that lie in a range.
  fileprivate func within(_ range: Range<Int>) -> ArraySlice<Int> {
    self[firstPosition(atOrAfter: range.lowerBound)..<firstPosition(atOrAfter: range.upperBound)]
  }

  private func firstPosition(atOrAfter offset: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - The walk

/// Fills an index.
private final class Collector: SyntaxVisitor {
  var index = SyntaxIndex()

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    switch token.tokenKind {
    case .identifier(let text), .dollarIdentifier(let text):
      index.names.append(
        .init(offset: token.positionAfterSkippingLeadingTrivia.utf8Offset, text: text, token: token))
    default: break
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    index.calls.append(node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    index.members.append(node)
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    index.subscripts.append(node)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (position, element) in elements.enumerated() where position > 0 && position + 1 < elements.count {
      add(element, at: position, of: elements, in: node)
    }
    return .visitChildren
  }

  private func add(_ element: ExprSyntax, at position: Int, of elements: [ExprSyntax], in node: SequenceExprSyntax) {
    let left = elements[position - 1]
    let right = elements[position + 1]
    if element.is(AssignmentExprSyntax.self) {
      let values = Array(elements[(position + 1)...])
      index.assignments.append(.init(target: left, values: values, node: node, symbol: "="))
    } else if let cast = element.as(UnresolvedAsExprSyntax.self), let type = right.as(TypeExprSyntax.self) {
      guard let mark = cast.questionOrExclamationMark else { return }
      let isForced = mark.tokenKind == .exclamationMark
      index.casts.append(.init(value: left, type: type.type, isForced: isForced, node: cast))
    } else if let binary = element.as(BinaryOperatorExprSyntax.self) {
      let symbol = binary.operator.text
      if ["==", "!=", "===", "!=="].contains(symbol) {
        let standsAlone = elements.count == 3
        index.comparisons.append(
          .init(left: left, symbol: symbol, right: right, node: node, standsAlone: standsAlone))
      } else if ["+=", "-=", "*=", "/="].contains(symbol) {
        let values = Array(elements[(position + 1)...])
        index.assignments.append(.init(target: left, values: values, node: node, symbol: symbol))
      }
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    index.functions.append(node)
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    index.switches.append(node)
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    index.tries.append(node)
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    index.loops.append(Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    index.loops.append(Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    index.loops.append(Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    index.bindings.append(node)
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    index.conditionBindings.append(node)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }

  private func add(_ type: DeclSyntax) -> SyntaxVisitorContinueKind {
    index.types.append(type)
    return .visitChildren
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    index.forceUnwraps.append(node)
    return .visitChildren
  }

  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    index.catches.append(node)
    return .visitChildren
  }
}
