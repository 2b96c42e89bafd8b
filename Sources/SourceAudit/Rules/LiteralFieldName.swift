import SwiftSyntax
import SyncModel

/// A field name that is written out in several places.
struct LiteralFieldName: AuditRule {
  let info = CheckInfo(
    id: "literal-field-name", title: "The same field name is a string literal in several places", severity: .note,
    explanation: """
      A field name is part of the schema and can never be renamed in Production. Written out in several places, one \
      misspelling makes a new field in Development and an error in Production.
      """,
    advice: ["Declare the field names once, as constants or an enum beside the record type"], isOnByDefault: false)

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func read(_ record: CKRecord) -> String? { record[↓"title"] as? String }
      func write(_ record: CKRecord) { record["title"] = "x" }
      func clear(_ record: CKRecord) { record["title"] = nil }
      """
    ],
    nonTriggering: [
      """
      import CloudKit
      func read(_ record: CKRecord) -> String? { record["title"] as? String }
      func write(_ record: CKRecord) { record["title"] = "x" }
      """,
      """
      import CloudKit
      func read(_ record: CKRecord, _ row: [String: String]) -> [String?] { [row["title"], row["title"], row["title"]] }
      """,
    ])

  /// So many uses of one literal are reported.
  var leastUses = 3

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.has("CKRecord") else { return [] }
    var uses: [String: [ExprSyntax]] = [:]
    for lookup in file.index.subscripts {
      guard lookup.arguments.count == 1, let key = lookup.arguments.first?.expression, let name = key.stringValue,
        file.type(of: lookup.calledExpression)?.name == "CKRecord"
      else { continue }
      uses[name, default: []].append(key)
    }
    return uses.sorted { $0.key < $1.key }.compactMap { name, places in
      guard places.count >= leastUses, let first = places.first else { return nil }
      return file.finding(info, at: first, "'\(name)' is written out \(places.count) times in this file")
    }
  }
}
