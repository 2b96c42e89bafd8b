extension ItemFailureSwallowed {
  var examples: Examples {
    Examples(
      triggering: [
        """
        import CloudKit
        func read(_ page: [(CKRecord.ID, Result<CKRecord, Error>)], matchResults: [Int]) -> [CKRecord] {
          page.compactMap { ↓try? $0.1.get() }
        }
        """,
        """
        import CloudKit
        func read(_ query: CKQuery, _ database: CKDatabase) async throws {
          for (_, result) in try await database.records(matching: query).matchResults {
            switch result {
            case .success(let record): keep(record)
            ↓case .failure: continue
            }
          }
        }
        """,
        """
        import CloudKit
        func run(_ operation: CKQueryOperation) {
          operation.recordMatchedBlock = { _, result in
            ↓if case .success(let record) = result { keep(record) }
          }
        }
        """,
        """
        import CloudKit
        func read(_ query: CKQuery, _ database: CKDatabase) async throws {
          let page = try await database.records(matching: query)
          ↓for case (_, .success(let record)) in page.matchResults { keep(record) }
        }
        """,
        """
        import CloudKit
        func save(_ records: [CKRecord], _ database: CKDatabase) async throws {
          _ = try await database.↓modifyRecords(saving: records, deleting: [])
        }
        """,
        """
        import CloudKit
        func read(_ query: CKQuery, _ database: CKDatabase) async throws -> [Note] {
          let (results, cursor) = try await database.records(matching: query)
          remember(cursor)
          return results.compactMap { _, result in
            ↓guard case .success(let record) = result else { return nil }
            return Note(record)
          }
        }
        """,
        """
        import CloudKit
        func run(_ operation: CKModifyRecordsOperation) {
          operation.perRecordSaveBlock = ↓{ _, _ in }
        }
        """,
      ],
      nonTriggering: [
        """
        import CloudKit
        func read(_ query: CKQuery, _ database: CKDatabase) async throws {
          for (id, result) in try await database.records(matching: query).matchResults {
            switch result {
            case .success(let record): keep(record)
            case .failure(let error): failures[id] = error
            }
          }
        }
        """,
        """
        import CloudKit
        func run(_ operation: CKQueryOperation) {
          operation.recordMatchedBlock = { id, result in
            guard let record = try? result.get() else { return failed(id) }
            keep(record)
          }
        }
        """,
        """
        import CloudKit
        func save(_ records: [CKRecord], _ database: CKDatabase) async throws {
          let (saved, _) = try await database.modifyRecords(saving: records, deleting: [])
          for (id, result) in saved { note(id, result) }
        }
        """,
        """
        func read(_ results: [Result<Int, Error>]) -> [Int] { results.compactMap { try? $0.get() } }
        """,
        """
        import CloudKit
        func name(of result: Result<Int, Error>) -> Int? { try? result.get() }
        """,
      ])
  }
}
