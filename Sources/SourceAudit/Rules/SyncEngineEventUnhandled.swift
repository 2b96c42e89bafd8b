import SwiftSyntax
import SyncModel

/// An event of CKSyncEngine that needs an answer and gets none.
struct SyncEngineEventUnhandled: AuditRule {
  let info = CheckInfo(
    id: "sync-engine-event-unhandled", title: "An event of CKSyncEngine that needs an answer is not handled",
    severity: .warning,
    explanation: """
      The engine leaves two things to the app: what to do with local data when the account changes, and failures of \
      single records (conflicts, missing zones, a full iCloud), which leave its queue for good. A default that stops \
      the program turns a new event of the next system into a crash.
      """,
    advice: [
      "Handle 'accountChange': upload for a sign-in, remove the old account's data for a sign-out or switch",
      "Handle 'failedRecordSaves' of 'sentRecordZoneChanges': merge, make the zone, or tell the user",
      "Log in '@unknown default' and go on",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func ↓handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .stateUpdate(let update): save(update.stateSerialization)
          case .sentRecordZoneChanges(let sent): retry(sent.failedRecordSaves)
          default: break
          }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func ↓handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .accountChange(let change): handle(change)
          case .stateUpdate(let update): save(update.stateSerialization)
          case .sentRecordZoneChanges(let sent): note(sent.savedRecords)
          default: break
          }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .accountChange(let change): handle(change)
          case .sentRecordZoneChanges(let sent): handle(sent)
          ↓@unknown default: fatalError()
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .accountChange(let change): handle(change)
          case .sentRecordZoneChanges(let sent): handle(sent)
          case .stateUpdate(let update): save(update.stateSerialization)
          @unknown default: log("new event")
          }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .stateUpdate(let update): save(update.stateSerialization)
          default: await others.handle(event)
          }
        }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    file.index.engineCallbacks(named: "handleEvent").flatMap { handler -> [SourceFinding] in
      guard let whole = file.index.eventSwitch(of: handler) else { return [] }
      let gaps = missing(whole, handler, file.index)
      let message = "left without an answer: \(gaps.joined(separator: ", "))"
      return (gaps.isEmpty ? [] : [file.finding(info, at: handler.name, message)]) + deadlyDefault(whole, file)
    }
  }

  private func missing(_ whole: SwitchExprSyntax, _ handler: FunctionDeclSyntax, _ index: SyntaxIndex) -> [String] {
    let passesOn = whole.defaultBranch.map { !$0.doesNothing } ?? true
    var gaps: [String] = []
    if let branch = whole.branch(named: "accountChange") {
      if branch.doesNothing { gaps.append("'accountChange'") }
    } else if !passesOn {
      gaps.append("'accountChange'")
    }
    if let branch = whole.branch(named: "sentRecordZoneChanges") {
      let isGiven = index.calls(in: branch).contains {
        $0.arguments.contains { $0.expression.is(DeclReferenceExprSyntax.self) }
      }
      if branch.doesNothing || (!isGiven && !index.has("failedRecordSaves")) {
        gaps.append("records that could not be sent")
      }
    } else if !passesOn, !index.has("failedRecordSaves") {
      gaps.append("records that could not be sent")
    }
    return gaps
  }

  private func deadlyDefault(_ whole: SwitchExprSyntax, _ file: SourceFile) -> [SourceFinding] {
    guard let branch = whole.defaultBranch,
      file.index.calls(in: branch).contains(where: { ["fatalError", "preconditionFailure"].contains($0.name) })
    else { return [] }
    return [file.finding(info, at: branch, "an event that a later system adds stops the program")]
  }
}
