import SchemaLanguage
import SwiftSyntax

extension UsageScanner {
  /// Record types and conditions of `CKQuery` and `CKQuerySubscription`.
  func queryUses() -> [SchemaUse] {
    file.index.calls.flatMap { call -> [SchemaUse] in
      let isSubscription = call.makes("CKQuerySubscription")
      guard isSubscription || call.makes("CKQuery"), let type = call.argument("recordType"),
        let predicate = call.argument("predicate")
      else { return [] }
      let name = text(of: type)
      let typeUse = SchemaUse(recordType: name, kind: name == nil ? .unknown : .recordType, place: file.place(of: type))
      let place = file.place(of: predicate)
      let readings = PredicateFollower(evaluator: evaluator).readings(of: predicate, in: file)
      let kinds = readings.flatMap { self.kinds(of: $0, isSubscription: isSubscription) }
      return [typeUse] + kinds.map { SchemaUse(recordType: name, kind: $0, place: place) }
    }
  }

  private func kinds(of reading: PredicateReading, isSubscription: Bool) -> [SchemaUse.Kind] {
    // A subscription without a filter is told of each change; it looks nothing up.
    let needs = reading.needs.filter { !isSubscription || $0.kind != .everything }
    return needs.map { .need($0) } + reading.problems.map { .problem($0) } + (reading.isComplete ? [] : [.unknown])
  }

  /// Sort descriptors that are assigned to a query.
  func sortUses() -> [SchemaUse] {
    file.index.assignments.flatMap { assignment -> [SchemaUse] in
      guard let target = assignment.target.as(MemberAccessExprSyntax.self), let base = target.base,
        target.declName.baseName.text == "sortDescriptors", let value = assignment.values.first,
        let query = query(base)
      else { return [] }
      let type = query.argument("recordType").flatMap { text(of: $0) }
      return descriptors(in: value).map { key, node in
        let kind = key.map { SchemaUse.Kind.need(PredicateNeed(field: $0, kind: .sorting, form: "sort descriptor")) }
        return SchemaUse(recordType: type, kind: kind ?? .unknown, place: file.place(of: node))
      }
    }
  }

  /// The call that made a query.
  func query(_ expression: ExprSyntax) -> FunctionCallExprSyntax? {
    let call = evaluator.value(of: expression, in: file)?.value.as(FunctionCallExprSyntax.self)
    return call?.makes("CKQuery") == true ? call : nil
  }

  /// The keys of a list of descriptors; nil for a key that could not be followed.
  private func descriptors(in expression: ExprSyntax) -> [(key: String?, node: ExprSyntax)] {
    guard let list = evaluator.value(of: expression, in: file)?.value.as(ArrayExprSyntax.self) else {
      return expression.bare.is(NilLiteralExprSyntax.self) ? [] : [(nil, expression)]
    }
    return list.elements.map { element in
      let node = file.holds(element) ? element.expression : expression
      guard let call = evaluator.value(of: element.expression, in: file)?.value.as(FunctionCallExprSyntax.self),
        ["NSSortDescriptor", "CKLocationSortDescriptor", "init"].contains(call.calledExpression.path),
        let key = call.argument("key")
      else { return (nil, node) }
      return (text(of: key), node)
    }
  }
}
