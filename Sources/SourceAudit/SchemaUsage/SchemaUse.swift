import SchemaLanguage
import SwiftSyntax

/// One place of the sources that needs something of the schema.
package struct SchemaUse: Equatable, Sendable {
  /// What is used.
  package enum Kind: Equatable, Sendable {
    /// A record of the type is made, compared or subscribed to.
    case recordType
    /// A field is read or written.
    case field(FieldUse)
    /// A query filters or sorts.
    case need(PredicateNeed)
    /// A predicate that CloudKit refuses.
    case problem(PredicateProblem)
    /// A predicate or key that could not be followed.
    case unknown
  }

  /// Nil when the type could not be followed.
  package var recordType: String?
  package var kind: Kind
  package var place: SourcePlace

  package init(recordType: String?, kind: Kind, place: SourcePlace) {
    self.recordType = recordType
    self.kind = kind
    self.place = place
  }
}

/// A read or write of a record's field.
package struct FieldUse: Equatable, Sendable {
  /// As in the source.
  package var name: String
  /// The type of the value in the schema's words; nil when it could not be followed.
  package var type: FieldType?
  package var isWrite: Bool
  /// True when the access goes through `encryptedValues`; nil when the access does not tell, as in `desiredKeys`.
  package var isEncrypted: Bool?

  package init(name: String, type: FieldType? = nil, isWrite: Bool = false, isEncrypted: Bool? = nil) {
    self.name = name
    self.type = type
    self.isWrite = isWrite
    self.isEncrypted = isEncrypted
  }
}

/// A stretch of a Swift file, 1-based, in UTF-8 bytes.
package struct SourcePlace: Hashable, Sendable {
  package var path: String
  package var line: Int
  package var column: Int
  package var endLine: Int
  package var endColumn: Int

  package init(path: String, line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.path = path
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }
}

extension SourceFile {
  /// The place of a node without the blanks around it.
  func place(of node: some SyntaxProtocol) -> SourcePlace {
    let start = location(of: node.positionAfterSkippingLeadingTrivia)
    let end = location(of: node.endPositionBeforeTrailingTrivia)
    return SourcePlace(path: path, line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }
}

extension SourceFile {
  /// True for a node of this file; the constant behind a name may stand in another.
  func holds(_ node: some SyntaxProtocol) -> Bool { node.root.id == Syntax(tree).id }
}
