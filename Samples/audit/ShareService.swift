import CloudKit

actor ShareService {
    let container = CKContainer(identifier: "iCloud.app")

    func prepareShare(for record: CKRecord) async throws -> CKShare {
        let share = CKShare(rootRecord: record) //! share-replaced
        share.publicPermission = .none
        _ = try await container.privateCloudDatabase.modifyRecords(saving: [record, share], deleting: []) //! item-failure-swallowed
        return share
    }

    func ensureShare(for record: CKRecord) async throws -> CKShare {
        if let ref = record.share, let share = try await container.privateCloudDatabase.record(for: ref.recordID) as? CKShare {
            return share
        }
        return CKShare(rootRecord: record)
    }

    func accountChanged() async throws {
        let status = try await container.accountStatus()
        if status == .available {
            await start()
        } else {
            try await LocalStore.shared.deleteAllRecords() //! account-status-wipes-data
        }
    }

    func accountChangedWell() async throws {
        switch try await container.accountStatus() {
        case .available: await start()
        case .noAccount: try await LocalStore.shared.deleteAllRecords()
        case .restricted, .couldNotDetermine, .temporarilyUnavailable: await pause()
        @unknown default: await pause()
        }
    }

    func didChange(_ a: CKShare, _ b: CKShare) -> Bool {
        a.participants == b.participants //! participant-comparison
    }

    func me(_ share: CKShare, _ p: CKShare.Participant) -> Bool { p == share.currentUserParticipant }
}
