import SchemaLanguage
import SwiftSyntax

/// Tells which schema type a Swift value has when it is stored in a record.
struct FieldTypeReader {
  let file: SourceFile

  /// The type of a value; nil when it could not be followed or could be several.
  func type(of expression: ExprSyntax) -> FieldType? {
    let bare = expression.bare
    switch bare.kind {
    case .stringLiteralExpr: return .single(.basic(.string))
    case .integerLiteralExpr, .booleanLiteralExpr: return .single(.basic(.int64))
    case .floatLiteralExpr: return .single(.basic(.double))
    case .nilLiteralExpr: return nil
    case .arrayExpr:
      guard let first = bare.as(ArrayExprSyntax.self)?.elements.first else { return nil }
      return type(of: first.expression).flatMap(Self.list)
    case .sequenceExpr:
      guard let elements = bare.as(SequenceExprSyntax.self)?.elements, elements.count == 3 else { return nil }
      let parts = Array(elements)
      if let cast = parts[2].as(TypeExprSyntax.self) {
        return Self.type(named: cast.type.plainName) ?? type(of: parts[0])
      }
      return nil
    default:
      if let known = file.type(of: bare) { return Self.type(known) }
      return file.index.type(of: bare).flatMap(Self.type(named:))
    }
  }

  /// The schema type for a type of Swift or Foundation as it is written.
  static func type(named name: String) -> FieldType? {
    if name.hasPrefix("["), name.hasSuffix("]"), !name.contains(":") {
      return type(named: String(name.dropFirst().dropLast())).flatMap(list)
    }
    return basicType(name).map { .single(.basic($0)) }
  }

  private static func type(_ type: SwiftType) -> FieldType? {
    switch type.unwrapped {
    case .named(let name): basicType(name).map { .single(.basic($0)) }
    case .array(let element): self.type(element).flatMap(list)
    default: nil
    }
  }

  private static func list(_ type: FieldType) -> FieldType? {
    if case .single(let element) = type { return .list(element) }
    return nil
  }

  private static func basicType(_ name: String) -> BasicType? {
    switch name {
    case "String", "NSString": .string
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Bool": .int64
    case "Double", "Float", "CGFloat", "TimeInterval": .double
    case "Date", "NSDate": .timestamp
    case "Data", "NSData": .bytes
    case "CKAsset": .asset
    case "CLLocation": .location
    case "CKRecord.Reference", "CKReference": .reference
    default: nil
    }
  }
}
