import SwiftSyntax
import SyncModel

/// Local data that is deleted for an account status that says nothing of a sign-out.
struct AccountStatusWipesData: AuditRule {
  let info = CheckInfo(
    id: "account-status-wipes-data", title: "Local data is deleted on any account status but available",
    severity: .error,
    explanation: """
      'couldNotDetermine', 'temporarilyUnavailable' and 'restricted' come and go without the user doing anything: \
      after a restart, without network, when a password has to be entered again. Deleting local data then loses \
      everything that was not sent yet.
      """,
    advice: [
      "Keep local data for every status but an explicit sign-out or switch of the account",
      "Compare the user record id before and after to see a switch",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func check(_ status: CKAccountStatus) {
        guard status == .available else {
          ↓deleteAllLocalData()
          return
        }
      }
      """,
      """
      import CloudKit
      func check(_ container: CKContainer) async throws {
        switch try await container.accountStatus() {
        case .available: start()
        default: store.↓wipeDatabase()
        }
      }
      """,
      """
      import CloudKit
      func check(_ status: CKAccountStatus) {
        switch status {
        case .available: start()
        case .noAccount, .restricted, .couldNotDetermine, .temporarilyUnavailable: ↓removeAllRecords()
        @unknown default: break
        }
      }
      """,
      """
      import CloudKit
      func check(_ container: CKContainer) {
        container.accountStatus { status, error in
          if status != .available { self.store.↓clearLocalStore() }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .accountChange: ↓reset()
          default: forward(event)
          }
        }
        func reset() { store.deleteAll() }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func check(_ status: CKAccountStatus) {
        switch status {
        case .available: start()
        case .noAccount: deleteAllLocalData()
        default: pause()
        }
      }
      """,
      """
      import CloudKit
      func check(_ status: CKAccountStatus) {
        guard status == .available else { return showSignInHint() }
        items.removeAll()
      }
      """,
      """
      func check(_ door: Door) {
        if door.status != .available { deleteAllLocalData() }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    guard index.hasAny(["CKAccountStatus", "accountStatus", "accountChange"]) else { return [] }
    var seen: Set<SyntaxIdentifier> = []
    let bodies =
      index.switches.flatMap { wipingCases($0, index) } + index.comparisons.compactMap { other($0, index) }
      + index.switches.compactMap { engineCase($0, index) }
    return bodies.compactMap { body in
      guard let wipe = index.calls(in: body).first(where: { wipes($0, index) }), seen.insert(wipe.id).inserted else {
        return nil
      }
      let place = wipe.nameToken.map { Syntax($0) } ?? Syntax(wipe)
      return file.finding(info, at: place, "local data is deleted though the account may only be unreachable")
    }
  }

  /// The bodies of a default, or of a case list with a passing status, in a switch over the account status.
  private func wipingCases(_ whole: SwitchExprSyntax, _ index: SyntaxIndex) -> [Syntax] {
    guard isStatus(whole.subject, index), whole.branch(named: "available") != nil else { return [] }
    let passing: Set = ["couldNotDetermine", "temporarilyUnavailable", "restricted"]
    return whole.allCases.compactMap { branch in
      let isDefault = branch.label.is(SwitchDefaultLabelSyntax.self)
      guard isDefault || index.mentions(passing, in: branch.label) else { return nil }
      return Syntax(branch.statements)
    }
  }

  /// The body that runs when a comparison with `.available` fails.
  private func other(_ comparison: SyntaxIndex.Comparison, _ index: SyntaxIndex) -> Syntax? {
    if ["couldNotDetermine", "temporarilyUnavailable", "restricted"].contains(comparison.right.lastName ?? "") {
      guard comparison.symbol == "==", isStatus(comparison.left, index) else { return nil }
      return comparison.node.nearest(ConditionElementListSyntax.self)?.parent?.as(IfExprSyntax.self).map {
        Syntax($0.body)
      }
    }
    guard comparison.right.lastName == "available", isStatus(comparison.left, index),
      let list = comparison.node.nearest(ConditionElementListSyntax.self), let owner = list.parent
    else { return nil }
    if let statement = owner.as(GuardStmtSyntax.self) {
      return comparison.symbol == "==" ? Syntax(statement.body) : nil
    }
    guard let conditional = owner.as(IfExprSyntax.self) else { return nil }
    return comparison.symbol == "!=" ? Syntax(conditional.body) : conditional.elseBody.map { Syntax($0) }
  }

  private func isStatus(_ expression: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    if let type = index.type(of: expression), type == "CKAccountStatus" { return true }
    if index.mentions(["accountStatus"], in: expression) { return true }
    guard let name = expression.bare.path, name.lowercased().hasSuffix("status"), !name.contains(".") else {
      return false
    }
    return index.type(of: expression) == nil
  }

  /// The case of CKSyncEngine's account change when it does not ask what changed.
  private func engineCase(_ whole: SwitchExprSyntax, _ index: SyntaxIndex) -> Syntax? {
    guard index.has("CKSyncEngine"), let branch = whole.branch(named: "accountChange"),
      !index.mentionsThroughCalls(["changeType", "signOut", "switchAccounts"], in: Syntax(branch))
    else { return nil }
    return Syntax(branch.statements)
  }

  /// True for a call that deletes, or of a function of the file that does.
  private func wipes(_ call: FunctionCallExprSyntax, _ index: SyntaxIndex) -> Bool {
    if isWipe(call) { return true }
    guard call.receiver == nil || call.receiver?.code == "self" else { return false }
    return index.functions(named: call.name).contains { function in
      function.body.map { index.calls(in: $0).contains(where: isWipe) } ?? false
    }
  }

  private func isWipe(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.name.lowercased()
    if call.name == "deleteAll", call.receiver?.code.hasAnyWord(["cache"]) != true { return true }
    if call.name == "delete", call.labels.first == "model" { return true }
    if call.name == "removePersistentDomain" { return true }
    if call.name == "removeItem", let url = call.arguments.first?.expression.code {
      return url.hasAnyWord(["store", "database", "sqlite", "documents"])
    }
    let verbs = ["delete", "remove", "wipe", "clear", "erase", "purge", "destroy", "drop", "nuke"]
    guard verbs.contains(where: { name.hasPrefix($0) }) else { return false }
    let goods = [
      "alldata", "local", "store", "database", "everything", "records", "allobjects", "files", "entities", "userdata",
      "data",
    ]
    return goods.contains { name.contains($0) } && !name.hasAnyWord(["cache", "token", "subscription", "observer"])
  }
}
