import CloudKitFacts
import SwiftSyntax
import SyncModel

/// Functions with a completion handler that have an async twin.
package struct LegacyCompletionHandler: AuditRule {
  private static let pairs = Dictionary(grouping: LegacyPair.all, by: \.baseName)

  package let info = CheckInfo(
    id: "legacy-completion-handler", title: "Completion handler where CloudKit has an async function", severity: .note,
    explanation: "The function is not deprecated. Its async twin throws, so an error cannot be overlooked.",
    advice: ["Await the async function that the finding names"], isOnByDefault: false)

  package init() {}

  package func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.names.contains(where: { Self.pairs[$0.text] != nil }) else { return [] }
    let resolver = file.resolver
    return file.index.calls.compactMap { call in
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
        let candidates = Self.pairs[access.declName.baseName.text]
      else { return nil }
      var labels = call.arguments.map { $0.label?.text ?? "" }
      if call.trailingClosure != nil { labels.append("completionHandler") }
      // A default value may be left out, the handler may not.
      let fitting = candidates.filter { labels.last == "completionHandler" && Self.fits(labels, $0.labels) }
      guard let owner = resolver.type(of: base)?.name else { return nil }
      let lineage = resolver.table.lineage(of: owner)
      guard !resolver.table.isOwn(owner), let pair = fitting.first(where: { lineage.contains($0.owner) }) else {
        return nil
      }
      var finding = file.finding(
        info, at: access.declName.baseName,
        message: "'\(pair.owner).\(pair.name)' has an async twin since iOS \(pair.asyncSince): '\(pair.asyncName)'",
        api: "\(pair.owner).\(pair.name)")
      finding.replacement = "\(pair.owner).\(pair.asyncName)"
      return finding
    }
  }

  /// True when the given labels are the function's, in order, with none but optional ones left out.
  private static func fits(_ given: [String], _ labels: [String]) -> Bool {
    var rest = labels[...]
    for label in given {
      while let next = rest.first, next != label, optional.contains(next) { rest = rest.dropFirst() }
      guard rest.first == label else { return false }
      rest = rest.dropFirst()
    }
    return rest.allSatisfy { optional.contains($0) }
  }

  /// Parameters with default values.
  private static let optional: Set<String> = ["desiredKeys", "resultsLimit", "savePolicy", "atomically", "inZoneWith"]
}

extension LegacyCompletionHandler {
  package var examples: Examples {
    Examples(
      triggering: [
        """
        func load(_ database: CKDatabase) {
          database.↓fetch(withRecordID: id) { record, error in show(record, error) }
          database.↓save(record, completionHandler: done)
        }
        """,
        "CKContainer.default().↓accountStatus { status, error in show(status, error) }",
      ],
      nonTriggering: [
        "func load(_ database: CKDatabase) async throws { try await database.save(record) }",
        "func load(_ api: WebAPI) { api.save(record) { _ in } }",
        """
        struct Store { func save(_ r: Int, completionHandler: () -> Void) {} }
        func load(_ store: Store) { store.save(1) { } }
        """,
      ])
  }
}
