import SwiftSyntax
import SyncModel

/// A reference whose two ends are in different zones.
struct CrossZoneReference: AuditRule {
  let info = CheckInfo(
    id: "cross-zone-reference", title: "A reference points into another zone", severity: .error,
    explanation: """
      A reference and the record that holds it must be in the same zone. An id made without a zone is in the default \
      zone, so a reference built from a bare name in a record of a custom zone points to a record that is not there, \
      and the save is refused.
      """,
    advice: ["Make the id of the referenced record with the zone id of the record that holds the reference"])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func note(_ folder: String, in zone: CKRecordZone.ID) -> CKRecord {
        let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "n", zoneID: zone))
        note["folder"] = CKRecord.Reference(recordID: ↓CKRecord.ID(recordName: folder), action: .deleteSelf)
        return note
      }
      """,
      """
      import CloudKit
      func note(_ folder: String, in zone: CKRecordZone.ID) -> CKRecord {
        let note = CKRecord(recordType: "Note", zoneID: zone)
        let id = CKRecord.ID(recordName: folder)
        note.parent = CKRecord.Reference(recordID: ↓id, action: .none)
        return note
      }
      """,
      """
      import CloudKit
      func note(in zone: CKRecordZone.ID) -> CKRecord {
        let folder = CKRecord(recordType: "Folder")
        let note = CKRecord(recordType: "Note", zoneID: zone)
        note.setParent(↓folder)
        return note
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func note(_ folder: String, in zone: CKRecordZone.ID) -> CKRecord {
        let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "n", zoneID: zone))
        let id = CKRecord.ID(recordName: folder, zoneID: zone)
        note["folder"] = CKRecord.Reference(recordID: id, action: .deleteSelf)
        return note
      }
      """,
      """
      import CloudKit
      func like(_ post: String) -> CKRecord {
        let like = CKRecord(recordType: "Like")
        like["post"] = CKRecord.Reference(recordID: CKRecord.ID(recordName: post), action: .deleteSelf)
        return like
      }
      """,
      """
      import CloudKit
      func note(_ folder: CKRecord, _ record: CKRecord) {
        record.setParent(folder)
        record["owner"] = CKRecord.Reference(recordID: CKRecord.ID(recordName: "me"), action: .none)
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(["Reference", "CKReference", "setParent"]) else { return [] }
    return file.index.assignments.compactMap { assignmentFinding($0, file) }
      + file.index.calls.compactMap { parentFinding($0, file) }
  }

  private func assignmentFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let call = assignment.values.first?.bare.as(FunctionCallExprSyntax.self),
      call.makes("CKRecord.Reference") || call.makes("CKReference"), let holder = holder(of: assignment.target)
    else { return nil }
    let end: ZoneOrigin?
    let place: ExprSyntax?
    if let id = call.argument("recordID") {
      end = file.index.zone(ofID: id)
      place = id
    } else {
      place = call.argument("record")
      end = place.flatMap { file.index.zone(ofRecord: $0) }
    }
    return finding(from: holder, to: end, at: place, file)
  }

  /// The record of `record["field"]` or `record.parent`.
  private func holder(of target: ExprSyntax) -> ExprSyntax? {
    if let lookup = target.as(SubscriptCallExprSyntax.self) { return lookup.calledExpression }
    guard let member = target.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "parent" else {
      return nil
    }
    return member.base
  }

  private func parentFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard call.name == "setParent", let holder = call.receiver, let parent = call.unlabelledArgument else { return nil }
    return finding(from: holder, to: file.index.zone(ofRecord: parent), at: parent, file)
  }

  private func finding(
    from holder: ExprSyntax, to end: ZoneOrigin?, at place: ExprSyntax?, _ file: SourceFile
  ) -> SourceFinding? {
    guard let start = file.index.zone(ofRecord: holder), let end, let place, start != end,
      start == .defaultZone || end == .defaultZone
    else { return nil }
    let message =
      end == .defaultZone
      ? "the record is in a custom zone, the reference points into the default zone"
      : "the record is in the default zone, the reference points into a custom zone"
    return file.finding(info, at: place, message, api: "CKRecord.Reference")
  }
}
