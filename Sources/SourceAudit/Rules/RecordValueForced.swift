import SwiftSyntax
import SyncModel

/// A field of a record that is taken for granted.
struct RecordValueForced: AuditRule {
  let info = CheckInfo(
    id: "record-value-forced", title: "A field of a record is read with '!' or 'as!'", severity: .warning,
    explanation: """
      Records outlive app versions. One that an older or newer version saved, or one that was fetched with \
      'desiredKeys', may lack the field or hold another type, and the app then crashes on every sync.
      """,
    advice: ["Read the field with 'as?' and decide what a record without it means"])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func title(_ record: CKRecord) -> String { ↓record["title"] as! String }
      """,
      """
      import CloudKit
      func note(_ record: CKRecord) -> Note {
        Note(title: ↓record["title"]!, count: (↓record.value(forKey: "count") as! NSNumber).intValue)
      }
      """,
      """
      import CloudKit
      func title(_ record: CKRecord) -> String { (↓record["title"] as? String)! }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func title(_ record: CKRecord) -> String? { record["title"] as? String }
      func optional(_ record: CKRecord) -> String? { record["title"] as! String? }
      """,
      """
      import CloudKit
      func title(_ json: [String: Any]) -> String { json["title"] as! String }
      func plain(_ record: [String: String]) -> String { record["title"]! }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.has("CKRecord") else { return [] }
    let casts = file.index.casts.compactMap { cast -> ExprSyntax? in
      guard cast.isForced, !cast.type.is(OptionalTypeSyntax.self) else { return nil }
      return cast.value
    }
    let unwraps = file.index.forceUnwraps.map { unwrap -> ExprSyntax in
      let inner = unwrap.expression.bare
      guard let sequence = inner.as(SequenceExprSyntax.self), sequence.elements.count == 3,
        sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true,
        let first = sequence.elements.first
      else { return inner }
      return first
    }
    var seen: Set<SyntaxIdentifier> = []
    return (casts + unwraps).compactMap { value in
      guard isField(value, file), seen.insert(value.id).inserted else { return nil }
      return file.finding(info, at: value, "a record without this field crashes the app", api: "CKRecord.subscript")
    }
  }

  private func isField(_ value: ExprSyntax, _ file: SourceFile) -> Bool {
    if let lookup = value.as(SubscriptCallExprSyntax.self), lookup.arguments.count == 1 {
      return isRecord(lookup.calledExpression, file)
    }
    guard let call = value.bare.as(FunctionCallExprSyntax.self), let receiver = call.receiver,
      ["value", "object"].contains(call.name), call.labels == ["forKey"]
    else { return false }
    return isRecord(receiver, file)
  }

  private func isRecord(_ expression: ExprSyntax, _ file: SourceFile) -> Bool {
    if let type = file.type(of: expression) { return type.name == "CKRecord" }
    if let type = file.index.type(of: expression) { return type == "CKRecord" }
    if let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "encryptedValues" {
      return member.base.map { isRecord($0, file) } ?? false
    }
    return ["record", "ckRecord", "ckrecord", "cloudRecord"].contains(expression.bare.lastName ?? "")
  }
}
