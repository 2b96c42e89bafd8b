import CloudKit

final class EngineHost: NSObject, CKSyncEngineDelegate {
    private var engine: CKSyncEngine?
    private var stateData: CKSyncEngine.State.Serialization?

    func start(_ database: CKDatabase) {
        engine = CKSyncEngine(.init(database: database, stateSerialization: stateData, delegate: self))
    }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        switch event {
        case .stateUpdate(let update):
            stateData = update.stateSerialization //! sync-engine-state-unsaved
        case .accountChange(let change):
            await handleAccount(change)
        case .fetchedDatabaseChanges(let changes):
            for deletion in changes.deletions { //! zone-deletion-unhandled
                await store.removeZone(deletion.zoneID)
            }
        case .sentRecordZoneChanges(let sent):
            for failure in sent.failedRecordSaves {
                let id = failure.record.recordID
                if failure.error.code == .serverRecordChanged {
                    syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(id)]) //! conflict-unmerged
                } else if failure.error.code == .zoneNotFound { //! zone-deletion-unhandled
                    syncEngine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: id.zoneID))])
                }
            }
            await flush(syncEngine)
        default:
            break
        }
    }

    private func flush(_ engine: CKSyncEngine) async {
        do { try await engine.sendChanges() } catch { print(error) } //! sync-engine-reentrant
    }

    func nextRecordZoneChangeBatch(_ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let pending = syncEngine.state.pendingRecordZoneChanges //! sync-engine-scope-ignored
        return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: pending) { recordID in
            guard let note = self.notes[recordID.recordName] else { return nil }
            let record = CKRecord(recordType: "Note", recordID: recordID) //! record-without-system-fields
            record["title"] = note.title
            return record
        }
    }
}
