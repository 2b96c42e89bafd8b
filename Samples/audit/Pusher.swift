import CloudKit
import CoreData

extension CKError {
    /// retry list as property
    var shouldRetry: Bool {
        switch self.code {
        case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited, .zoneBusy,
             .notAuthenticated: //! retry-of-permanent-error
            return true
        default:
            return false
        }
    }
    static let transientCodes: [CKError.Code] = [.networkFailure, .zoneBusy, .serverRejectedRequest] //! retry-of-permanent-error
    var isAccountProblem: Bool { [.notAuthenticated, .managedAccountRestricted].contains(code) }
    var userMessage: String {
        switch code {
        case .notAuthenticated: return "Sign in"
        case .quotaExceeded: return "Storage full"
        case .serverRecordChanged: return "Changed"
        case .zoneNotFound: return "Gone"
        case .partialFailure: return "Some failed"
        case .limitExceeded: return "Too many"
        default: return localizedDescription
        }
    }
}

final class Pusher {
    var db: CKDatabase
    init(db: CKDatabase) { self.db = db }

    func push(_ records: [CKRecord], deletes: [CKRecord.ID]) async throws {
        do {
            let (saved, deleted) = try await db.modifyRecords(saving: records, deleting: deletes, savePolicy: .ifServerRecordUnchanged, atomically: false)
            for (_, r) in saved { _ = try r.get() }
            for (_, r) in deleted { try r.get() }
        } catch let error as CKError where error.code == .limitExceeded && records.count > 1 {
            let middle = records.count / 2
            try await push(Array(records[..<middle]), deletes: deletes)
            try await push(Array(records[middle...]), deletes: [])
        } catch CKError.partialFailure {
            try await push(records, deletes: deletes) //! retry-whole-batch
        }
    }

    func resolve(_ error: CKError, local: CKRecord) -> CKRecord? {
        guard error.code == .serverRecordChanged,
              let server = error.userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord,
              let ancestor = error.userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord else { return nil }
        return merge(server, ancestor, local)
    }

    func perItem(_ op: CKModifyRecordsOperation) {
        op.perRecordSaveBlock = { id, result in
            guard case .failure(let error) = result, let ck = error as? CKError else { return }
            switch ck.code {
            case .serverRecordChanged:
                self.queue.enqueue(id)
            case .unknownItem, .zoneNotFound, .userDeletedZone:
                self.drop(id)
            default: self.fail(id, ck)
            }
        }
        op.modifyRecordsResultBlock = { _ in self.done() } //! error-swallowed
    }

    func retry(after error: CKError, _ work: @escaping () -> Void) {
        let delay = error.userInfo[CKErrorRetryAfterKey] as? Double ?? 3
        DispatchQueue.main.asyncAfter(deadline: .now() + delay, execute: work)
    }

    func backoff(_ work: () async throws -> Void) async throws {
        for attempt in 0..<5 {
            do { return try await work() } catch let error as CKError where [.zoneBusy, .requestRateLimited].contains(error.code) {
                try await Task.sleep(for: .seconds(error.retryAfterSeconds ?? pow(2, Double(attempt))))
            }
        }
    }

    func model() -> NSPersistentCloudKitContainer {
        let container = NSPersistentCloudKitContainer(name: "App")
        let entity = container.managedObjectModel.entities[0]
        entity.uniquenessConstraints = [["identifier"]] //! unique-attribute
        return container
    }

    func deliver(zone: CKRecordZone.ID) async throws {
        var token: CKServerChangeToken? = Store.token
        while true {
            let (modified, deleted, newToken, more) = try await db.recordZoneChanges(inZoneWith: zone, since: token) //! token-expiry-unhandled
            Store.token = newToken //! token-before-data
            Store.apply(modified, deleted)
            token = newToken
            if !more { break }
        }
    }

    func spin(zone: CKRecordZone.ID) async throws {
        var more = true
        while more {
            let changes = try await db.recordZoneChanges(inZoneWith: zone, since: Store.token) //! cursor-loop token-not-stored
            Store.apply(changes.modificationResultsByID, changes.deletions)
            more = changes.moreComing
        }
    }

    func zoneSub() async throws {
        let sub = CKRecordZoneSubscription(zoneID: CKRecordZone.default().zoneID) //! share-in-default-zone
        sub.notificationInfo = .init(shouldSendContentAvailable: true)
        try await db.save(sub)
    }
    func parent(_ child: CKRecord) {
        let root = CKRecord(recordType: "Root")
        let item = CKRecord(recordType: "Item", recordID: CKRecord.ID(recordName: "x", zoneID: zone))
        item.setParent(root) //! cross-zone-reference
    }
    func names() -> [CKRecord.ID] {
        [CKRecord.ID(recordName: "日記"), CKRecord.ID(recordName: "diary")] //! invalid-record-name
    }
    func search(_ t: String) async throws -> [CKRecord] {
        let q = CKQuery(recordType: "A", predicate: NSPredicate(format: "name MATCHES %@", t)) //! unsupported-predicate
        let (r, c) = try await db.records(matching: q) //! cursor-dropped
        return try r.map { try $0.1.get() }
    }
}
