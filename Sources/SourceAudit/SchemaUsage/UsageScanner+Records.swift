import SchemaLanguage
import SwiftSyntax

extension UsageScanner {
  /// The type of an expression as far as it is known.
  func typeName(of expression: ExprSyntax) -> String {
    file.type(of: expression)?.name ?? file.index.type(of: expression) ?? ""
  }

  /// True when the expression is a CloudKit record: by its type, or by its name where no type is known.
  func isRecord(_ expression: ExprSyntax) -> Bool {
    let type = typeName(of: expression)
    if !type.isEmpty { return type == "CKRecord" || type == "CKShare" }
    if file.type(of: expression) != nil { return false }
    return file.imports.contains("CloudKit") && expression.bare.lastName?.lowercased().hasSuffix("record") == true
  }

  /// The record type of a record: how it was made, what it is compared with, or what the type around it is called.
  func recordType(of record: ExprSyntax) -> String? {
    if let call = evaluator.value(of: record, in: file)?.value.as(FunctionCallExprSyntax.self), call.makes("CKRecord") {
      return call.argument("recordType").flatMap { text(of: $0) }
    }
    if let name = record.path, let compared = recordType(comparedWith: name, around: record) { return compared }
    return assignedRecordType(of: record) ?? recordTypeOfEnclosingType(record)
  }

  /// `record = CKRecord(recordType: …)` in the same function.
  private func assignedRecordType(of record: ExprSyntax) -> String? {
    guard let name = record.path, let body = record.functionBody else { return nil }
    let types = Set(
      file.index.assignments(in: body).filter { $0.target.path == name }.compactMap { assignment in
        assignment.values.first?.bare.as(FunctionCallExprSyntax.self).flatMap { call in
          call.makes("CKRecord") ? call.argument("recordType").flatMap { text(of: $0) } : nil
        }
      })
    return types.count == 1 ? types.first : nil
  }

  /// `if record.recordType == X`, `guard record.recordType == X`, `switch record.recordType { case X: }`.
  private func recordType(comparedWith name: String, around node: ExprSyntax) -> String? {
    let subject = name + ".recordType"
    for ancestor in node.ancestors {
      if let element = ancestor.as(SwitchCaseSyntax.self), let statement = element.nearest(SwitchExprSyntax.self),
        statement.subject.path == subject, case .case(let label) = element.label
      {
        let patterns = label.caseItems.compactMap { $0.pattern.as(ExpressionPatternSyntax.self)?.expression }
        return patterns.count == 1 ? patterns.first.flatMap { text(of: $0) } : nil
      }
      if let conditional = ancestor.as(IfExprSyntax.self), conditional.body.contains(node),
        let found = comparedType(subject, in: conditional.conditions)
      {
        return found
      }
      if let items = ancestor.as(CodeBlockItemListSyntax.self) {
        for item in items where item.position < node.position {
          guard let statement = item.item.as(GuardStmtSyntax.self) else { continue }
          if let found = comparedType(subject, in: statement.conditions) { return found }
        }
      }
    }
    return nil
  }

  private func comparedType(_ subject: String, in conditions: ConditionElementListSyntax) -> String? {
    for comparison in file.index.comparisons where comparison.symbol == "==" && conditions.contains(comparison.node) {
      if comparison.left.path == subject { return text(of: comparison.right) }
      if comparison.right.path == subject { return text(of: comparison.left) }
    }
    return nil
  }

  /// A type that names its record type in a constant reads and writes records of that type.
  private func recordTypeOfEnclosingType(_ node: ExprSyntax) -> String? {
    let types = node.typeNames
    for depth in stride(from: types.count, to: 0, by: -1) {
      for name in ["recordType", "recordTypeName", "ckRecordType", "cloudKitRecordType"] {
        let found = evaluator.table.constants(at: Array(types.prefix(depth)) + [name], inside: [])
        guard let constant = found.first, found.count == 1, let value = constant.value else { continue }
        if let text = evaluator.text(of: value, in: evaluator.table.files[constant.file]) { return text }
      }
    }
    return nil
  }
}
