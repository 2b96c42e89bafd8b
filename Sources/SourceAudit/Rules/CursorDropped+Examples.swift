extension CursorDropped {
  var examples: Examples {
    Examples(
      triggering: [
        """
        import CloudKit
        func all(_ query: CKQuery, in database: CKDatabase) async throws -> Int {
          let (found, ↓_) = try await database.records(matching: query)
          return found.count
        }
        """,
        """
        import CloudKit
        func all(_ query: CKQuery, in database: CKDatabase) async throws -> Int {
          let answer = try await database.↓records(matching: query)
          return answer.matchResults.count
        }
        """,
        """
        import CloudKit
        func all(_ query: CKQuery, in database: CKDatabase) async throws -> Int {
          try await database.↓records(matching: query, resultsLimit: 400).matchResults.count
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          let operation = CKQueryOperation(query: query)
          operation.recordMatchedBlock = { _, result in keep(result) }
          operation.queryResultBlock = ↓{ result in
            if case .failure(let error) = result { show(error) }
          }
          database.add(operation)
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          let operation = CKQueryOperation(query: query)
          operation.queryCompletionBlock = ↓{ _, error in finish(error) }
          database.add(operation)
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          database.fetch(withQuery: query) { result in
            switch result {
            case .success((let found, ↓_)): keep(found)
            case .failure(let error): show(error)
            }
          }
        }
        """,
        """
        import CloudKit
        func next(_ operation: CKQueryOperation, in database: CKDatabase) {
          operation.queryCompletionBlock = { cursor, error in
            if let cursor { database.add(↓CKQueryOperation(cursor: cursor)) } else { finish(error) }
          }
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          let operation = ↓CKQueryOperation(query: query)
          operation.recordMatchedBlock = { _, result in keep(result) }
          database.add(operation)
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          database.↓fetch(withQuery: query) { result in
            if case .success(let page) = result { keep(page.matchResults) } else { fail(result) }
          }
        }
        """,
        """
        import CloudKit
        func all(_ query: CKQuery, _ database: CKDatabase) async -> [Item] {
          let page = try? await database.↓records(matching: query)
          return items(page?.matchResults ?? [])
        }
        """,
        """
        import CloudKit
        func all(_ query: CKQuery, _ database: CKDatabase) async -> [Item] {
          guard let page = try? await database.↓records(matching: query) else { return [] }
          return items(page.matchResults)
        }
        """,
        """
        import CloudKit
        func all(_ query: CKQuery, _ database: CKDatabase) async -> [Item] {
          items((try? await database.↓records(matching: query))?.matchResults ?? [])
        }
        """,
      ],
      nonTriggering: [
        """
        import CloudKit
        func all(_ query: CKQuery, _ database: CKDatabase) async -> [Item] {
          let page = try? await database.records(matching: query)
          guard let page else { return [] }
          return items(page.matchResults) + rest(page.queryCursor)
        }
        """,
        """
        final class CKDatabase {
          func first(_ query: CKQuery, then done: @escaping (Error?) -> Void) {
            let operation = CKQueryOperation(query: query)
            operation.queryCompletionBlock = { _, error in done(error) }
          }
        }
        """,
        """
        import CloudKit
        func all(_ query: CKQuery, in database: CKDatabase) async throws -> Int {
          var (found, cursor) = try await database.records(matching: query)
          while let next = cursor {
            let page = try await database.records(continuingMatchFrom: next)
            found += page.matchResults
            cursor = page.queryCursor
          }
          return found.count
        }
        """,
        """
        import CloudKit
        func exists(_ query: CKQuery, in database: CKDatabase) async throws -> Bool {
          let (found, _) = try await database.records(matching: query, resultsLimit: 1)
          return !found.isEmpty
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          let operation = CKQueryOperation(query: query)
          operation.recordMatchedBlock = { _, result in keep(result) }
          operation.queryResultBlock = { result in
            if case .success(let cursor?) = result { next(cursor) }
          }
          database.add(operation)
        }
        """,
        """
        import CloudKit
        func run(_ query: CKQuery, in database: CKDatabase) {
          let operation = CKQueryOperation(query: query)
          operation.resultsLimit = 1
          operation.queryResultBlock = { result in continuation.resume(with: result.map { _ in }) }
          database.add(operation)
        }
        """,
        "let (rows, _) = try await sql.records(for: query)",
        """
        import CloudKit
        func newest(_ query: CKQuery, in database: CKDatabase) async throws -> CKRecord? {
          let (found, _) = try await database.records(matching: query)
          return try found.first?.1.get()
        }
        """,
      ])
  }
}
