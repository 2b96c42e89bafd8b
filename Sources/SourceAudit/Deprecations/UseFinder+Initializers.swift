import CloudKitFacts
import SwiftSyntax

extension UseFinder {
  /// Retired initialisers that are called without their type's name: `super.init(…)`, `self.init(…)`, `.init(…)`.
  func initializerUses(_ apis: [RetiredAPI]) -> [APIUse] {
    guard !apis.isEmpty else { return [] }
    return file.index.calls.compactMap { call in
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.declName.baseName.tokenKind == .keyword(.`init`), let labels = callLabels(of: ExprSyntax(access))
      else { return nil }
      let fitting = apis.filter { $0.labels == labels }
      guard !fitting.isEmpty, let owner = initializedType(of: access, call, labels) else { return nil }
      return fitting.first { $0.owner == owner }.flatMap { confirmed($0, call, access.declName.baseName) }
    }
  }

  /// CloudKit's type whose initialiser a call means; nil when that is unknown or the user's own.
  private func initializedType(
    of access: MemberAccessExprSyntax, _ call: FunctionCallExprSyntax, _ labels: [String]
  ) -> String? {
    let type: String?
    switch access.base.map({ Syntax($0).kind }) {
    case nil: type = contextualType(of: call)?.unwrapped.name
    case .superExpr:
      return Syntax(call).enclosingTypeName.flatMap { initializedType($0, labels, isSuper: true) }
    case .declReferenceExpr where ["self", "Self"].contains(access.base?.trimmedDescription):
      type = Syntax(call).enclosingTypeName
    default: return nil
    }
    return type.flatMap { initializedType($0, labels, isSuper: false) }
  }

  /// The nearest of a type and its superclasses that has the initialiser, when it is CloudKit's.
  private func initializedType(_ name: String, _ labels: [String], isSuper: Bool) -> String? {
    for (position, owner) in resolver.table.lineage(of: name).enumerated() where !isSuper || position > 0 {
      let own = resolver.table.sources.types[owner]
      if own?.members["init"]?.contains(where: { $0.accepts(labels) }) == true { return nil }
      if own?.isDeclared != true, TypeTable.cloudKit.declares(type: owner) { return owner }
    }
    return nil
  }

  /// The type that a place gives to `.init(…)`: a written one, an assigned property's, the function's result.
  private func contextualType(of call: FunctionCallExprSyntax) -> SwiftType? {
    guard let parent = call.parent else { return nil }
    if let clause = parent.as(InitializerClauseSyntax.self) {
      let annotation =
        clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        ?? clause.parent?.as(FunctionParameterSyntax.self)?.type
      return annotation.flatMap { resolver.written($0, at: Syntax(call)) }
    }
    if let list = parent.as(ExprListSyntax.self), let target = list.first, list.count == 3,
      list.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    {
      return resolver.type(of: target)
    }
    let isResult = parent.is(ReturnStmtSyntax.self) || parent.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
    guard isResult, call.enclosing(ClosureExprSyntax.self) == nil else { return nil }
    let result = call.enclosing(FunctionDeclSyntax.self)?.signature.returnClause?.type
    return result.flatMap { resolver.written($0, at: Syntax(call)) }
  }
}
