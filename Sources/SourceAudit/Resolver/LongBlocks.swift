import SwiftSyntax
import SyncModel

/// Which statements of long blocks bind a name: each look-up would go through all of them, in generated code thousands.
final class LongBlocks: Sendable {
  /// Shorter blocks are gone through as fast.
  private static let shortest = 24

  private let known = Locked<[SyntaxIdentifier: Block]>([:])

  private struct Block: Sendable {
    var items: [CodeBlockItemSyntax]
    /// Statements by the names in their patterns, in order.
    var byName: [String: [Int]] = [:]
    /// Statements that may bind anything, in order.
    var others: [Int] = []
  }

  /// The statements that may bind the name, last first; nil for a short block.
  func statements(binding name: String, in items: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax]? {
    let id = items.id
    if let block = known.with({ $0[id] }) { return Self.statements(binding: name, in: block) }
    guard items.count >= Self.shortest else { return nil }
    let block = Self.block(items)
    known.with { $0[id] = block }
    return Self.statements(binding: name, in: block)
  }

  private static func statements(binding name: String, in block: Block) -> [CodeBlockItemSyntax] {
    let numbers = (block.byName[name] ?? []) + block.others
    return numbers.sorted(by: >).map { block.items[$0] }
  }

  private static func block(_ items: CodeBlockItemListSyntax) -> Block {
    var block = Block(items: Array(items))
    for (number, item) in block.items.enumerated() {
      guard let names = names(boundBy: item.item) else {
        block.others.append(number)
        continue
      }
      for name in names { block.byName[name, default: []].append(number) }
    }
    return block
  }

  /// All words of the patterns, which are more than the names; nil for what holds statements of its own.
  private static func names(boundBy item: CodeBlockItemSyntax.Item) -> Set<String>? {
    if let variable = item.as(VariableDeclSyntax.self) {
      return variable.bindings.reduce(into: []) { $0.formUnion(words(of: $1.pattern)) }
    }
    if let function = item.as(FunctionDeclSyntax.self) { return [function.name.bareText] }
    if let statement = item.as(GuardStmtSyntax.self) {
      return statement.conditions.reduce(into: []) { names, condition in
        if let node = condition.condition.as(OptionalBindingConditionSyntax.self) {
          names.formUnion(words(of: node.pattern))
        } else if let node = condition.condition.as(MatchingPatternConditionSyntax.self) {
          names.formUnion(words(of: node.pattern))
        }
      }
    }
    return item.is(IfConfigDeclSyntax.self) ? nil : []
  }

  private static func words(of pattern: PatternSyntax) -> [String] {
    pattern.tokens(viewMode: .sourceAccurate).map(\.bareText)
  }
}
