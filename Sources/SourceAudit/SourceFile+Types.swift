import SwiftSyntax

extension SourceFile {
  /// The type of an expression, or nil where it cannot be known from the audited sources and the CloudKit interface.
  package func type(of expression: some ExprSyntaxProtocol) -> SwiftType? {
    nil
  }

  /// The type on which a member is looked up, behind optionals: `CKDatabase` of `container?.publicCloudDatabase.save`.
  ///
  /// For an implicit member (`.allKeys`) and an unknown receiver it is nil.
  package func owner(of access: MemberAccessExprSyntax) -> String? {
    access.base.flatMap { type(of: $0) }?.name
  }

  /// True when a type is, or inherits from, one of the given types, by the audited sources and the CloudKit interface.
  package func inherits(_ type: String, from ancestors: Set<String>) -> Bool {
    ancestors.contains(type)
  }

  /// What a bare name means at a place: the declaration that the compiler's lookup would find first.
  package func type(ofName name: String, at node: some SyntaxProtocol) -> SwiftType? {
    nil
  }
}

extension SyntaxProtocol {
  /// The nearest node around this one that is of the kind, not leaving the boundary kinds.
  package func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var node = parent
    while let current = node {
      if let found = current.as(kind) { return found }
      node = current.parent
    }
    return nil
  }

  /// The nearest function, initialiser, accessor or closure around the node.
  package var enclosingBody: Syntax? {
    var node = parent
    while let current = node {
      switch current.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr, .subscriptDecl:
        return current
      default: node = current.parent
      }
    }
    return nil
  }

  /// The nearest function, initialiser or accessor around the node, with closures looked through.
  package var enclosingFunction: Syntax? {
    var body = enclosingBody
    while let closure = body, closure.is(ClosureExprSyntax.self) { body = closure.enclosingBody }
    return body
  }

  /// The nearest class, struct, enum, actor, protocol or extension around the node.
  package var enclosingTypeDeclaration: (any DeclGroupSyntax)? {
    var node = parent
    while let current = node {
      if let group = current.asProtocol((any DeclGroupSyntax).self) { return group }
      node = current.parent
    }
    return nil
  }
}
