extension RetiredAPI {
  /// Completion and per-item blocks of operations.
  static let blocks = """
    property CKQueryOperation recordFetchedBlock
      deprecated iOS 15.0
      use CKQueryOperation.recordMatchedBlock
      async CKDatabase.records(matching:inZoneWith:desiredKeys:resultsLimit:)
      new var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    property CKQueryOperation queryCompletionBlock
      deprecated iOS 15.0
      use CKQueryOperation.queryResultBlock
      async CKDatabase.records(matching:inZoneWith:desiredKeys:resultsLimit:) /
        records(continuingMatchFrom:desiredKeys:resultsLimit:)
      new var queryResultBlock: ((Result<CKQueryOperation.Cursor?, any Error>) -> Void)?
    property CKFetchRecordsOperation perRecordCompletionBlock
      deprecated iOS 15.0
      use CKFetchRecordsOperation.perRecordResultBlock
      async CKDatabase.records(for:desiredKeys:)
      new var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    property CKFetchRecordsOperation fetchRecordsCompletionBlock
      deprecated iOS 15.0
      use CKFetchRecordsOperation.fetchRecordsResultBlock
      also perRecordResultBlock
      async CKDatabase.records(for:desiredKeys:)
      new var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKModifyRecordsOperation perRecordCompletionBlock
      deprecated iOS 15.0
      use CKModifyRecordsOperation.perRecordSaveBlock
      also perRecordDeleteBlock
      async CKDatabase.modifyRecords(saving:deleting:savePolicy:atomically:)
      new var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    property CKModifyRecordsOperation modifyRecordsCompletionBlock
      deprecated iOS 15.0
      use CKModifyRecordsOperation.modifyRecordsResultBlock
      also perRecordSaveBlock, perRecordDeleteBlock
      async CKDatabase.modifyRecords(saving:deleting:savePolicy:atomically:)
      new var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchRecordZoneChangesOperation recordChangedBlock
      deprecated iOS 15.0
      use CKFetchRecordZoneChangesOperation.recordWasChangedBlock
      async CKDatabase.recordZoneChanges(inZoneWith:since:desiredKeys:resultsLimit:)
      new var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    property CKFetchRecordZoneChangesOperation recordZoneFetchCompletionBlock
      deprecated iOS 15.0
      use CKFetchRecordZoneChangesOperation.recordZoneFetchResultBlock
      async CKDatabase.recordZoneChanges(…)
      new var recordZoneFetchResultBlock: ((CKRecordZone.ID, Result<(serverChangeToken: CKServerChangeToken,
        clientChangeTokenData: Data?, moreComing: Bool), any Error>) -> Void)?
    property CKFetchRecordZoneChangesOperation fetchRecordZoneChangesCompletionBlock
      deprecated iOS 15.0
      use CKFetchRecordZoneChangesOperation.fetchRecordZoneChangesResultBlock
      also recordZoneFetchResultBlock
      async CKDatabase.recordZoneChanges(…)
      new var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchDatabaseChangesOperation fetchDatabaseChangesCompletionBlock
      deprecated iOS 15.0
      use CKFetchDatabaseChangesOperation.fetchDatabaseChangesResultBlock
      async CKDatabase.databaseChanges(since:resultsLimit:)
      new var fetchDatabaseChangesResultBlock: ((Result<(serverChangeToken: CKServerChangeToken, moreComing:
        Bool), any Error>) -> Void)?
    property CKModifyRecordZonesOperation modifyRecordZonesCompletionBlock
      deprecated iOS 15.0
      use CKModifyRecordZonesOperation.modifyRecordZonesResultBlock
      also perRecordZoneSaveBlock, perRecordZoneDeleteBlock
      async CKDatabase.modifyRecordZones(saving:deleting:)
      new var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchRecordZonesOperation fetchRecordZonesCompletionBlock
      deprecated iOS 15.0
      use CKFetchRecordZonesOperation.fetchRecordZonesResultBlock
      also perRecordZoneResultBlock
      async CKDatabase.recordZones(for:) / allRecordZones()
      new var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKModifySubscriptionsOperation modifySubscriptionsCompletionBlock
      deprecated iOS 15.0
      use CKModifySubscriptionsOperation.modifySubscriptionsResultBlock
      also perSubscriptionSaveBlock, perSubscriptionDeleteBlock
      async CKDatabase.modifySubscriptions(saving:deleting:)
      new var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchSubscriptionsOperation fetchSubscriptionCompletionBlock
      deprecated iOS 15.0
      use CKFetchSubscriptionsOperation.fetchSubscriptionsResultBlock
      also perSubscriptionResultBlock
      async CKDatabase.subscriptions(for:) / allSubscriptions()
      new var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKAcceptSharesOperation perShareCompletionBlock
      deprecated iOS 15.0
      use CKAcceptSharesOperation.perShareResultBlock
      async CKContainer.accept(_:)
      new var perShareResultBlock: ((CKShare.Metadata, Result<CKShare, any Error>) -> Void)?
    property CKAcceptSharesOperation acceptSharesCompletionBlock
      deprecated iOS 15.0
      use CKAcceptSharesOperation.acceptSharesResultBlock
      also perShareResultBlock
      async CKContainer.accept(_:)
      new var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchShareMetadataOperation perShareMetadataBlock
      deprecated iOS 15.0
      use CKFetchShareMetadataOperation.perShareMetadataResultBlock
      async CKContainer.shareMetadatas(for:) / shareMetadata(for:)
      new var perShareMetadataResultBlock: ((URL, Result<CKShare.Metadata, any Error>) -> Void)?
    property CKFetchShareMetadataOperation fetchShareMetadataCompletionBlock
      deprecated iOS 15.0
      use CKFetchShareMetadataOperation.fetchShareMetadataResultBlock
      also perShareMetadataResultBlock
      async CKContainer.shareMetadatas(for:) / shareMetadata(for:)
      new var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchShareParticipantsOperation shareParticipantFetchedBlock
      deprecated iOS 15.0
      use CKFetchShareParticipantsOperation.perShareParticipantResultBlock
      async CKContainer.shareParticipant(forEmailAddress:|forPhoneNumber:|forUserRecordID:)
      new var perShareParticipantResultBlock: ((CKUserIdentity.LookupInfo, Result<CKShare.Participant, any Error>)
        -> Void)?
    property CKFetchShareParticipantsOperation fetchShareParticipantsCompletionBlock
      deprecated iOS 15.0
      use CKFetchShareParticipantsOperation.fetchShareParticipantsResultBlock
      also perShareParticipantResultBlock
      new var fetchShareParticipantsResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchWebAuthTokenOperation fetchWebAuthTokenCompletionBlock
      deprecated iOS 15.0
      use CKFetchWebAuthTokenOperation.fetchWebAuthTokenResultBlock
      new var fetchWebAuthTokenResultBlock: ((Result<String, any Error>) -> Void)?
    property CKDiscoverUserIdentitiesOperation discoverUserIdentitiesCompletionBlock
      deprecated iOS 15.0
      use CKDiscoverUserIdentitiesOperation.discoverUserIdentitiesResultBlock
      new var discoverUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKDiscoverAllUserIdentitiesOperation discoverAllUserIdentitiesCompletionBlock
      deprecated iOS 15.0
      use CKDiscoverAllUserIdentitiesOperation.discoverAllUserIdentitiesResultBlock
      new var discoverAllUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
    property CKFetchRecordChangesOperation recordChangedBlock
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.recordWasChangedBlock
      member of a deprecated type
    property CKFetchRecordChangesOperation recordWithIDWasDeletedBlock
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.recordWithIDWasDeletedBlock
      member of a deprecated type
    property CKFetchRecordChangesOperation fetchRecordChangesCompletionBlock
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.fetchRecordZoneChangesResultBlock
      member of a deprecated type
    property CKDiscoverUserIdentitiesOperation userIdentityDiscoveredBlock
      deprecated iOS 17.0
      member of a deprecated type
    property CKDiscoverUserIdentitiesOperation discoverUserIdentitiesResultBlock
      deprecated iOS 17.0
      member of a deprecated type
    property CKDiscoverAllUserIdentitiesOperation userIdentityDiscoveredBlock
      deprecated iOS 17.0
      member of a deprecated type
    property CKDiscoverAllUserIdentitiesOperation discoverAllUserIdentitiesResultBlock
      deprecated iOS 17.0
      member of a deprecated type
    """
}
