import SchemaLanguage
import SyncModel

/// One way in which Swift sources and a schema can contradict each other.
package protocol UsageCheck: Sendable {
  var info: CheckInfo { get }
  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding]
}

/// Every comparison of sources with a schema, in the order of the docs.
package enum UsageChecks {
  package static let all: [any UsageCheck] = [
    SchemaTypeMissing(),
    SchemaFieldMissing(),
    SchemaFieldTypeMismatch(),
    SchemaNotQueryable(),
    SchemaNotSortable(),
    SchemaNotSearchable(),
    SchemaRecordNameIndexMissing(),
    SchemaPredicateRefused(),
    SchemaIndexUnused(),
  ]
}

/// What the sources need and the schema lacks, and indexes that no source uses, sorted by place.
package func usageFindings(
  for usage: SchemaUsage, in document: SchemaDocument, checks: [any UsageCheck] = UsageChecks.all
) -> [SourceFinding] {
  sorted(checks.flatMap { $0.findings(for: usage, in: document) })
}

extension CheckInfo {
  /// A finding at a place of a Swift file; the first advice is the line of the schema that is missing.
  func finding(
    at place: SourcePlace, severity: Severity? = nil, edits: [SchemaEdit] = [], advice: [String] = [],
    _ message: String
  ) -> SourceFinding {
    SourceFinding(
      id: id, severity: severity ?? self.severity, path: place.path, line: place.line, column: place.column,
      endLine: place.endLine, endColumn: place.endColumn, message: message, explanation: explanation,
      advice: edits.map(\.advice) + advice + self.advice)
  }
}

extension SchemaDocument {
  /// The record types that a use can concern: the named one, or every one when the name could not be followed.
  func candidates(for use: SchemaUse) -> [RecordType] {
    guard let name = use.recordType else { return schema.recordTypes }
    return schema.recordType(name).map { [$0] } ?? []
  }
}

/// A need of a query with what the record type says to it.
struct JudgedNeed {
  var need: PredicateNeed
  var type: RecordType
  var verdict: NeedVerdict
  var place: SourcePlace
}

extension SchemaUsage {
  /// Needs of queries whose record type is known and in the schema.
  func judgedNeeds(in document: SchemaDocument) -> [JudgedNeed] {
    uses.compactMap { use in
      guard case .need(let need) = use.kind, let name = use.recordType, let type = document.schema.recordType(name)
      else {
        return nil
      }
      return JudgedNeed(need: need, type: type, verdict: type.verdict(on: need), place: use.place)
    }
  }

  /// Findings for needs that lack a certain index.
  func indexFindings(
    _ info: CheckInfo, in document: SchemaDocument, where concerns: (PredicateNeed) -> Bool
  ) -> [SourceFinding] {
    judgedNeeds(in: document).compactMap { judged in
      guard concerns(judged.need), case .missingIndex(let index, let isServed) = judged.verdict else { return nil }
      let edits = judged.need.field.map { name in
        document.edits(for: SchemaNeed(recordType: judged.type.name.text, field: name, kind: .index(index)))
      }
      return info.finding(
        at: judged.place, severity: isServed ? .warning : nil, edits: edits ?? [],
        "'\(judged.type.name.text)' has no \(index.rawValue) \(judged.need.holder), which \(judged.need.user) needs")
    }
  }
}

extension PredicateNeed {
  /// Where the index is missing.
  fileprivate var holder: String {
    if kind == .everything { return "index on 'recordName'" }
    return field.map { "index on '\($0)'" } ?? "field"
  }

  /// What needs it.
  fileprivate var user: String {
    switch kind {
    case .everything: "a query without a filter"
    case .sorting: "a sort descriptor"
    case .equality, .membership, .range, .text, .distance: "'\(form)'"
    }
  }
}
