import CloudKit

class RetryingClient {
    let database: CKDatabase
    init(database: CKDatabase) { self.database = database }

    func save(_ record: CKRecord, attempts: Int = 0) async throws -> CKRecord {
        do {
            return try await database.save(record)
        } catch let error as CKError {
            switch error.code {
            case .networkFailure, .networkUnavailable, .quotaExceeded, .zoneBusy: //! retry-of-permanent-error
                guard attempts < 5 else { throw error }
                try await Task.sleep(nanoseconds: UInt64(pow(2.0, Double(attempts))) * 1_000_000_000) //! retry-after-ignored
                return try await save(record, attempts: 0) //! retry-limit-resets
            case .zoneNotFound: //! zone-deletion-unhandled
                _ = try await database.save(CKRecordZone(zoneID: record.recordID.zoneID))
                return try await save(record, attempts: attempts + 1)
            case .limitExceeded:
                return try await save(record, attempts: attempts) //! limit-not-split
            default: throw error
            }
        }
    }

    func partial(_ error: Error, id: CKRecord.ID) -> CKError? {
        let ns = error as NSError
        guard let all = ns.userInfo[CKPartialErrorsByItemIDKey] as? [String: CKError] else { return nil } //! partial-errors-cast
        return all[id.recordName]
    }

    func delete(_ id: CKRecord.ID) async {
        try? await database.deleteRecord(withID: id) //! error-swallowed
    }

    func all() async -> [CKRecord] {
        let query = CKQuery(recordType: "Thing", predicate: NSPredicate(value: true)) //! index-required
        query.sortDescriptors = [NSSortDescriptor(key: "modificationDate", ascending: false)] //! index-required
        do {
            let (results, _) = try await database.records(matching: query, resultsLimit: CKQueryOperation.maximumResults) //! cursor-dropped
            return results.compactMap { try? $0.1.get() } //! item-failure-swallowed
        } catch { //! error-swallowed
            print("failed", error)
            return []
        }
    }
    func isRetryable(_ e: CKError) -> Bool {
        [.networkFailure, .serviceUnavailable, .permissionFailure].contains(e.code) //! retry-of-permanent-error
    }
    func overwrite(_ records: [CKRecord]) async throws {
        let result = try await database.modifyRecords(saving: records, deleting: [], savePolicy: .allKeys, atomically: false) //! overwrite-save-policy
        for (id, r) in result.saveResults { handle(id, r) }
    }
    func update(_ thing: Thing) async throws {
        let record = CKRecord(recordType: "Thing", recordID: CKRecord.ID(recordName: thing.id)) //! record-without-system-fields
        record["name"] = thing.name
        try await database.save(record)
    }
    func keyed(_ field: String, _ v: String) -> CKQuery {
        CKQuery(recordType: "Thing", predicate: NSPredicate(format: "%@ BEGINSWITH %@", field, v)) //! unsupported-predicate
    }
    func run(_ records: [CKRecord]) {
        let op = CKModifyRecordsOperation(recordsToSave: Array(records.prefix(400)))
        op.modifyRecordsResultBlock = { result in //! result-block-without-item-block
            if case .failure(let e) = result { print(e) }
        }
        database.add(op)
    }
}
