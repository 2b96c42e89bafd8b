import SyncModel

extension SchemaDocument {
  /// The ids of findings in logs that a schema file can make more exact.
  package static let enrichedIDs: Set<String> = [
    "schema-not-deployed", "missing-queryable-index", "missing-sortable-index",
  ]

  /// The finding with the lines of this file that must be added or deployed as its first advice.
  ///
  /// Other findings, and those whose messages name neither a type nor a field, come back as they are.
  package func enriched(_ finding: Finding) -> Finding {
    guard Self.enrichedIDs.contains(finding.id) else { return finding }
    let texts = [finding.title, finding.explanation] + finding.evidence.map(\.text)
    let needs = SchemaNeed.needs(in: texts.joined(separator: "\n"))
    var enriched = finding
    var lines = needs.flatMap { advice(for: $0) }
    if lines.count > 5 { lines = lines.prefix(5) + ["… and \(lines.count - 5) more lines of '\(path)'"] }
    enriched.advice = lines + finding.advice
    return enriched
  }

  private func advice(for need: SchemaNeed) -> [String] {
    let edits = edits(for: need)
    if !edits.isEmpty { return edits.map(\.advice) }
    let type = need.recordType.flatMap { schema.recordType($0) }
    guard let place = need.field.flatMap({ type?.field($0)?.name }) ?? type?.name else { return [] }
    return ["Deploy '\(path)' to Production: line \(place.span.line) has '\(place.text)' already"]
  }
}
