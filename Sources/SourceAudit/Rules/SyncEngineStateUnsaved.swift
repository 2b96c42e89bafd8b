import SwiftSyntax
import SyncModel

/// A CKSyncEngine delegate that does not persist the engine's state.
struct SyncEngineStateUnsaved: AuditRule {
  let info = CheckInfo(
    id: "sync-engine-state-unsaved", title: "The state of CKSyncEngine is not persisted", severity: .error,
    explanation: """
      CKSyncEngine keeps change tokens and pending changes in its state and hands it over with each 'stateUpdate'. \
      When that is not written to disk, every launch fetches everything again, and changes that waited are never sent.
      """,
    advice: [
      "Write 'stateSerialization' of every stateUpdate to disk, in the same store as the data",
      "Handle the error of that write",
      "Pass the stored value to CKSyncEngine.Configuration at launch",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .accountChange(let change): handle(change)
          ↓default: break
          }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          ↓case .stateUpdate: break
          default: forward(event)
          }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .stateUpdate(let update):
            let data = try! JSONEncoder().encode(update.stateSerialization)
            ↓try? data.write(to: url)
          default: forward(event)
          }
        }
      }
      """,
      """
      import CloudKit
      func start(_ database: CKDatabase, _ delegate: any CKSyncEngineDelegate) -> CKSyncEngine {
        CKSyncEngine(CKSyncEngine.Configuration(database: database, stateSerialization: ↓nil, delegate: delegate))
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        var state: CKSyncEngine.State.Serialization?
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          switch event {
          case .stateUpdate(let update): ↓state = update.stateSerialization
          default: forward(event)
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
          case .stateUpdate(let update): store.save(update.stateSerialization)
          case .accountChange(let change): handle(change)
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
          default: await others.handleEvent(event)
          }
        }
      }
      """,
      """
      import CloudKit
      final class Sync: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
          await Event(event).map { await handle($0) }
        }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    forgottenState(file)
      + file.index.engineCallbacks(named: "handleEvent").compactMap { handler in
        guard let whole = file.index.eventSwitch(of: handler) else { return nil }
        guard let branch = whole.branch(named: "stateUpdate") else {
          guard let other = whole.defaultBranch, other.doesNothing,
            !file.index.mentions(["stateUpdate", "stateSerialization"], in: handler)
          else { return nil }
          return file.finding(info, at: other, "'stateUpdate' is not handled: the engine's state is lost at exit")
        }
        if branch.doesNothing {
          return file.finding(info, at: branch, "'stateUpdate' is ignored: the engine's state is lost at exit")
        }
        if let memory = memoryOnly(branch, file) {
          return file.finding(info, at: memory, "the engine's state is kept in memory only")
        }
        let dropped = file.index.tries.first { node in
          branch.contains(node) && node.questionOrExclamationMark?.text == "?" && isWrite(node)
        }
        return dropped.map {
          file.finding(info, at: $0, "a failed write of the engine's state goes unnoticed", severity: .warning)
        }
      }
  }

  /// The assignment when it is all that happens and nothing in the file writes the property.
  private func memoryOnly(_ branch: SwitchCaseSyntax, _ file: SourceFile) -> Syntax? {
    let assignments = file.index.assignments(in: branch)
    guard branch.statements.count == 1, let only = assignments.first, assignments.count == 1,
      let name = only.target.path, !name.contains("."),
      let property = file.index.bindings.first(where: { binding in
        binding.pattern.code == name && binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true
      }),
      property.accessorBlock == nil, property.nearest(VariableDeclSyntax.self)?.attributes.isEmpty == true
    else { return nil }
    let reads = file.index.names.filter { $0.text == name }.count
    let passes = file.index.calls.filter { $0.argument("stateSerialization")?.path == name }.count
    return reads == 2 + passes ? Syntax(only.node) : nil
  }

  /// `stateSerialization: nil` in every configuration of the file.
  private func forgottenState(_ file: SourceFile) -> [SourceFinding] {
    guard file.index.has("stateSerialization"), !file.isTest else { return [] }
    let values = file.index.calls.filter { $0.name == "Configuration" }.compactMap { $0.argument("stateSerialization") }
    guard let first = values.first, values.allSatisfy({ $0.is(NilLiteralExprSyntax.self) }) else { return [] }
    return [file.finding(info, at: first, "the engine starts without its stored state on every launch")]
  }

  private func isWrite(_ node: TryExprSyntax) -> Bool {
    guard let call = node.expression.bare.as(FunctionCallExprSyntax.self) else { return false }
    return call.name.hasAnyWord(["write", "save", "persist", "store"])
  }
}
