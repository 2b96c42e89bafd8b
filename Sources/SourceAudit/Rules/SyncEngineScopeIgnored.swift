import SwiftSyntax
import SyncModel

/// Pending changes that are sent without regard to the scope that the engine asks for.
struct SyncEngineScopeIgnored: AuditRule {
  let info = CheckInfo(
    id: "sync-engine-scope-ignored", title: "Pending changes are not filtered by the scope of the send",
    severity: .warning,
    explanation: """
      The context of a send has a scope: all zones, or those that a call of 'sendChanges' asked for. A batch with \
      changes outside of it sends more than was asked for, and the engine may ask for the same batch again.
      """,
    advice: ["Filter 'pendingRecordZoneChanges' with 'context.options.scope.contains' before making the batch"])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func nextRecordZoneChangeBatch(
          _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
        ) async -> CKSyncEngine.RecordZoneChangeBatch? {
          let changes = syncEngine.state.↓pendingRecordZoneChanges
          return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in self.record(id) }
        }
      }
      """
    ],
    nonTriggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func nextRecordZoneChangeBatch(
          _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
        ) async -> CKSyncEngine.RecordZoneChangeBatch? {
          let scope = context.options.scope
          let changes = syncEngine.state.pendingRecordZoneChanges.filter { scope.contains($0) }
          return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in self.record(id) }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func nextRecordZoneChangeBatch(
          _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
        ) async -> CKSyncEngine.RecordZoneChangeBatch? {
          await batch(for: context, of: syncEngine.state.pendingRecordZoneChanges)
        }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    file.index.engineCallbacks(named: "nextRecordZoneChangeBatch").compactMap { callback in
      guard let body = callback.body, let context = callback.parameterNames.first,
        !file.index.mentions(["scope"], in: body), !passesOn(context, in: Syntax(body), file.index),
        let pending = file.index.members.first(where: {
          body.contains($0) && $0.declName.baseName.text == "pendingRecordZoneChanges"
        })
      else { return nil }
      return file.finding(
        info, at: pending.declName, "changes outside of the context's scope are sent too",
        api: "CKSyncEngine.SendChangesContext.options")
    }
  }

  private func passesOn(_ context: String, in body: Syntax, _ index: SyntaxIndex) -> Bool {
    index.calls(in: body).contains { call in
      call.arguments.contains { $0.expression.path?.split(separator: ".").first.map(String.init) == context }
    }
  }
}
