import SwiftSyntax

/// A database's change token that is stored although the changes of one of its zones did not arrive.
///
/// A zone that failed is not named again until it changes once more, so that its changes stay away.
struct ZoneFailurePassedOver {
  private static let zoneBlocks: Set = ["recordZoneFetchResultBlock", "recordZoneFetchCompletionBlock"]
  private static let finalBlocks: Set = [
    "fetchRecordZoneChangesResultBlock", "fetchRecordZoneChangesCompletionBlock", "completionBlock",
  ]

  /// Parts of the names of functions that keep a failure in mind or end the work.
  private static let wordsOfCare = [
    "again", "cancel", "fail", "mark", "pending", "queue", "remember", "reset", "resume", "retry", "schedule",
  ]

  let file: SourceFile

  private var index: SyntaxIndex { file.index }

  /// Where tokens are stored past a zone's failure.
  var places: [Syntax] {
    index.assignments.compactMap(storeInFinalBlock) + index.bindings.compactMap(storeBehindLoop)
  }

  // MARK: - Blocks

  private func storeInFinalBlock(_ final: SyntaxIndex.Assignment) -> Syntax? {
    guard let name = final.target.lastName, Self.finalBlocks.contains(name), let body = final.node.functionBody,
      let closure = final.closure, let operation = final.target.receiverName
    else { return nil }
    let zone = index.assignments(in: body).first {
      $0.target.lastName.map(Self.zoneBlocks.contains) == true && $0.target.receiverName == operation
    }
    guard let zone, let zoneClosure = zone.closure, zoneClosure.parameter(zoneClosure.errorPosition(zone)) != "_" else {
      return nil
    }
    let failures = zoneClosure.failureBranches(index)
    // The older completion block, unlike the result block, is told of zones that failed.
    let asksForError =
      name == "fetchRecordZoneChangesCompletionBlock"
      && index.mentions([closure.parameter(0) ?? ""], in: closure.statements)
    guard !asksForError, !failures.isEmpty, failures.allSatisfy({ !isRemembered($0, in: Syntax(closure)) }) else {
      return nil
    }
    let own = zoneNames(in: body)
    return tokenStore(in: Syntax(closure)) { names in names.isDisjoint(with: own) }
  }

  /// The names that the blocks of single zones use, their parameters not among them.
  private func zoneNames(in body: Syntax) -> Set<String> {
    let blocks = index.assignments(in: body).filter { $0.target.lastName?.hasPrefix("recordZone") == true }
    return blocks.compactMap(\.closure).reduce(into: []) { names, closure in
      let all = Set(index.names(in: closure.statements).map(\.text))
      names.formUnion(all.subtracting(closure.parameterNames ?? []))
    }
  }

  /// True when something that the failure changes, or passes to an own function that changes it, is asked for later.
  private func isRemembered(_ failure: Syntax, in later: Syntax) -> Bool {
    index.holds(in: failure, depth: 1) { node in
      let targets = index.assignments(in: node).map(\.target)
      let assigned = targets.compactMap(\.lastName)
      let subscripted = targets.filter { $0.path == nil }.flatMap { index.names(in: $0).map(\.text) }
      let calls = index.calls(in: node)
      let changed = calls.filter { ["append", "insert", "removeAll", "updateValue", "formUnion"].contains($0.name) }
      let stops = calls.contains { $0.name.hasAnyWord(Self.wordsOfCare) }
      let names = Set(assigned + subscripted + changed.compactMap { $0.receiver?.lastName })
      return stops || index.mentions(names, in: later)
    }
  }

  // MARK: - async

  private func storeBehindLoop(_ binding: PatternBindingSyntax) -> Syntax? {
    guard let call = binding.initializer?.value.bare.as(FunctionCallExprSyntax.self), call.name == "databaseChanges",
      index.cloudKitCall(call) == .changes, let item = binding.statement,
      let block = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    let later = Array(block).filter { $0.position > item.position }
    guard let position = later.firstIndex(where: { $0.item.is(ForStmtSyntax.self) && fetchesZones(Syntax($0)) }),
      let loop = later[position].item.as(ForStmtSyntax.self), position + 1 < later.count
    else { return nil }
    var tokens: Set = ["changeToken"]
    if let tuple = binding.pattern.as(TuplePatternSyntax.self), tuple.elements.count == 4 {
      tokens = [Array(tuple.elements)[2].pattern.code]
    }
    let isKept = swallowed(in: loop).map { failure in
      later[position...].dropFirst().contains { isRemembered(failure, in: Syntax($0)) }
    }
    guard isKept == false else { return nil }
    for statement in later[(position + 1)...] {
      if statement.item.is(VariableDeclSyntax.self), index.mentions(tokens, in: statement) {
        tokens.formUnion(statement.boundNames)
      } else if let store = tokenStore(in: Syntax(statement), { !$0.isDisjoint(with: tokens) }) {
        return store
      } else {
        tokens.formUnion(localTokens(in: statement, from: tokens))
      }
    }
    return nil
  }

  private func fetchesZones(_ node: Syntax) -> Bool {
    index.mentionsThroughCalls(["recordZoneChanges"], in: node, depth: 1)
  }

  /// The clause that catches the failure of a zone's fetch in a loop and goes on; nil where the failure gets out.
  private func swallowed(in loop: ForStmtSyntax) -> Syntax? {
    let clauses = index.catches.filter { clause in
      guard loop.body.contains(clause), let statement = clause.parent?.parent?.as(DoStmtSyntax.self) else {
        return false
      }
      return clause.catchesAll && fetchesZones(Syntax(statement.body)) && !Syntax(clause.body).leaves
    }
    return clauses.first.map { Syntax($0.body) }
  }

  /// Follows `token = changes.changeToken` where the target is a variable of the function.
  private func localTokens(in statement: CodeBlockItemSyntax, from tokens: Set<String>) -> Set<String> {
    let copies = index.assignments(in: statement).filter { assignment in
      isLocal(assignment.target) && assignment.values.contains { index.mentions(tokens, in: $0) }
    }
    return Set(copies.compactMap(\.target.path))
  }

  // MARK: - Storing

  /// True for a variable of the function; a target that is no path is nobody's token.
  private func isLocal(_ target: ExprSyntax) -> Bool {
    guard let path = target.path, let body = target.functionBody else { return true }
    return !path.contains(".") && index.isLocal(path, in: body)
  }

  /// The first assignment or call in the node that stores a token whose names fulfil the condition.
  private func tokenStore(in node: Syntax, _ condition: (Set<String>) -> Bool) -> Syntax? {
    func isToken(_ values: [ExprSyntax]) -> Bool {
      let names = Set(values.flatMap { index.names(in: $0).map(\.text) }.filter { $0.hasAnyWord(["token"]) })
      return !names.isEmpty && !names.contains { $0.hasAnyWord(["zone"]) } && condition(names)
    }
    let assigned = index.assignments(in: node).first { assignment in
      !isLocal(assignment.target) && assignment.target.lastName?.hasAnyWord(["token"]) == true
        && isToken(assignment.values)
    }
    if let assigned { return Syntax(assigned.node) }
    let called = index.calls(in: node).first { call in
      ["save", "store", "persist", "set", "write"].contains { call.name.lowercased().hasPrefix($0) }
        && isToken(call.arguments.map(\.expression))
    }
    return called.map { Syntax($0) }
  }
}

extension CatchClauseSyntax {
  /// True for `catch` and `catch let error`.
  fileprivate var catchesAll: Bool {
    guard let item = catchItems.first else { return true }
    let binding = item.pattern?.as(ValueBindingPatternSyntax.self)
    return catchItems.count == 1 && item.whereClause == nil
      && binding?.pattern.is(IdentifierPatternSyntax.self) == true
  }
}

extension SyntaxIndex.Assignment {
  fileprivate var closure: ClosureExprSyntax? { values.first?.bare.as(ClosureExprSyntax.self) }
}

extension ExprSyntax {
  /// `operation` of `operation.completionBlock`.
  fileprivate var receiverName: String? { self.as(MemberAccessExprSyntax.self)?.base?.path }
}

extension ClosureExprSyntax {
  /// The position of the parameter that holds a zone's error.
  fileprivate func errorPosition(_ assignment: SyntaxIndex.Assignment) -> Int {
    assignment.target.lastName == "recordZoneFetchResultBlock" ? 1 : 4
  }

  /// What runs for the failure of a zone: `case .failure`, `if case .failure`, `if let error`, `catch`.
  fileprivate func failureBranches(_ index: SyntaxIndex) -> [Syntax] {
    let cases = index.switches.filter { contains($0) }.compactMap { $0.branch(named: "failure") }
    let conditions = index.conditionBindings.filter { contains($0) && $0.pattern.code.hasAnyWord(["err"]) }
      .compactMap { $0.parent?.parent?.parent?.as(IfExprSyntax.self) }
    let patterns = index.calls(in: self).filter { $0.name == "failure" && $0.receiver == nil }
      .compactMap { call in
        call.nearest(MatchingPatternConditionSyntax.self)?.parent?.parent?.parent?.as(IfExprSyntax.self)
      }
    let clauses = index.catches.filter { contains($0) }
    return cases.map { Syntax($0.statements) } + (conditions + patterns).map { Syntax($0.body) }
      + clauses.map { Syntax($0.body) }
  }
}

extension Syntax {
  /// True when the node throws, returns or leaves its loop somewhere.
  fileprivate var leaves: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .keyword(.throw), .keyword(.break): true
      case .keyword(.return): token.nearest(ClosureExprSyntax.self).map { !contains($0) } ?? true
      default: false
      }
    }
  }
}
