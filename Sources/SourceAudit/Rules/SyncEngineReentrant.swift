import SwiftSyntax
import SyncModel

/// A send or fetch that is awaited inside a callback of the same engine.
struct SyncEngineReentrant: AuditRule {
  let info = CheckInfo(
    id: "sync-engine-reentrant", title: "CKSyncEngine is awaited inside its own callback", severity: .error,
    explanation: """
      The engine waits for its delegate before it goes on. A delegate that in turn awaits 'sendChanges' or \
      'fetchChanges' waits for the engine: both stand still.
      """,
    advice: [
      "Leave scheduling to the engine: adding pending changes is enough",
      "Start a Task for a send that must follow, and do not await it in the callback",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          try? await syncEngine.↓sendChanges()
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          if case .accountChange = event { await restart(syncEngine) }
        }
        func restart(_ engine: CKSyncEngine) async { try? await engine.↓fetchChanges() }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          Task { try await syncEngine.sendChanges() }
        }
        func refresh() async throws { try await engine.fetchChanges() }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          if case .accountChange = event { Task.detached { await self.restart(syncEngine) } }
        }
        func restart(_ engine: CKSyncEngine) async { try? await engine.fetchChanges() }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(["sendChanges", "fetchChanges"]) else { return [] }
    var seen: Set<SyntaxIdentifier> = []
    let names = ["handleEvent", "nextRecordZoneChangeBatch", "nextFetchChangesOptions"]
    return names.flatMap { file.index.engineCallbacks(named: $0) }.flatMap { callback in
      reentrantCalls(in: callback, depth: 3, file.index).compactMap { call in
        guard let name = call.nameToken, seen.insert(call.id).inserted else { return nil }
        return file.finding(
          info, at: name, "'\(call.name)' is awaited while the engine waits for its delegate",
          api: "CKSyncEngine.\(call.name)")
      }
    }
  }

  private func reentrantCalls(
    in function: FunctionDeclSyntax, depth: Int, _ index: SyntaxIndex
  ) -> [FunctionCallExprSyntax] {
    guard depth > 0, let body = function.body else { return [] }
    return index.calls(in: body).flatMap { call -> [FunctionCallExprSyntax] in
      guard isAwaitedHere(call, in: Syntax(body)) else { return [] }
      if ["sendChanges", "fetchChanges"].contains(call.name) {
        return isEngine(call, index) ? [call] : []
      }
      guard call.receiver == nil || call.receiver?.path == "self" else { return [] }
      return index.functions(named: call.name).filter { $0.id != function.id && isAsync($0) }.flatMap {
        reentrantCalls(in: $0, depth: depth - 1, index)
      }
    }
  }

  private func isEngine(_ call: FunctionCallExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let receiver = call.receiver else { return false }
    if let type = index.type(of: receiver) { return type == "CKSyncEngine" }
    return receiver.bare.lastName?.hasAnyWord(["engine"]) ?? false
  }

  private func isAsync(_ function: FunctionDeclSyntax) -> Bool {
    function.signature.effectSpecifiers?.asyncSpecifier != nil
  }

  /// True when an `await` is waited for by the callback: no closure of a Task lies between.
  private func isAwaitedHere(_ call: FunctionCallExprSyntax, in body: Syntax) -> Bool {
    var hasAwait = false
    for outer in call.ancestors {
      if outer.id == body.id { return hasAwait }
      if outer.is(AwaitExprSyntax.self) { hasAwait = true }
      if let owner = outer.as(ClosureExprSyntax.self)?.owningCall,
        owner.calledExpression.code.hasPrefix("Task") || owner.calledExpression.code.contains("DispatchQueue")
          || owner.name.hasAnyWord(["async", "task", "sink"])
      {
        return false
      }
    }
    return false
  }
}

extension ClosureExprSyntax {
  /// The call that gets the closure as an argument or behind it.
  var owningCall: FunctionCallExprSyntax? {
    parent?.as(FunctionCallExprSyntax.self) ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
  }
}
