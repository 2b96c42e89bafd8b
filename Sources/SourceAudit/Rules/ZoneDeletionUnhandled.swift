import SwiftSyntax
import SyncModel

/// Zone loss that is handled for a missing zone but not for a zone that the user deleted.
struct ZoneDeletionUnhandled: AuditRule {
  let info = CheckInfo(
    id: "zone-deletion-unhandled", title: "A zone deleted by the user is not handled", severity: .warning,
    explanation: """
      When the user removes the app's data in Settings, CloudKit answers with 'userDeletedZone' or reports the zone as \
      purged, not as missing. Code that knows only 'zoneNotFound', or deletes without asking why, stays without a \
      zone for ever or uploads again what the user wanted gone.
      """,
    advice: [
      "Handle 'userDeletedZone' beside 'zoneNotFound': ask before uploading again, forget tokens and flags",
      "Read the reason of a zone deletion: deleted, purged or encryptedDataReset",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func onError(_ error: CKError) {
        switch error.code {
        case ↓.zoneNotFound: createZone()
        default: show(error)
        }
      }
      """,
      """
      import CloudKit
      func setUp(_ error: NSError) {
        if error.code == ↓CKError.Code.zoneNotFound.rawValue { createZone() }
      }
      """,
      """
      import CloudKit
      func fetch(_ database: CKDatabase, token: CKServerChangeToken?) {
        let operation = ↓CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.recordZoneWithIDChangedBlock = { id in changed.append(id) }
        operation.fetchDatabaseChangesResultBlock = { result in finish(result) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func handle(_ event: CKSyncEngine.Event.FetchedDatabaseChanges) {
        for deletion in event.↓deletions { removeLocalZone(deletion.zoneID) }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func onError(_ error: CKError) {
        switch error.code {
        case .zoneNotFound: createZone()
        case .userDeletedZone: askUser()
        default: show(error)
        }
      }
      """,
      """
      import CloudKit
      func fetch(_ database: CKDatabase, token: CKServerChangeToken?) {
        let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.recordZoneWithIDChangedBlock = { id in changed.append(id) }
        operation.recordZoneWithIDWasDeletedBlock = { id in deleted.append(id) }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func handle(_ event: CKSyncEngine.Event.FetchedDatabaseChanges) {
        for deletion in event.deletions where deletion.reason != .encryptedDataReset { remove(deletion.zoneID) }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    missingZones(file) + fetches(file) + engineEvents(file)
  }

  private func missingZones(_ file: SourceFile) -> [SourceFinding] {
    guard !file.index.has("userDeletedZone"), !file.project.mentions("userDeletedZone") else { return [] }
    var functions: Set<SyntaxIdentifier> = []
    return file.index.errorBranches(on: ["zoneNotFound"]).compactMap { branch in
      guard !isEmpty(branch.body), functions.insert(branch.node.functionBody?.id ?? branch.node.id).inserted else {
        return nil
      }
      return file.finding(
        info, at: branch.place, "'zoneNotFound' is handled, 'userDeletedZone' is not",
        api: "CKError.Code.userDeletedZone")
    }
  }

  /// A branch that only leaves, such as `break`, treats the zone as gone and has nothing to add for a deleted one.
  private func isEmpty(_ body: Syntax) -> Bool {
    guard let items = body.as(CodeBlockItemListSyntax.self) else { return false }
    return items.allSatisfy { $0.item.is(BreakStmtSyntax.self) }
  }

  private func fetches(_ file: SourceFile) -> [SourceFinding] {
    file.index.calls.compactMap { call in
      guard call.makes("CKFetchDatabaseChangesOperation"), let body = call.functionBody,
        !body.is(SourceFileSyntax.self),
        file.index.mentions(["recordZoneWithIDChangedBlock"], in: body),
        !file.index.anyName(in: body, { $0.hasPrefix("recordZoneWithIDWas") })
      else { return nil }
      return file.finding(
        info, at: call, "deleted and purged zones are not asked for: set 'recordZoneWithIDWasDeletedBlock'",
        api: "CKFetchDatabaseChangesOperation")
    }
  }

  private func engineEvents(_ file: SourceFile) -> [SourceFinding] {
    let types: Set = ["CKSyncEngine.Event.FetchedDatabaseChanges", "Event.FetchedDatabaseChanges"]
    guard !file.index.hasAny(["reason", "purged", "encryptedDataReset"]) else { return [] }
    return file.index.members.compactMap { member in
      guard member.declName.baseName.text == "deletions", let base = member.base,
        file.index.type(of: base).map(types.contains) == true
      else { return nil }
      return file.finding(
        info, at: member.declName, "zones are deleted without a look at the deletion's reason",
        api: "CKDatabase.DatabaseChange.Deletion.reason")
    }
  }
}
