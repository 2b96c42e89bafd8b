extension LegacyPair {
  /// Owner, function, async twin, first iOS version of the twin.
  static let text = """
    CKDatabase fetch(withRecordID:completionHandler:)
      record(for:) iOS 13.0
    CKDatabase save(_:completionHandler:)
      save(_:) iOS 13.0
    CKDatabase delete(withRecordID:completionHandler:)
      deleteRecord(withID:) iOS 13.0
    CKDatabase fetchAllRecordZones(completionHandler:)
      allRecordZones() iOS 13.0
    CKDatabase fetch(withRecordZoneID:completionHandler:)
      recordZone(for:) iOS 13.0
    CKDatabase delete(withRecordZoneID:completionHandler:)
      deleteRecordZone(withID:) iOS 13.0
    CKDatabase fetch(withSubscriptionID:completionHandler:)
      subscription(for:) iOS 13.0
    CKDatabase fetchAllSubscriptions(completionHandler:)
      allSubscriptions() iOS 13.0
    CKDatabase delete(withSubscriptionID:completionHandler:)
      deleteSubscription(withID:) iOS 13.0
    CKDatabase fetch(withRecordIDs:desiredKeys:completionHandler:)
      records(for:desiredKeys:) iOS 15.0
    CKDatabase modifyRecords(saving:deleting:savePolicy:atomically:completionHandler:)
      modifyRecords(saving:deleting:savePolicy:atomically:) iOS 15.0
    CKDatabase fetch(withQuery:inZoneWith:desiredKeys:resultsLimit:completionHandler:)
      records(matching:inZoneWith:desiredKeys:resultsLimit:) iOS 15.0
    CKDatabase fetch(withCursor:desiredKeys:resultsLimit:completionHandler:)
      records(continuingMatchFrom:desiredKeys:resultsLimit:) iOS 15.0
    CKDatabase fetch(withRecordZoneIDs:completionHandler:)
      recordZones(for:) iOS 15.0
    CKDatabase modifyRecordZones(saving:deleting:completionHandler:)
      modifyRecordZones(saving:deleting:) iOS 15.0
    CKDatabase fetch(withSubscriptionIDs:completionHandler:)
      subscriptions(for:) iOS 15.0
    CKDatabase modifySubscriptions(saving:deleting:completionHandler:)
      modifySubscriptions(saving:deleting:) iOS 15.0
    CKDatabase fetchDatabaseChanges(since:resultsLimit:completionHandler:)
      databaseChanges(since:resultsLimit:) iOS 15.0
    CKDatabase fetchRecordZoneChanges(inZoneWith:since:desiredKeys:resultsLimit:completionHandler:)
      recordZoneChanges(inZoneWith:since:desiredKeys:resultsLimit:) iOS 15.0
    CKContainer accountStatus(completionHandler:)
      accountStatus() iOS 13.0
    CKContainer fetchUserRecordID(completionHandler:)
      userRecordID() iOS 13.0
    CKContainer fetchShareParticipant(withEmailAddress:completionHandler:)
      shareParticipant(forEmailAddress:) iOS 13.0
    CKContainer fetchShareParticipant(withPhoneNumber:completionHandler:)
      shareParticipant(forPhoneNumber:) iOS 13.0
    CKContainer fetchShareParticipant(withUserRecordID:completionHandler:)
      shareParticipant(forUserRecordID:) iOS 13.0
    CKContainer fetchShareMetadata(with:completionHandler:)
      shareMetadata(for:) iOS 13.0
    CKContainer accept(_:completionHandler:)
      accept(_:) iOS 13.0
    CKContainer fetchAllLongLivedOperationIDs(completionHandler:)
      allLongLivedOperationIDs() iOS 13.0
    CKContainer fetchLongLivedOperation(withID:completionHandler:)
      longLivedOperation(for:) iOS 13.0
    CKContainer fetchShareParticipants(forEmailAddresses:completionHandler:)
      shareParticipants(forEmailAddresses:) iOS 15.0
    CKContainer fetchShareParticipants(forPhoneNumbers:completionHandler:)
      shareParticipants(forPhoneNumbers:) iOS 15.0
    CKContainer fetchShareParticipants(forUserRecordIDs:completionHandler:)
      shareParticipants(forUserRecordIDs:) iOS 15.0
    CKContainer fetchShareMetadatas(for:completionHandler:)
      shareMetadatas(for:) iOS 15.0
    """
}
