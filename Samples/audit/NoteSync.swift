import CloudKit

final class NoteSync {
    let db = CKContainer.default().privateCloudDatabase //! account-status-unchecked
    private var pendingNotes: [CKRecord] = []

    // conflict: Combine style
    func saveNote(_ record: CKRecord) -> Future<CKRecord, Error> {
        Future { promise in
            self.db.save(record) { saved, error in
                if let ckError = error as? CKError {
                    if ckError.code == .serverRecordChanged {
                        self.saveNote(record).sink(receiveCompletion: { _ in }, receiveValue: { _ in }) //! conflict-unmerged
                    } else {
                        promise(.failure(ckError))
                    }
                } else if let saved { promise(.success(saved)) }
            }
        }
    }

    func upload(_ records: [CKRecord], completion: @escaping (Error?) -> Void) {
        let op = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil) //! limit-not-split
        op.modifyRecordsCompletionBlock = { [weak self] _, _, error in
            guard let error = error as? CKError else { completion(nil); return }
            switch error.code {
            case .partialFailure:
                DispatchQueue.main.asyncAfter(deadline: .now() + 5) {
                    self?.upload(records, completion: completion) //! retry-whole-batch
                }
            case .requestRateLimited, .serviceUnavailable:
                DispatchQueue.global().asyncAfter(deadline: .now() + 30) { //! retry-after-ignored
                    self?.upload(records, completion: completion)
                }
            case .notAuthenticated, .networkFailure: //! retry-of-permanent-error
                self?.retryUpload(records, completion)
            default:
                completion(error)
            }
        }
        db.add(op)
    }

    func retryUpload(_ records: [CKRecord], _ completion: @escaping (Error?) -> Void) {
        upload(records, completion: completion)
    }

    func subscribe() {
        let sub = CKDatabaseSubscription(subscriptionID: "all") //! subscription-without-push
        db.save(sub) { _, _ in } //! error-swallowed
    }

    func find(_ text: String) async throws -> [CKRecord] {
        let predicate = NSPredicate(format: "title CONTAINS[cd] %@ || body CONTAINS[cd] %@", text, text) //! unsupported-predicate
        let query = CKQuery(recordType: "Note", predicate: predicate)
        let response = try await db.records(matching: query) //! cursor-dropped
        return response.matchResults.compactMap { try? $0.1.get() } //! item-failure-swallowed
    }
}
