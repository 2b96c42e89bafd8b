import SchemaLanguage
import SwiftSyntax

/// Everything that Swift sources need of a CloudKit schema, in the order of the files.
package struct SchemaUsage: Sendable {
  package private(set) var uses: [SchemaUse] = []

  /// Scans files that belong together: constants of one are followed in all.
  package init(of files: [SourceFile]) {
    let table = ConstantTable(files)
    for file in files { uses += Self.uses(in: file, constants: table) }
  }

  /// Scans one file of a project whose other files are known by their text constants.
  init(of file: SourceFile) {
    uses = Self.uses(in: file, constants: ConstantTable(file))
  }

  /// The uses in one file of several whose constants are known.
  package static func uses(in file: SourceFile, constants: ConstantTable) -> [SchemaUse] {
    // Types of an audited framework can be used without its import, but no CloudKit code does without their prefix.
    guard file.usesCloudKit else { return [] }
    let scanner = UsageScanner(file: file, evaluator: TextEvaluator(table: constants))
    var seen: Set<String> = []
    return (scanner.recordTypeUses() + scanner.fieldUses() + scanner.queryUses() + scanner.sortUses())
      .sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
      .filter { seen.insert("\($0)").inserted }
  }
}

/// Looks through one file.
struct UsageScanner {
  let file: SourceFile
  let evaluator: TextEvaluator

  func text(of expression: ExprSyntax) -> String? { evaluator.text(of: expression, in: file) }

  // MARK: - Record types

  /// Records that are made, and types that are compared or subscribed to.
  func recordTypeUses() -> [SchemaUse] {
    let made = file.index.calls.compactMap { call -> SchemaUse? in
      guard call.makes("CKRecord"), let argument = call.argument("recordType") else { return nil }
      return recordTypeUse(argument)
    }
    let compared = file.index.comparisons.flatMap { comparison -> [SchemaUse] in
      let sides = [comparison.left, comparison.right]
      guard let subject = sides.first(where: { isRecordType($0) }) else { return [] }
      return sides.filter { $0.id != subject.id }.compactMap { recordTypeUse($0, isSure: false) }
    }
    let switched = file.index.switches.filter { isRecordType($0.subject) }.flatMap { statement in
      statement.cases.flatMap { element -> [SchemaUse] in
        patterns(of: element).compactMap { recordTypeUse($0, isSure: false) }
      }
    }
    let assigned = file.index.assignments.compactMap { assignment -> SchemaUse? in
      guard let target = assignment.target.as(MemberAccessExprSyntax.self), let value = assignment.values.first,
        target.declName.baseName.text == "recordType", let base = target.base,
        ["CKRecordZoneSubscription", "CKDatabaseSubscription"].contains(typeName(of: base))
      else { return nil }
      return recordTypeUse(value)
    }
    return made + compared + switched + assigned
  }

  private func recordTypeUse(_ expression: ExprSyntax, isSure: Bool = true) -> SchemaUse? {
    guard let name = text(of: expression) else {
      return isSure ? SchemaUse(recordType: nil, kind: .unknown, place: file.place(of: expression)) : nil
    }
    return SchemaUse(recordType: name, kind: .recordType, place: file.place(of: expression))
  }

  /// True for `record.recordType` of a CloudKit record or record id.
  private func isRecordType(_ expression: ExprSyntax) -> Bool {
    guard let member = expression.bare.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
    return member.declName.baseName.text == "recordType" && isRecord(base)
  }

  private func patterns(of element: SwitchCaseListSyntax.Element) -> [ExprSyntax] {
    guard case .switchCase(let one) = element, case .case(let label) = one.label else { return [] }
    return label.caseItems.compactMap { $0.pattern.as(ExpressionPatternSyntax.self)?.expression }
  }

  // MARK: - Fields

  /// Fields that are read or written through subscripts, key-value coding and desired keys.
  func fieldUses() -> [SchemaUse] {
    let subscripts = file.index.subscripts.compactMap { access -> SchemaUse? in
      guard access.arguments.count == 1, let key = access.arguments.first, key.label == nil else { return nil }
      return fieldUse(of: access.calledExpression, key: key.expression, access: ExprSyntax(access))
    }
    let calls = file.index.calls.compactMap { call -> SchemaUse? in
      guard let base = call.receiver, let key = call.argument("forKey") else { return nil }
      switch call.name {
      case "setValue", "setObject":
        guard var use = fieldUse(of: base, key: key, access: nil), case .field(var field) = use.kind else { return nil }
        field.isWrite = true
        field.type = call.unlabelledArgument.flatMap { FieldTypeReader(file: file).type(of: $0) }
        use.kind = .field(field)
        return use
      case "object", "value": return fieldUse(of: base, key: key, access: ExprSyntax(call))
      default: return nil
      }
    }
    return subscripts + calls + desiredKeys()
  }

  private func fieldUse(of base: ExprSyntax, key: ExprSyntax, access: ExprSyntax?) -> SchemaUse? {
    var record = base.bare
    let isEncrypted = record.lastName == "encryptedValues"
    if isEncrypted {
      guard let inner = record.as(MemberAccessExprSyntax.self)?.base else { return nil }
      record = inner.bare
    }
    guard isEncrypted || isRecord(record), let name = text(of: key) else { return nil }
    var field = FieldUse(name: name, isEncrypted: isEncrypted)
    if let access { describe(access, &field) }
    return SchemaUse(recordType: recordType(of: record), kind: .field(field), place: file.place(of: key))
  }

  /// What is done with the value of a field: assigned, cast or bound to a variable of a written type.
  private func describe(_ access: ExprSyntax, _ field: inout FieldUse) {
    if let assignment = file.index.assignments.first(where: { $0.target.id == access.id }) {
      field.isWrite = true
      field.type = type(ofAssigned: assignment.values)
    } else if let cast = file.index.casts.first(where: { $0.value.id == access.id }) {
      field.type = FieldTypeReader.type(named: cast.type.plainName)
    } else if let binding = access.parent?.parent?.as(PatternBindingSyntax.self), let written = binding.typeAnnotation {
      field.type = FieldTypeReader.type(named: written.type.plainName)
    }
  }

  /// Operators are not folded: `x as CKRecordValue` is a list of three.
  private func type(ofAssigned values: [ExprSyntax]) -> FieldType? {
    let reader = FieldTypeReader(file: file)
    if values.count == 1, let only = values.first { return reader.type(of: only) }
    guard values.count == 3, let cast = values[2].as(TypeExprSyntax.self), values[1].is(UnresolvedAsExprSyntax.self)
    else { return nil }
    return FieldTypeReader.type(named: cast.type.plainName) ?? reader.type(of: values[0])
  }

  private func desiredKeys() -> [SchemaUse] {
    let arguments = file.index.calls.compactMap { call -> (ExprSyntax, ExprSyntax?)? in
      call.argument("desiredKeys").map { ($0, call.argument("matching")) }
    }
    let names: Set = ["desiredKeys", "alertLocalizationArgs", "titleLocalizationArgs", "subtitleLocalizationArgs"]
    let assigned = file.index.assignments.compactMap { assignment -> (ExprSyntax, ExprSyntax?)? in
      guard let name = assignment.target.lastName, names.contains(name), assignment.values.count == 1 else {
        return nil
      }
      return assignment.values.first.map { ($0, nil) }
    }
    return (arguments + assigned).flatMap { list, query -> [SchemaUse] in
      let type = query.flatMap { self.query($0) }.flatMap { $0.argument("recordType") }.flatMap { text(of: $0) }
      return (evaluator.texts(of: list, in: file) ?? []).compactMap { entry in
        guard let name = entry.text, SystemField(key: name) == nil, file.holds(entry.node) else { return nil }
        return SchemaUse(recordType: type, kind: .field(FieldUse(name: name)), place: file.place(of: entry.node))
      }
    }
  }
}
