extension CloudKitInterface {
  static let operations = """
    class Operation {}
    class CKOperation: Operation {
      var configuration: CKOperation.Configuration!
      var group: CKOperationGroup?
      var operationID: String
      var container: CKContainer?
      var allowsCellularAccess: Bool
      var isLongLived: Bool
      var timeoutIntervalForRequest: Double
      var timeoutIntervalForResource: Double
      var longLivedOperationWasPersistedBlock: (() -> Void)?
      class Configuration {
        init()
        var container: CKContainer?
        var allowsCellularAccess: Bool
        var isLongLived: Bool
        var timeoutIntervalForRequest: Double
        var timeoutIntervalForResource: Double
        var qualityOfService: QualityOfService
      }
      typealias ID = String
    }
    class CKOperationGroup { var defaultConfiguration: CKOperation.Configuration? }
    class CKDatabaseOperation: CKOperation { var database: CKDatabase? }
    class CKQueryOperation: CKDatabaseOperation {
      class Cursor {}
      init(query: CKQuery)
      init(cursor: CKQueryOperation.Cursor)
      var query: CKQuery?
      var cursor: CKQueryOperation.Cursor?
      var zoneID: CKRecordZone.ID?
      var resultsLimit: Int
      var desiredKeys: [String]?
      var recordFetchedBlock: ((CKRecord) -> Void)?
      var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, Error>) -> Void)?
      var queryCompletionBlock: ((CKQueryOperation.Cursor?, Error?) -> Void)?
      var queryResultBlock: ((Result<CKQueryOperation.Cursor?, Error>) -> Void)?
    }
    class CKFetchRecordsOperation: CKDatabaseOperation {
      init(recordIDs: [CKRecord.ID])
      static func fetchCurrentUserRecordOperation() -> CKFetchRecordsOperation
      var recordIDs: [CKRecord.ID]?
      var desiredKeys: [String]?
      var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
      var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, Error?) -> Void)?
      var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, Error>) -> Void)?
      var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, Error?) -> Void)?
      var fetchRecordsResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKModifyRecordsOperation: CKDatabaseOperation {
      enum RecordSavePolicy { case ifServerRecordUnchanged, changedKeys, allKeys }
      init(recordsToSave: [CKRecord]?, recordIDsToDelete: [CKRecord.ID]?)
      var recordsToSave: [CKRecord]?
      var recordIDsToDelete: [CKRecord.ID]?
      var savePolicy: CKModifyRecordsOperation.RecordSavePolicy
      var clientChangeTokenData: Data?
      var isAtomic: Bool
      var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
      var perRecordCompletionBlock: ((CKRecord, Error?) -> Void)?
      var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, Error>) -> Void)?
      var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, Error>) -> Void)?
      var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, Error?) -> Void)?
      var modifyRecordsResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchRecordZoneChangesOperation: CKDatabaseOperation {
      class ZoneOptions {
        var previousServerChangeToken: CKServerChangeToken?
        var resultsLimit: Int
        var desiredKeys: [String]?
      }
      class ZoneConfiguration {
        var previousServerChangeToken: CKServerChangeToken?
        var resultsLimit: Int
        var desiredKeys: [String]?
      }
      init(recordZoneIDs: [CKRecordZone.ID],
        configurationsByRecordZoneID: [CKRecordZone.ID: CKFetchRecordZoneChangesOperation.ZoneConfiguration]?)
      var recordZoneIDs: [CKRecordZone.ID]?
      var optionsByRecordZoneID: [CKRecordZone.ID: CKFetchRecordZoneChangesOperation.ZoneOptions]?
      var configurationsByRecordZoneID: [CKRecordZone.ID: CKFetchRecordZoneChangesOperation.ZoneConfiguration]?
      var fetchAllChanges: Bool
      var recordChangedBlock: ((CKRecord) -> Void)?
      var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, Error>) -> Void)?
      var recordWithIDWasDeletedBlock: ((CKRecord.ID, String) -> Void)?
      var recordZoneChangeTokensUpdatedBlock: ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
      var recordZoneFetchCompletionBlock: ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, Error?) -> Void)?
      var recordZoneFetchResultBlock: ((CKRecordZone.ID, Result<(serverChangeToken: CKServerChangeToken,
        clientChangeTokenData: Data?, moreComing: Bool), Error>) -> Void)?
      var fetchRecordZoneChangesCompletionBlock: ((Error?) -> Void)?
      var fetchRecordZoneChangesResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchDatabaseChangesOperation: CKDatabaseOperation {
      init(previousServerChangeToken: CKServerChangeToken?)
      var previousServerChangeToken: CKServerChangeToken?
      var resultsLimit: Int
      var fetchAllChanges: Bool
      var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
      var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
      var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
      var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
      var fetchDatabaseChangesCompletionBlock: ((CKServerChangeToken?, Bool, Error?) -> Void)?
      var fetchDatabaseChangesResultBlock: ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool),
        Error>) -> Void)?
    }
    class CKModifyRecordZonesOperation: CKDatabaseOperation {
      init(recordZonesToSave: [CKRecordZone]?, recordZoneIDsToDelete: [CKRecordZone.ID]?)
      var recordZonesToSave: [CKRecordZone]?
      var recordZoneIDsToDelete: [CKRecordZone.ID]?
      var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, Error>) -> Void)?
      var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, Error>) -> Void)?
      var modifyRecordZonesCompletionBlock: (([CKRecordZone]?, [CKRecordZone.ID]?, Error?) -> Void)?
      var modifyRecordZonesResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchRecordZonesOperation: CKDatabaseOperation {
      init(recordZoneIDs: [CKRecordZone.ID])
      static func fetchAllRecordZonesOperation() -> CKFetchRecordZonesOperation
      var recordZoneIDs: [CKRecordZone.ID]?
      var perRecordZoneResultBlock: ((CKRecordZone.ID, Result<CKRecordZone, Error>) -> Void)?
      var fetchRecordZonesCompletionBlock: (([CKRecordZone.ID: CKRecordZone]?, Error?) -> Void)?
      var fetchRecordZonesResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKModifySubscriptionsOperation: CKDatabaseOperation {
      init(subscriptionsToSave: [CKSubscription]?, subscriptionIDsToDelete: [String]?)
      var subscriptionsToSave: [CKSubscription]?
      var subscriptionIDsToDelete: [String]?
      var perSubscriptionSaveBlock: ((String, Result<CKSubscription, Error>) -> Void)?
      var perSubscriptionDeleteBlock: ((String, Result<Void, Error>) -> Void)?
      var modifySubscriptionsCompletionBlock: (([CKSubscription]?, [String]?, Error?) -> Void)?
      var modifySubscriptionsResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchSubscriptionsOperation: CKDatabaseOperation {
      init(subscriptionIDs: [String])
      static func fetchAllSubscriptionsOperation() -> CKFetchSubscriptionsOperation
      var subscriptionIDs: [String]?
      var perSubscriptionResultBlock: ((String, Result<CKSubscription, Error>) -> Void)?
      var fetchSubscriptionCompletionBlock: (([String: CKSubscription]?, Error?) -> Void)?
      var fetchSubscriptionsResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKAcceptSharesOperation: CKOperation {
      init(shareMetadatas: [CKShare.Metadata])
      var shareMetadatas: [CKShare.Metadata]?
      var perShareCompletionBlock: ((CKShare.Metadata, CKShare?, Error?) -> Void)?
      var perShareResultBlock: ((CKShare.Metadata, Result<CKShare, Error>) -> Void)?
      var acceptSharesCompletionBlock: ((Error?) -> Void)?
      var acceptSharesResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchShareMetadataOperation: CKOperation {
      init(shareURLs: [URL])
      var shareURLs: [URL]?
      var shouldFetchRootRecord: Bool
      var perShareMetadataBlock: ((URL, CKShare.Metadata?, Error?) -> Void)?
      var perShareMetadataResultBlock: ((URL, Result<CKShare.Metadata, Error>) -> Void)?
      var fetchShareMetadataCompletionBlock: ((Error?) -> Void)?
      var fetchShareMetadataResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchShareParticipantsOperation: CKOperation {
      init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo])
      var userIdentityLookupInfos: [CKUserIdentity.LookupInfo]?
      var shareParticipantFetchedBlock: ((CKShare.Participant) -> Void)?
      var perShareParticipantResultBlock: ((CKUserIdentity.LookupInfo, Result<CKShare.Participant, Error>) -> Void)?
      var fetchShareParticipantsCompletionBlock: ((Error?) -> Void)?
      var fetchShareParticipantsResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchWebAuthTokenOperation: CKDatabaseOperation {
      init(apiToken: String)
      var apiToken: String?
      var fetchWebAuthTokenCompletionBlock: ((String?, Error?) -> Void)?
      var fetchWebAuthTokenResultBlock: ((Result<String, Error>) -> Void)?
    }
    class CKDiscoverUserIdentitiesOperation: CKOperation {
      var userIdentityDiscoveredBlock: ((CKUserIdentity, CKUserIdentity.LookupInfo) -> Void)?
      var discoverUserIdentitiesCompletionBlock: ((Error?) -> Void)?
      var discoverUserIdentitiesResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKDiscoverAllUserIdentitiesOperation: CKOperation {
      var userIdentityDiscoveredBlock: ((CKUserIdentity) -> Void)?
      var discoverAllUserIdentitiesCompletionBlock: ((Error?) -> Void)?
      var discoverAllUserIdentitiesResultBlock: ((Result<Void, Error>) -> Void)?
    }
    class CKFetchRecordChangesOperation: CKDatabaseOperation {
      var recordChangedBlock: ((CKRecord) -> Void)?
      var recordWithIDWasDeletedBlock: ((CKRecord.ID) -> Void)?
      var fetchRecordChangesCompletionBlock: ((CKServerChangeToken?, Data?, Error?) -> Void)?
      var moreComing: Bool
    }
    class CKFetchNotificationChangesOperation: CKOperation {
      var notificationChangedBlock: ((CKNotification) -> Void)?
      var fetchNotificationChangesCompletionBlock: ((CKServerChangeToken?, Error?) -> Void)?
      var moreComing: Bool
    }
    class CKMarkNotificationsReadOperation: CKOperation {
      var markNotificationsReadCompletionBlock: (([CKNotification.ID]?, Error?) -> Void)?
    }
    class CKModifyBadgeOperation: CKOperation { var modifyBadgeCompletionBlock: ((Error?) -> Void)? }
    """
}
