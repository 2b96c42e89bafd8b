import CloudKit
import Combine

final class CloudRepository: ObservableObject {
    @Published var items: [Item] = []
    private let container = CKContainer(identifier: "iCloud.repo")
    private lazy var database = container.privateCloudDatabase
    private let defaults = UserDefaults.standard
    private let zoneID = CKRecordZone.ID(zoneName: "Items", ownerName: CKCurrentUserDefaultName)

    // 1: wraps in continuation and swallows
    func fetchAll() async -> [CKRecord] {
        await withCheckedContinuation { continuation in
            let query = CKQuery(recordType: "Item", predicate: NSPredicate(value: true)) //! index-required
            let operation = CKQueryOperation(query: query)
            var records: [CKRecord] = []
            operation.recordMatchedBlock = { _, result in
                if let record = try? result.get() { records.append(record) } //! item-failure-swallowed
            }
            operation.queryResultBlock = { _ in //! cursor-dropped error-swallowed
                continuation.resume(returning: records)
            }
            database.add(operation)
        }
    }

    // 2: fetch changes, token first
    func fetchChanges() {
        let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
        configuration.previousServerChangeToken = loadToken()
        let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: configuration]) //! token-expiry-unhandled
        var changed = [CKRecord]()
        operation.recordWasChangedBlock = { _, result in
            switch result {
            case .success(let record): changed.append(record)
            case .failure(let error): print(error)
            }
        }
        operation.recordZoneChangeTokensUpdatedBlock = { [weak self] _, token, _ in
            self?.saveToken(token) //! token-before-data
        }
        operation.recordZoneFetchResultBlock = { [weak self] _, result in
            if case let .success((token, _, _)) = result {
                self?.saveToken(token) //! token-before-data
            }
        }
        operation.fetchRecordZoneChangesResultBlock = { [weak self] result in
            DispatchQueue.main.async {
                if case .success = result { self?.merge(changed) }
            }
        }
        database.add(operation)
    }

    // 3: errors by NSError code
    func handle(_ error: NSError, record: CKRecord) {
        guard error.domain == CKErrorDomain else { return }
        switch error.code {
        case CKError.serverRecordChanged.rawValue:
            save(record) //! conflict-unmerged
        case CKError.Code.zoneNotFound.rawValue: //! zone-deletion-unhandled
            createZone { self.save(record) }
        case CKError.Code.requestRateLimited.rawValue:
            DispatchQueue.main.asyncAfter(deadline: .now() + 10) { self.save(record) } //! retry-after-ignored
        default: break
        }
    }

    func save(_ record: CKRecord) {
        database.save(record) { [weak self] _, error in
            if let error = error as NSError? { self?.handle(error, record: record) }
        }
    }

    // 4: Combine retry of everything
    func push(_ records: [CKRecord]) -> AnyPublisher<Void, Error> {
        Deferred {
            Future { promise in
                let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil) //! limit-not-split
                operation.modifyRecordsResultBlock = { promise($0) } //! result-block-without-item-block
                self.database.add(operation)
            }
        }
        .tryCatch { error -> AnyPublisher<Void, Error> in
            guard let ckError = error as? CKError, ckError.code == .partialFailure else { throw error }
            return self.push(records) //! retry-whole-batch
        }
        .eraseToAnyPublisher()
    }

    // 5: account
    func observeAccount() {
        NotificationCenter.default.addObserver(forName: .CKAccountChanged, object: nil, queue: .main) { [weak self] _ in
            self?.container.accountStatus { status, _ in
                switch status {
                case .available: self?.fetchChanges()
                case .noAccount, .restricted, .couldNotDetermine: self?.wipeLocalData() //! account-status-wipes-data
                default: break
                }
            }
        }
    }
    func wipeLocalData() { items = []; try? FileManager.default.removeItem(at: storeURL) }

    // 6: delete loop
    func deleteAll(_ ids: [CKRecord.ID]) async {
        for id in ids { _ = try? await database.deleteRecord(withID: id) } //! error-swallowed
    }

    // 7 subscription
    func subscribe() {
        let subscription = CKQuerySubscription(recordType: "Item", predicate: NSPredicate(value: true), options: .firesOnRecordCreation)
        let operation = CKModifySubscriptionsOperation(subscriptionsToSave: [subscription], subscriptionIDsToDelete: nil)
        subscription.notificationInfo = CKSubscription.NotificationInfo() //! subscription-without-push
        operation.modifySubscriptionsResultBlock = { _ in self.defaults.set(true, forKey: "subscribed") } //! error-swallowed result-block-without-item-block
        database.add(operation)
    }

    // 8: sharing
    func shareItem(_ item: Item, completion: @escaping (CKShare?, Error?) -> Void) {
        let record = item.record
        let share = CKShare(rootRecord: record) //! share-replaced
        let operation = CKModifyRecordsOperation(recordsToSave: [record, share])
        operation.savePolicy = .allKeys //! overwrite-save-policy
        operation.perRecordSaveBlock = { id, result in
            if case .failure(let error) = result { completion(nil, error) }
        }
        operation.modifyRecordsResultBlock = { result in
            switch result {
            case .success: completion(share, nil)
            case .failure(let error): completion(nil, error)
            }
        }
        database.add(operation)
    }

    // 9: partial
    func failedIDs(_ error: Error) -> [String] {
        guard let error = error as? CKError, let partial = error.partialErrorsByItemID as? [String: Error] else { return [] } //! partial-errors-cast
        return Array(partial.keys)
    }

    // 10: infinite paging
    func loadPage(_ query: CKQuery) {
        let op = CKQueryOperation(query: query)
        op.resultsLimit = 50
        op.recordMatchedBlock = { id, result in self.handle(id, result) }
        op.queryResultBlock = { result in
            switch result {
            case .success(let cursor):
                if cursor != nil {
                    self.loadPage(query) //! cursor-loop
                }
            case .failure(let error): self.report(error)
            }
        }
        database.add(op)
    }

    // 11
    func orQuery(_ a: String, _ b: String) -> CKQuery {
        let first = NSPredicate(format: "name == %@", a) //! index-required
        let second = NSPredicate(format: "name == %@", b) //! index-required
        let either = NSCompoundPredicate(type: .or, subpredicates: [first, second]) //! unsupported-predicate
        return CKQuery(recordType: "Item", predicate: either)
    }

    // 12
    func count(_ record: CKRecord) -> Int { (record["count"] as! NSNumber).intValue } //! record-value-forced
    func loadToken() -> CKServerChangeToken? { nil }
    func saveToken(_ token: CKServerChangeToken?) {}
}
