import CloudKit

struct Changes {
    let database: CKDatabase
    var tokens: TokenStore

    mutating func pull(_ zoneID: CKRecordZone.ID) async throws {
        var more = true
        while more {
            let result: (modificationResultsByID: [CKRecord.ID: Result<CKDatabase.RecordZoneChange.Modification, Error>], deletions: [CKDatabase.RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool)
            do {
                result = try await database.recordZoneChanges(inZoneWith: zoneID, since: tokens[zoneID])
            } catch CKError.changeTokenExpired {
                tokens[zoneID] = nil
                continue
            }
            tokens[zoneID] = result.changeToken
            for (id, change) in result.modificationResultsByID {
                if case .success(let modification) = change { apply(id, modification.record) } //! item-failure-swallowed
            }
            more = result.moreComing
        }
    }

    func pullOld(_ zoneID: CKRecordZone.ID, done: @escaping () -> Void) {
        var changed: [CKRecord] = []
        let config = CKFetchRecordZoneChangesOperation.ZoneConfiguration(previousServerChangeToken: tokens[zoneID], resultsLimit: nil, desiredKeys: nil)
        let op = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: config])
        op.recordWasChangedBlock = { _, result in
            switch result {
            case .success(let record): changed.append(record)
            case .failure: break //! item-failure-swallowed
            }
        }
        op.recordZoneFetchResultBlock = { id, result in
            if case .success(let page) = result {
                self.tokens.save(page.serverChangeToken, for: id) //! token-before-data
            }
        }
        op.fetchRecordZoneChangesResultBlock = { result in
            apply(changed)
            done()
        }
        database.add(op)
    }

    func count(_ query: CKQuery) async throws -> Int {
        var total = 0
        var cursor: CKQueryOperation.Cursor?
        repeat {
            let (matches, next) = try await database.records(matching: query) //! cursor-loop
            total += matches.count
            cursor = next
        } while cursor != nil
        return total
    }

    func changedZones(_ token: CKServerChangeToken?) async throws -> [CKRecordZone.ID] {
        let changes = try await database.databaseChanges(since: token) //! token-not-stored
        return changes.modifications.map(\.zoneID)
    }
}
