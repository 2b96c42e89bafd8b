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
      func fetch(_ operation: CKFetchDatabaseChangesOperation) {
        operation.recordZoneWithIDWasDeletedBlock = ↓{ id in print(id) }
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
      func text(_ error: CKError) -> String {
        switch error.code {
        case .zoneNotFound: return "no zone"
        default: return "failed"
        }
      }
      """,
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
    missingZones(file) + fetches(file) + file.index.assignments.compactMap { emptyBlock($0, file) } + engineEvents(file)
  }

  private func missingZones(_ file: SourceFile) -> [SourceFinding] {
    guard !file.index.has("userDeletedZone"), !file.project.mentions("userDeletedZone") else { return [] }
    var functions: Set<SyntaxIdentifier> = []
    return file.index.errorBranches(on: ["zoneNotFound"]).compactMap { branch in
      guard acts(branch.body, file.index), functions.insert(branch.node.functionBody?.id ?? branch.node.id).inserted
      else {
        return nil
      }
      return file.finding(
        info, at: branch.place, "'zoneNotFound' is handled, 'userDeletedZone' is not",
        api: "CKError.Code.userDeletedZone")
    }
  }

  /// False for a branch that only leaves, logs or names the error: it does nothing for a lost zone.
  private func acts(_ body: Syntax, _ index: SyntaxIndex) -> Bool {
    let isLogging = ["print", "log", "async", "debug", "info", "error", "warning", "notice"]
    return index.calls(in: body).contains { !$0.name.hasAnyWord(isLogging) } || !index.assignments(in: body).isEmpty
  }

  /// `recordZoneWithIDWasDeletedBlock = { _ in }`, or one that only logs.
  private func emptyBlock(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let name = assignment.target.lastName, name.hasPrefix("recordZoneWithIDWas"),
      let closure = assignment.values.first?.bare.as(ClosureExprSyntax.self),
      !acts(Syntax(closure.statements), file.index)
    else { return nil }
    return file.finding(info, at: closure, "nothing is done about a zone that was deleted", api: name)
  }

  private func fetches(_ file: SourceFile) -> [SourceFinding] {
    guard file.index.has("CKFetchDatabaseChangesOperation") else { return [] }
    return file.index.calls.compactMap { call in
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
    let index = file.index
    guard index.hasAny(["FetchedDatabaseChanges", "fetchedDatabaseChanges", "databaseChanges"]),
      !index.hasAny(["reason", "purged", "encryptedDataReset"])
    else { return [] }
    let branches = index.switches.compactMap { $0.branch(named: "fetchedDatabaseChanges") }
    let ignored = branches.filter { !$0.statements.isEmpty && $0.doesNothing && $0.isAlone }
    let silent = ignored.map { file.finding(info, at: $0, "deleted and purged zones are passed over") }
    return silent
      + index.members.compactMap { member in
        guard member.declName.baseName.text == "deletions", let base = member.base,
          branches.contains(where: { $0.contains(member) }) || isDatabaseAnswer(base, file)
        else { return nil }
        return file.finding(
          info, at: member.declName, "zones are deleted without a look at the deletion's reason",
          api: "CKDatabase.DatabaseChange.Deletion.reason")
      }
  }

  /// True for the event of the engine and for the answer of `databaseChanges(since:)`.
  private func isDatabaseAnswer(_ base: ExprSyntax, _ file: SourceFile) -> Bool {
    let type = file.type(of: base)?.name ?? file.index.type(of: base)
    if let type, type.hasSuffix("Event.FetchedDatabaseChanges") { return true }
    guard let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let value = file.index.initialValue(ofName: name, at: Syntax(base))
    else { return false }
    return value.bare.as(FunctionCallExprSyntax.self)?.name == "databaseChanges"
  }
}

extension SwitchCaseSyntax {
  /// True when the label names one case only.
  fileprivate var isAlone: Bool { label.as(SwitchCaseLabelSyntax.self)?.caseItems.count == 1 }
}
