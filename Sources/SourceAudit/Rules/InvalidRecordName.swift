import SwiftSyntax
import SyncModel

/// A record or zone name that CloudKit does not take.
struct InvalidRecordName: AuditRule {
  let info = CheckInfo(
    id: "invalid-record-name", title: "A record name must be ASCII and at most 255 characters long", severity: .error,
    explanation: """
      CloudKit refuses names of records and zones that hold anything but ASCII or are empty or longer than 255 \
      characters. Making the id then raises an exception that Swift cannot catch, or the save is refused.
      """,
    advice: ["Use a UUID or a hash as the name, and keep the readable text in a field"])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      let id = CKRecord.ID(recordName: ↓"Über-Einstellungen")
      let zone = CKRecordZone(zoneName: ↓"Notizbücher")
      """,
      """
      import CloudKit
      func id(_ number: Int) -> CKRecord.ID { CKRecord.ID(recordName: ↓"naïve-\\(number)") }
      """,
      """
      import CloudKit
      let id = CKRecord.ID(recordName: ↓"")
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      let id = CKRecord.ID(recordName: "settings-1")
      func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: "note-\\(name)") }
      """,
      "let person = Person(recordName: \"Zoë\")",
    ])

  private let types: Set = ["CKRecord.ID", "CKRecordID", "CKRecordZone.ID", "CKRecordZoneID", "CKRecordZone"]

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(["recordName", "zoneName"]) else { return [] }
    return file.index.calls.compactMap { call in
      guard ["ID", "CKRecordID", "CKRecordZoneID", "CKRecordZone", "init"].contains(call.name),
        let type = call.calledExpression.path?.replacing(".init", with: ""), types.contains(type),
        let name = call.argument("recordName") ?? call.argument("zoneName"),
        let literal = name.as(StringLiteralExprSyntax.self), let fault = fault(of: literal)
      else { return nil }
      return file.finding(info, at: name, "this name is \(fault)", api: type)
    }
  }

  private func fault(of literal: StringLiteralExprSyntax) -> String? {
    let texts = literal.segments.compactMap { $0.as(StringSegmentSyntax.self)?.content.text }
    if texts.contains(where: { text in text.utf8.contains { $0 > 127 } || text.contains("\\u{") }) {
      return "not ASCII"
    }
    guard let value = literal.representedLiteralValue else { return nil }
    if value.isEmpty { return "empty" }
    return value.utf8.count > 255 ? "\(value.utf8.count) characters long" : nil
  }
}
