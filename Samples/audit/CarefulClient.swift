import CloudKit
import UIKit

// near misses: nothing here except what is marked
final class Good {
    let db: CKDatabase = CKContainer.default().privateCloudDatabase
    var tokens: [CKRecordZone.ID: CKServerChangeToken] = [:]

    func status(_ done: @escaping (CKAccountStatus) -> Void) {
        CKContainer.default().accountStatus { status, error in
            if let error { print(error) }
            done(status)
        }
    }

    func save(_ record: CKRecord, attempt: Int = 0) async throws -> CKRecord {
        do {
            return try await db.save(record)
        } catch let error as CKError where error.code == .serverRecordChanged {
            guard let server = error.serverRecord, attempt < 3 else { throw error }
            for key in record.changedKeys() { server[key] = record[key] }
            return try await save(server, attempt: attempt + 1)
        } catch let error as CKError {
            if let wait = error.retryAfterSeconds, attempt < 3 {
                try await Task.sleep(for: .seconds(wait))
                return try await save(record, attempt: attempt + 1)
            }
            throw error
        }
    }

    func upload(_ records: [CKRecord]) async throws {
        for chunk in records.chunked(into: 400) {
            let (saved, _) = try await db.modifyRecords(saving: chunk, deleting: [])
            for (id, result) in saved {
                do { keep(try result.get()) } catch { failures[id] = error }
            }
        }
    }

    func pull(_ zone: CKRecordZone.ID) async throws {
        do {
            var more = true
            while more {
                let page = try await db.recordZoneChanges(inZoneWith: zone, since: tokens[zone])
                for (id, result) in page.modificationResultsByID {
                    switch result {
                    case .success(let modification): apply(modification.record)
                    case .failure(let error): failures[id] = error
                    }
                }
                page.deletions.forEach { remove($0.recordID) }
                tokens[zone] = page.changeToken
                more = page.moreComing
            }
        } catch let error as CKError {
            switch error.code {
            case .changeTokenExpired: tokens[zone] = nil
            case .zoneNotFound, .userDeletedZone: askUser(zone)
            case .notAuthenticated: showSignIn()
            case .quotaExceeded: showStorageFull()
            case .partialFailure: handle(error.partialErrorsByItemID ?? [:])
            default: throw error
            }
        }
    }

    func search(_ words: [String]) -> CKQuery {
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "tags CONTAINS %@", words[0]), //! index-required
            NSPredicate(format: "ANY tags IN %@", words), //! index-required
            NSPredicate(format: "date BETWEEN %@ AND NOT (kind == %@)", [Date(), Date()], "x"), //! index-required
        ])
        return CKQuery(recordType: "Note", predicate: predicate)
    }

    func local(_ notes: [Note], _ text: String) -> [Note] {
        (notes as NSArray).filtered(using: NSPredicate(format: "title LIKE[cd] %@ OR body ENDSWITH %@", text, text)) as! [Note]
    }

    func exists(_ id: CKRecord.ID) async -> Bool {
        (try? await db.record(for: id)) != nil
    }

    func subscribe() async throws {
        let subscription = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "zone")
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        subscription.notificationInfo = info
        do { _ = try await db.save(subscription) } catch let error as CKError where error.code == .serverRejectedRequest { }
    }

    func present(_ record: CKRecord, from controller: UIViewController) {
        let sharing: UICloudSharingController
        if let reference = record.share {
            sharing = existing(reference)
        } else {
            sharing = UICloudSharingController { _, completion in
                let share = CKShare(rootRecord: record)
                self.store([record, share]) { error in completion(share, CKContainer.default(), error) }
            }
        }
        controller.present(sharing, animated: true)
    }

    func page(_ query: CKQuery, cursor: CKQueryOperation.Cursor? = nil, done: @escaping (Result<[CKRecord], Error>) -> Void) {
        let operation = cursor.map { CKQueryOperation(cursor: $0) } ?? CKQueryOperation(query: query)
        var found: [CKRecord] = []
        operation.recordMatchedBlock = { _, result in
            switch result {
            case .success(let record): found.append(record)
            case .failure(let error): log(error)
            }
        }
        operation.queryResultBlock = { result in
            switch result {
            case .success(let next):
                if let next { self.page(query, cursor: next, done: done) } else { done(.success(found)) }
            case .failure(let error): done(.failure(error))
            }
        }
        db.add(operation)
    }

    func title(_ record: CKRecord) -> String { record["title"] as? String ?? "" }

    func ref(_ note: CKRecord, _ zone: CKRecordZone.ID) {
        let item = CKRecord(recordType: "Item", recordID: .init(recordName: UUID().uuidString, zoneID: zone))
        item["note"] = CKRecord.Reference(record: note, action: .deleteSelf)
    }

    func async(_ zone: CKRecordZone.ID) async throws {
        let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zone], configurationsByRecordZoneID: nil)
        try await withCheckedThrowingContinuation { (c: CheckedContinuation<Void, Error>) in
            operation.recordWasChangedBlock = { id, result in self.handle(id, result) }
            operation.recordZoneFetchResultBlock = { id, result in self.finish(id, result) }
            operation.fetchRecordZoneChangesResultBlock = { c.resume(with: $0) }
            db.add(operation)
        }
    }
}
