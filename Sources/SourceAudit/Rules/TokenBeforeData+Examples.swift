/// The examples of a database token that is stored past the failure of a zone.
extension ZoneFailurePassedOver {
  static let triggering: [Example] = [
    """
    import CloudKit
    func pull(_ zones: [CKRecordZone.ID], upTo token: CKServerChangeToken, _ database: CKDatabase) {
      let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: zones)
      operation.recordWasChangedBlock = { _, result in self.apply(result) }
      operation.recordZoneFetchResultBlock = { zone, result in
        switch result {
        case .success(let answer): self.store.zoneTokens[zone] = answer.serverChangeToken
        case .failure(let error): logger.error("\\(zone): \\(error)")
        }
      }
      operation.fetchRecordZoneChangesResultBlock = { result in
        if case .success = result { ↓self.store.databaseToken = token }
      }
      database.add(operation)
    }
    """,
    """
    import CloudKit
    func pull(_ database: CKDatabase) async throws {
      let changes = try await database.databaseChanges(since: store.databaseToken)
      for modification in changes.modifications {
        do {
          let answer = try await database.recordZoneChanges(inZoneWith: modification.zoneID, since: nil)
          apply(answer.modificationResultsByID, answer.changeToken)
        } catch {
          print(error)
        }
      }
      ↓store.databaseToken = changes.changeToken
    }
    """,
  ]

  static let nonTriggering: [Example] = [
    """
    import CloudKit
    func pull(_ zones: [CKRecordZone.ID], upTo token: CKServerChangeToken, _ database: CKDatabase) {
      let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: zones)
      var failed: Set<CKRecordZone.ID> = []
      operation.recordZoneFetchResultBlock = { zone, result in
        switch result {
        case .success(let answer): self.store.zoneTokens[zone] = answer.serverChangeToken
        case .failure: failed.insert(zone)
        }
      }
      operation.fetchRecordZoneChangesResultBlock = { _ in
        if failed.isEmpty { self.store.databaseToken = token }
      }
      database.add(operation)
    }
    """,
    """
    import CloudKit
    func pull(_ zones: [CKRecordZone.ID], upTo token: CKServerChangeToken, _ database: CKDatabase) {
      let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: zones)
      var newTokens: [CKRecordZone.ID: CKServerChangeToken] = [:]
      operation.recordZoneFetchResultBlock = { zone, result in
        switch result {
        case .success(let answer): newTokens[zone] = answer.serverChangeToken
        case .failure(let error): logger.error("\\(zone): \\(error)")
        }
      }
      operation.fetchRecordZoneChangesResultBlock = { _ in self.store.save(newTokens) }
      database.add(operation)
    }
    """,
    """
    import CloudKit
    func pull(_ database: CKDatabase) async throws {
      let changes = try await database.databaseChanges(since: store.databaseToken)
      for modification in changes.modifications {
        let answer = try await database.recordZoneChanges(inZoneWith: modification.zoneID, since: nil)
        apply(answer.modificationResultsByID, answer.changeToken)
      }
      store.databaseToken = changes.changeToken
    }
    """,
    """
    import CloudKit
    func pull(_ database: CKDatabase) async throws {
      let changes = try await database.databaseChanges(since: store.databaseToken)
      var isComplete = true
      for modification in changes.modifications {
        do {
          let answer = try await database.recordZoneChanges(inZoneWith: modification.zoneID, since: nil)
          apply(answer.modificationResultsByID, answer.changeToken)
        } catch {
          isComplete = false
        }
      }
      if isComplete { store.databaseToken = changes.changeToken }
    }
    """,
  ]
}
