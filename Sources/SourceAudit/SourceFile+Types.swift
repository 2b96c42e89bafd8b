import SwiftParser
import SwiftSyntax

extension SourceFile {
  /// The type of an expression, or nil where it cannot be known from the audited sources and the CloudKit interface.
  package func type(of expression: some ExprSyntaxProtocol) -> SwiftType? {
    resolver.type(of: ExprSyntax(expression))
  }

  /// The type on which a member is looked up, behind optionals: `CKDatabase` of `container?.publicCloudDatabase.save`.
  ///
  /// For an implicit member (`.allKeys`) and an unknown receiver it is nil; for a static member it is the type itself.
  package func owner(of access: MemberAccessExprSyntax) -> String? {
    guard let type = access.base.flatMap({ self.type(of: $0) }) else { return nil }
    if case .metatype(let instance) = type { return instance.name }
    return type.name
  }

  /// True when a type is, or inherits from, one of the given types, by the audited sources and the CloudKit interface.
  package func inherits(_ type: String, from ancestors: Set<String>) -> Bool {
    !ancestors.isDisjoint(with: project.types.lineage(of: type))
  }

  /// The type of what a bare name means at a place: a local, a member of the enclosing type, a global.
  package func type(ofName name: String, at node: some SyntaxProtocol) -> SwiftType? {
    resolver.type(of: .name(name), at: .node(Syntax(node)), 0)
  }

  /// The full name of the class, struct, enum, actor, protocol or extended type around a node.
  package func enclosingTypeName(of node: some SyntaxProtocol) -> String? { Syntax(node).enclosingTypeName }

  var resolver: Resolver { Resolver(table: project.types) }

  /// Reads the declarations of a text that is no file of the audit.
  static func declarations(of text: String) -> DeclarationTable { DeclarationTable(Parser.parse(source: text)) }
}

extension SyntaxProtocol {
  /// The nearest node of a kind around this one.
  package func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var node = parent
    while let current = node {
      if let found = current.as(kind) { return found }
      node = current.parent
    }
    return nil
  }
}
