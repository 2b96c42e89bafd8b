import SwiftSyntax
import SyncModel

/// Sharing or zone changes that are asked of the default zone.
struct ShareInDefaultZone: AuditRule {
  let info = CheckInfo(
    id: "share-in-default-zone", title: "The default zone supports neither sharing nor change tokens", severity: .error,
    explanation: """
      Records of the default zone cannot be shared, and the default zone keeps no history of changes. Such a request \
      is refused by the server each time. Records that were made there cannot be moved: they must be made again in a \
      custom zone.
      """,
    advice: [
      "Make a custom zone once and create the records in it",
      "Pass the id of the custom zone to the change fetch",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func pull(_ database: CKDatabase, _ token: CKServerChangeToken?) async throws {
        let zone = CKRecordZone.default().zoneID
        apply(try await database.recordZoneChanges(inZoneWith: ↓zone, since: token))
      }
      """,
      """
      import CloudKit
      func pull(_ database: CKDatabase) {
        database.add(CKFetchRecordZoneChangesOperation(
          recordZoneIDs: ↓[CKRecordZone.default().zoneID], configurationsByRecordZoneID: nil))
      }
      """,
      """
      import CloudKit
      func share() -> CKShare {
        let home = CKRecord(recordType: "Home")
        return ↓CKShare(rootRecord: home)
      }
      """,
      """
      import CloudKit
      func share(_ name: String) -> CKShare {
        let home = CKRecord(recordType: "Home", recordID: CKRecord.ID(recordName: name))
        return ↓CKShare(rootRecord: home)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func pull(_ database: CKDatabase, _ zone: CKRecordZone) async throws {
        apply(try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: nil))
      }
      """,
      """
      import CloudKit
      func share(_ zone: CKRecordZone.ID) -> CKShare {
        let home = CKRecord(recordType: "Home", recordID: CKRecord.ID(recordName: "home", zoneID: zone))
        return CKShare(rootRecord: home)
      }
      """,
      """
      import CloudKit
      func share(_ id: CKRecord.ID) -> CKShare { CKShare(rootRecord: CKRecord(recordType: "Home", recordID: id)) }
      func query(_ database: CKDatabase) async throws {
        use(try await database.records(matching: all, inZoneWith: CKRecordZone.default().zoneID))
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    let words: Set = ["CKShare", "recordZoneChanges", "CKFetchRecordZoneChangesOperation", "CKRecordZoneSubscription"]
    guard index.hasAny(words) else { return [] }
    return index.calls.compactMap { call in
      if call.makes("CKShare") {
        let isDefault =
          call.argument("rootRecord").map { index.zone(ofRecord: $0) == .defaultZone }
          ?? call.argument("recordZoneID").map { index.isDefaultZone($0) } ?? false
        return isDefault
          ? file.finding(info, at: call, "records of the default zone cannot be shared", api: "CKShare") : nil
      }
      if call.makes("CKRecordZoneSubscription"), let zone = call.argument("zoneID"), index.isDefaultZone(zone) {
        return file.finding(
          info, at: zone, "the default zone has no zone subscriptions", api: "CKRecordZoneSubscription")
      }
      let isFetch = call.name == "recordZoneChanges" || call.makes("CKFetchRecordZoneChangesOperation")
      guard isFetch, let zones = call.argument("inZoneWith") ?? call.argument("recordZoneIDs") else { return nil }
      let list = zones.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [zones]
      guard !list.isEmpty, list.contains(where: { index.isDefaultZone($0) }) else { return nil }
      return file.finding(info, at: zones, "the default zone keeps no history of changes", api: call.name)
    }
  }
}
