/// What CloudKit declares, as far as receivers and closure parameters need it: Swift text for the tool's own reader.
///
/// Bodies, availability and types that no catalog entry depends on are left out. Written from Apple's documentation.
enum CloudKitInterface {
  /// The parts in the order in which they are read.
  static let text = [container, database, records, sharing, notifications, operations, engine, oldNames]
    .joined(separator: "\n")

  private static let container = """
    class CKContainer {
      static func `default`() -> CKContainer
      init(identifier: String)
      var containerIdentifier: String?
      var privateCloudDatabase: CKDatabase
      var publicCloudDatabase: CKDatabase
      var sharedCloudDatabase: CKDatabase
      func database(with scope: CKDatabase.Scope) -> CKDatabase
      func add(_ operation: CKOperation)
      func accountStatus(completionHandler: (CKAccountStatus, Error?) -> Void)
      func accountStatus() -> CKAccountStatus
      func fetchUserRecordID(completionHandler: (CKRecord.ID?, Error?) -> Void)
      func userRecordID() -> CKRecord.ID
      func requestApplicationPermission(_ p: CKContainer.ApplicationPermissions,
        completionHandler: (CKContainer.ApplicationPermissionStatus, Error?) -> Void)
      func requestApplicationPermission(_ p: CKContainer.ApplicationPermissions) ->
        CKContainer.ApplicationPermissionStatus
      func status(forApplicationPermission p: CKContainer.ApplicationPermissions,
        completionHandler: (CKContainer.ApplicationPermissionStatus, Error?) -> Void)
      func applicationPermissionStatus(for p: CKContainer.ApplicationPermissions) ->
        CKContainer.ApplicationPermissionStatus
      func discoverAllIdentities(completionHandler: ([CKUserIdentity]?, Error?) -> Void)
      func discoverUserIdentity(withEmailAddress e: String, completionHandler: (CKUserIdentity?, Error?) -> Void)
      func discoverUserIdentity(withPhoneNumber p: String, completionHandler: (CKUserIdentity?, Error?) -> Void)
      func discoverUserIdentity(withUserRecordID r: CKRecord.ID, completionHandler: (CKUserIdentity?, Error?) ->
        Void)
      func allUserIdentitiesFromContacts() -> [CKUserIdentity]
      func userIdentity(forEmailAddress e: String) -> CKUserIdentity?
      func userIdentity(forPhoneNumber p: String) -> CKUserIdentity?
      func userIdentity(forUserRecordID r: CKRecord.ID) -> CKUserIdentity?
      func fetchShareParticipant(withEmailAddress e: String, completionHandler: (CKShare.Participant?, Error?) ->
        Void)
      func fetchShareParticipant(withPhoneNumber p: String, completionHandler: (CKShare.Participant?, Error?) ->
        Void)
      func fetchShareParticipant(withUserRecordID r: CKRecord.ID, completionHandler: (CKShare.Participant?,
        Error?) -> Void)
      func shareParticipant(forEmailAddress e: String) -> CKShare.Participant?
      func shareParticipant(forPhoneNumber p: String) -> CKShare.Participant?
      func shareParticipant(forUserRecordID r: CKRecord.ID) -> CKShare.Participant?
      func shareParticipants(forEmailAddresses e: [String]) -> [String: Result<CKShare.Participant, Error>]
      func fetchShareMetadata(with url: URL, completionHandler: (CKShare.Metadata?, Error?) -> Void)
      func shareMetadata(for url: URL) -> CKShare.Metadata
      func shareMetadatas(for urls: [URL]) -> [URL: Result<CKShare.Metadata, Error>]
      func accept(_ metadata: CKShare.Metadata, completionHandler: (CKShare?, Error?) -> Void)
      func accept(_ metadata: CKShare.Metadata) -> CKShare
      func fetchAllLongLivedOperationIDs(completionHandler: ([String]?, Error?) -> Void)
      func fetchLongLivedOperation(withID id: String, completionHandler: (CKOperation?, Error?) -> Void)
      func allLongLivedOperationIDs() -> [String]
      func longLivedOperation(for id: String) -> CKOperation?
      struct ApplicationPermissions { static var userDiscoverability: CKContainer.ApplicationPermissions }
      enum ApplicationPermissionStatus { case initialState, couldNotComplete, denied, granted }
      typealias ApplicationPermissionBlock = (CKContainer.ApplicationPermissionStatus, Error?) -> Void
      struct Application {
        typealias Permissions = CKContainer.ApplicationPermissions
        typealias PermissionStatus = CKContainer.ApplicationPermissionStatus
      }
    }
    enum CKAccountStatus { case couldNotDetermine, available, restricted, noAccount, temporarilyUnavailable }
    class CKUserIdentity {
      var userRecordID: CKRecord.ID?
      var lookupInfo: CKUserIdentity.LookupInfo?
      var nameComponents: PersonNameComponents?
      var hasiCloudAccount: Bool
      var contactIdentifiers: [String]
      class LookupInfo {
        var emailAddress: String?
        var phoneNumber: String?
        var userRecordID: CKRecord.ID?
      }
    }
    """

  private static let database = """
    class CKDatabase {
      enum Scope { case `public`, `private`, shared }
      var databaseScope: CKDatabase.Scope
      func add(_ operation: CKDatabaseOperation)
      func perform(_ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?, completionHandler: ([CKRecord]?,
        Error?) -> Void)
      func records(matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?, desiredKeys: [String]?,
        resultsLimit: Int) -> (matchResults: [(CKRecord.ID, Result<CKRecord, Error>)],
        queryCursor: CKQueryOperation.Cursor?)
      func records(matching query: CKQuery) -> (matchResults: [(CKRecord.ID, Result<CKRecord, Error>)],
        queryCursor: CKQueryOperation.Cursor?)
      func records(continuingMatchFrom cursor: CKQueryOperation.Cursor, desiredKeys: [String]?,
        resultsLimit: Int) -> (matchResults: [(CKRecord.ID, Result<CKRecord, Error>)],
        queryCursor: CKQueryOperation.Cursor?)
      func records(for ids: [CKRecord.ID], desiredKeys: [String]?) -> [CKRecord.ID: Result<CKRecord, Error>]
      func fetch(withRecordID recordID: CKRecord.ID, completionHandler: (CKRecord?, Error?) -> Void)
      func fetch(withRecordIDs ids: [CKRecord.ID], desiredKeys: [String]?,
        completionHandler: (Result<[CKRecord.ID: Result<CKRecord, Error>], Error>) -> Void)
      func fetch(withQuery q: CKQuery, inZoneWith z: CKRecordZone.ID?, desiredKeys: [String]?, resultsLimit: Int,
        completionHandler: (Result<(matchResults: [(CKRecord.ID, Result<CKRecord, Error>)],
        queryCursor: CKQueryOperation.Cursor?), Error>) -> Void)
      func fetch(withCursor c: CKQueryOperation.Cursor, desiredKeys: [String]?, resultsLimit: Int,
        completionHandler: (Result<(matchResults: [(CKRecord.ID, Result<CKRecord, Error>)],
        queryCursor: CKQueryOperation.Cursor?), Error>) -> Void)
      func record(for id: CKRecord.ID) -> CKRecord
      func save(_ record: CKRecord, completionHandler: (CKRecord?, Error?) -> Void)
      func save(_ record: CKRecord) -> CKRecord
      func delete(withRecordID recordID: CKRecord.ID, completionHandler: (CKRecord.ID?, Error?) -> Void)
      func deleteRecord(withID recordID: CKRecord.ID) -> CKRecord.ID
      func modifyRecords(saving r: [CKRecord], deleting d: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy, atomically: Bool) ->
        (saveResults: [CKRecord.ID: Result<CKRecord, Error>], deleteResults: [CKRecord.ID: Result<Void, Error>])
      func fetchAllRecordZones(completionHandler: ([CKRecordZone]?, Error?) -> Void)
      func fetch(withRecordZoneID zoneID: CKRecordZone.ID, completionHandler: (CKRecordZone?, Error?) -> Void)
      func delete(withRecordZoneID zoneID: CKRecordZone.ID, completionHandler: (CKRecordZone.ID?, Error?) -> Void)
      func allRecordZones() -> [CKRecordZone]
      func recordZone(for id: CKRecordZone.ID) -> CKRecordZone
      func fetch(withSubscriptionID id: String, completionHandler: (CKSubscription?, Error?) -> Void)
      func fetchAllSubscriptions(completionHandler: ([CKSubscription]?, Error?) -> Void)
      func delete(withSubscriptionID id: String, completionHandler: (String?, Error?) -> Void)
      func allSubscriptions() -> [CKSubscription]
      func subscription(for id: String) -> CKSubscription
      func databaseChanges(since token: CKServerChangeToken?, resultsLimit: Int?) ->
        (modifications: [CKDatabase.DatabaseChange.Modification], deletions: [CKDatabase.DatabaseChange.Deletion],
        changeToken: CKServerChangeToken, moreComing: Bool)
      func fetchDatabaseChanges(since token: CKServerChangeToken?, resultsLimit: Int?,
        completionHandler: (Result<(modifications: [CKDatabase.DatabaseChange.Modification],
        deletions: [CKDatabase.DatabaseChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool),
        Error>) -> Void)
      func recordZoneChanges(inZoneWith id: CKRecordZone.ID, since token: CKServerChangeToken?,
        desiredKeys: [String]?, resultsLimit: Int?) ->
        (modificationResultsByID: [CKRecord.ID: Result<CKDatabase.RecordZoneChange.Modification, Error>],
        deletions: [CKDatabase.RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool)
      struct DatabaseChange {
        struct Modification { var zoneID: CKRecordZone.ID }
        struct Deletion {
          var zoneID: CKRecordZone.ID
          var reason: CKDatabase.DatabaseChange.Deletion.Reason
          var purged: Bool
          enum Reason { case deleted, purged, encryptedDataReset }
        }
      }
      struct RecordZoneChange {
        struct Modification { var record: CKRecord }
        struct Deletion { var recordID: CKRecord.ID; var recordType: String }
      }
    }
    class CKServerChangeToken {}
    class CKQuery {
      init(recordType: String, predicate: NSPredicate)
      var recordType: String
      var predicate: NSPredicate
      var sortDescriptors: [NSSortDescriptor]?
    }
    """

  private static let records = """
    class CKRecord {
      init(recordType: String)
      init(recordType: String, zoneID: CKRecordZone.ID)
      init(recordType: String, recordID: CKRecord.ID)
      var recordType: String
      var recordID: CKRecord.ID
      var recordChangeTag: String?
      var creatorUserRecordID: CKRecord.ID?
      var lastModifiedUserRecordID: CKRecord.ID?
      var creationDate: Date?
      var modificationDate: Date?
      var share: CKRecord.Reference?
      var parent: CKRecord.Reference?
      func allKeys() -> [String]
      func changedKeys() -> [String]
      class ID {
        init(recordName: String)
        init(recordName: String, zoneID: CKRecordZone.ID)
        var recordName: String
        var zoneID: CKRecordZone.ID
      }
      class Reference {
        init(record: CKRecord, action: CKRecord.ReferenceAction)
        init(recordID: CKRecord.ID, action: CKRecord.ReferenceAction)
        var recordID: CKRecord.ID
        var action: CKRecord.ReferenceAction
        typealias Action = CKRecord.ReferenceAction
      }
      enum ReferenceAction { case none, deleteSelf }
      typealias RecordType = String
      typealias FieldKey = String
      struct SystemType {}
      struct SystemFieldKey {}
    }
    class CKRecordZone {
      static func `default`() -> CKRecordZone
      init(zoneName: String)
      init(zoneID: CKRecordZone.ID)
      var zoneID: CKRecordZone.ID
      var share: CKRecord.Reference?
      var capabilities: CKRecordZone.Capabilities
      struct Capabilities {}
      class ID {
        init(zoneName: String)
        init(zoneName: String, ownerName: String)
        var zoneName: String
        var ownerName: String
        static var `default`: CKRecordZone.ID
        static var defaultZoneName: String
      }
    }
    class CKAsset { var fileURL: URL? }
    struct CKError: Error {
      var code: CKError.Code
      var errorCode: Int
      var retryAfterSeconds: Double?
      var partialErrorsByItemID: [AnyHashable: Error]?
      var serverRecord: CKRecord?
      var clientRecord: CKRecord?
      var ancestorRecord: CKRecord?
      var userInfo: [String: Any]
      var localizedDescription: String
      static var resultsTruncated: CKError.Code
      enum Code { case resultsTruncated, internalError, partialFailure, networkUnavailable, unknownItem,
        changeTokenExpired }
    }
    """
}
