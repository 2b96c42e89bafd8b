import CloudKit
import SwiftUI

@Observable
final class Sharing {
    var share: CKShare?
    let container = CKContainer.default()

    // near misses
    func createShareIfNeeded(for root: CKRecord) async throws -> CKShare {
        if let share { return share }
        let new = CKShare(rootRecord: root)
        return new
    }

    func accountStatusText() async -> String {
        guard let status = try? await container.accountStatus() else { return "" }
        switch status {
        case .available: return "ok"
        case .noAccount: return "none"
        case .restricted, .couldNotDetermine, .temporarilyUnavailable: return "later"
        @unknown default: return "?"
        }
    }

    func clearOnSignOut(_ status: CKAccountStatus) {
        if status == .noAccount { store.deleteAllData() }
    }

    func remove(_ ids: [CKRecord.ID]) async throws {
        for batch in ids.batched(400) {
            let (_, deleted) = try await container.privateCloudDatabase.modifyRecords(saving: [], deleting: batch)
            for (id, result) in deleted {
                if case .failure(let error) = result { failures[id] = error }
            }
        }
    }

    func first(_ q: CKQuery) async throws -> CKRecord? {
        try await container.publicCloudDatabase.records(matching: q, resultsLimit: 1).matchResults.first?.1.get()
    }

    func saveWithRetry(_ record: CKRecord) async throws {
        var attempt = 0
        while true {
            do {
                try await container.privateCloudDatabase.save(record)
                return
            } catch let error as CKError {
                attempt += 1
                guard attempt < 5, let delay = error.retryAfterSeconds else { throw error }
                try await Task.sleep(for: .seconds(delay))
            }
        }
    }

    func handle(_ error: CKError, for id: CKRecord.ID) {
        switch error.code {
        case .networkFailure, .networkUnavailable, .zoneBusy, .serviceUnavailable, .notAuthenticated, .operationCancelled:
            break
        case .serverRecordChanged:
            conflicts.append((id, error))
        case .partialFailure:
            for (key, value) in error.partialErrorsByItemID ?? [:] {
                if let id = key as? CKRecord.ID, let nested = value as? CKError { handle(nested, for: id) }
            }
        default: log(error)
        }
    }

    func isMe(_ share: CKShare, _ other: CKShare.Participant) -> Bool {
        share.currentUserParticipant == other || share.owner == other
    }

    func rows(_ share: CKShare) -> some View {
        ForEach(share.participants, id: \.participantID) { Text($0.userIdentity.nameComponents?.formatted() ?? "") }
    }

    func predicate(_ name: String) -> NSPredicate {
        NSPredicate(format: "name == %@ AND kind IN %@", name, ["or", "all"]) //! index-required
    }
    func usesPredicate(_ name: String) -> CKQuery { CKQuery(recordType: "A", predicate: predicate(name)) }

    func config(_ database: CKDatabase, _ delegate: CKSyncEngineDelegate) -> CKSyncEngine {
        var configuration = CKSyncEngine.Configuration(database: database, stateSerialization: loadState(), delegate: delegate)
        configuration.automaticallySync = true
        return CKSyncEngine(configuration)
    }

    func subscribe() async throws {
        let subscription = CKDatabaseSubscription(subscriptionID: "x")
        subscription.notificationInfo = silentInfo()
        do { _ = try await container.sharedCloudDatabase.save(subscription) } catch { log(error) }
    }
    func silentInfo() -> CKSubscription.NotificationInfo {
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        return info
    }

    func ref(_ child: CKRecord, parent: CKRecord) {
        child["parent"] = CKRecord.Reference(recordID: parent.recordID, action: .deleteSelf)
        child.parent = CKRecord.Reference(recordID: parent.recordID, action: .none)
    }

    func firstUpload(_ records: [CKRecord]) -> CKModifyRecordsOperation {
        let op = CKModifyRecordsOperation(recordsToSave: Array(records.prefix(100)))
        op.savePolicy = .changedKeys
        return op
    }

    func image(_ record: CKRecord) -> URL? { (record["image"] as? CKAsset)?.fileURL }
}
