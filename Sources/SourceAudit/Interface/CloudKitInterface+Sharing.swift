extension CloudKitInterface {
  static let sharing = """
    class CKShare: CKRecord {
      init(rootRecord: CKRecord)
      init(rootRecord: CKRecord, shareID: CKRecord.ID)
      init(recordZoneID: CKRecordZone.ID)
      var publicPermission: CKShare.ParticipantPermission
      var url: URL?
      var participants: [CKShare.Participant]
      var owner: CKShare.Participant
      var currentUserParticipant: CKShare.Participant?
      func addParticipant(_ p: CKShare.Participant)
      func removeParticipant(_ p: CKShare.Participant)
      class Metadata {
        var containerIdentifier: String
        var share: CKShare
        var rootRecordID: CKRecord.ID
        var hierarchicalRootRecordID: CKRecord.ID?
        var rootRecord: CKRecord?
        var participantType: CKShare.ParticipantType
        var participantRole: CKShare.ParticipantRole
        var participantStatus: CKShare.ParticipantAcceptanceStatus
        var participantPermission: CKShare.ParticipantPermission
        var ownerIdentity: CKUserIdentity
      }
      class Participant {
        var userIdentity: CKUserIdentity
        var type: CKShare.ParticipantType
        var role: CKShare.ParticipantRole
        var permission: CKShare.ParticipantPermission
        var acceptanceStatus: CKShare.ParticipantAcceptanceStatus
        var participantID: String
        typealias AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
        typealias Permission = CKShare.ParticipantPermission
        typealias Role = CKShare.ParticipantRole
        typealias ParticipantType = CKShare.ParticipantType
      }
      enum ParticipantType { case unknown, owner, privateUser, publicUser }
      enum ParticipantRole { case unknown, owner, privateUser, publicUser, administrator }
      enum ParticipantPermission { case unknown, none, readOnly, readWrite }
      enum ParticipantAcceptanceStatus { case unknown, pending, accepted, removed }
      struct SystemFieldKey {}
    }
    class UICloudSharingController {
      init(share: CKShare, container: CKContainer)
      var share: CKShare?
    }
    protocol UIApplicationDelegate {
      func application(_ application: UIApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata)
    }
    class NSPersistentCloudKitContainer: NSPersistentContainer {
      func fetchShares(matching ids: [NSManagedObjectID]) -> [NSManagedObjectID: CKShare]
      func fetchShares(in store: NSPersistentStore?) -> [CKShare]
      func record(for id: NSManagedObjectID) -> CKRecord?
      func recordID(for id: NSManagedObjectID) -> CKRecord.ID?
      func share(_ objects: [NSManagedObject], to share: CKShare?, completion: (Set<NSManagedObjectID>?, CKShare?,
        CKContainer?, Error?) -> Void)
      func acceptShareInvitations(from m: [CKShare.Metadata], into s: NSPersistentStore,
        completion: ([CKShare.Metadata]?, Error?) -> Void)
    }
    """

  static let notifications = """
    class CKNotification {
      init?(fromRemoteNotificationDictionary d: [AnyHashable: Any])
      var notificationType: CKNotification.NotificationType
      var notificationID: CKNotification.ID?
      var containerIdentifier: String?
      var isPruned: Bool
      var subscriptionID: String?
      var subscriptionOwnerUserRecordID: CKRecord.ID?
      var alertBody: String?
      var alertLocalizationKey: String?
      var alertLocalizationArgs: [String]?
      var alertActionLocalizationKey: String?
      var alertLaunchImage: String?
      var badge: NSNumber?
      var soundName: String?
      var category: String?
      var title: String?
      var titleLocalizationKey: String?
      var titleLocalizationArgs: [String]?
      var subtitle: String?
      var subtitleLocalizationKey: String?
      var subtitleLocalizationArgs: [String]?
      class ID {}
      enum NotificationType { case query, recordZone, readNotification, database }
    }
    class CKQueryNotification: CKNotification {
      var recordID: CKRecord.ID?
      var recordFields: [String: Any]?
      var databaseScope: CKDatabase.Scope
    }
    class CKRecordZoneNotification: CKNotification {
      var recordZoneID: CKRecordZone.ID?
      var databaseScope: CKDatabase.Scope
    }
    class CKDatabaseNotification: CKNotification { var databaseScope: CKDatabase.Scope }
    class CKSubscription {
      var subscriptionID: String
      var subscriptionType: CKSubscription.SubscriptionType
      var notificationInfo: CKSubscription.NotificationInfo?
      enum SubscriptionType { case query, recordZone, database }
      class NotificationInfo {
        init()
        var alertBody: String?
        var alertLocalizationKey: String?
        var alertLocalizationArgs: [String]?
        var alertActionLocalizationKey: String?
        var alertLaunchImage: String?
        var soundName: String?
        var desiredKeys: [String]?
        var title: String?
        var subtitle: String?
        var category: String?
        var shouldBadge: Bool
        var shouldSendContentAvailable: Bool
        var shouldSendMutableContent: Bool
      }
    }
    class CKQuerySubscription: CKSubscription {
      init(recordType: String, predicate: NSPredicate, subscriptionID: String, options: CKQuerySubscription.Options)
      var recordType: String?
      var predicate: NSPredicate
      var zoneID: CKRecordZone.ID?
      var querySubscriptionOptions: CKQuerySubscription.Options
      struct Options {}
    }
    class CKRecordZoneSubscription: CKSubscription {
      init(zoneID: CKRecordZone.ID, subscriptionID: String)
      var zoneID: CKRecordZone.ID
      var recordType: String?
    }
    class CKDatabaseSubscription: CKSubscription {
      init(subscriptionID: String)
      var recordType: String?
    }
    """

  static let engine = """
    class CKSyncEngine {
      init(_ configuration: CKSyncEngine.Configuration)
      var database: CKDatabase
      var state: CKSyncEngine.State
      func fetchChanges(_ options: CKSyncEngine.FetchChangesOptions)
      func sendChanges(_ options: CKSyncEngine.SendChangesOptions)
      class State {
        var pendingRecordZoneChanges: [CKSyncEngine.PendingRecordZoneChange]
        var pendingDatabaseChanges: [CKSyncEngine.PendingDatabaseChange]
        class Serialization {}
      }
      struct Configuration {}
      struct SendChangesContext { var options: CKSyncEngine.SendChangesOptions }
      struct SendChangesOptions { var scope: CKSyncEngine.SendChangesOptions.Scope }
      struct RecordZoneChangeBatch {}
      enum PendingRecordZoneChange { case saveRecord(CKRecord.ID), deleteRecord(CKRecord.ID) }
      enum PendingDatabaseChange { case saveZone(CKRecordZone), deleteZone(CKRecordZone.ID) }
      enum Event {
        case stateUpdate(CKSyncEngine.Event.StateUpdate)
        case accountChange(CKSyncEngine.Event.AccountChange)
        case fetchedDatabaseChanges(CKSyncEngine.Event.FetchedDatabaseChanges)
        case fetchedRecordZoneChanges(CKSyncEngine.Event.FetchedRecordZoneChanges)
        case sentDatabaseChanges(CKSyncEngine.Event.SentDatabaseChanges)
        case sentRecordZoneChanges(CKSyncEngine.Event.SentRecordZoneChanges)
        struct StateUpdate { var stateSerialization: CKSyncEngine.State.Serialization }
        struct AccountChange {}
        struct FetchedDatabaseChanges {
          var modifications: [CKDatabase.DatabaseChange.Modification]
          var deletions: [CKDatabase.DatabaseChange.Deletion]
        }
        struct FetchedRecordZoneChanges {
          var modifications: [CKDatabase.RecordZoneChange.Modification]
          var deletions: [CKDatabase.RecordZoneChange.Deletion]
        }
        struct SentDatabaseChanges {}
        struct SentRecordZoneChanges {
          var savedRecords: [CKRecord]
          var failedRecordSaves: [CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave]
          var deletedRecordIDs: [CKRecord.ID]
          var failedRecordDeletes: [CKRecord.ID: CKError]
          struct FailedRecordSave { var record: CKRecord; var error: CKError }
        }
      }
    }
    protocol CKSyncEngineDelegate {
      func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine)
    }
    """

  /// Names of before Swift 4.2 and renamed typealiases, so that a receiver declared with one still has its type.
  static let oldNames = """
    typealias CKRecordID = CKRecord.ID
    typealias CKRecordZoneID = CKRecordZone.ID
    typealias CKReference = CKRecord.Reference
    typealias CKReferenceAction = CKRecord.ReferenceAction
    typealias CKQueryCursor = CKQueryOperation.Cursor
    typealias CKShareMetadata = CKShare.Metadata
    typealias CKShareParticipant = CKShare.Participant
    typealias CKNotificationInfo = CKSubscription.NotificationInfo
    typealias CKNotificationID = CKNotification.ID
    typealias CKUserIdentityLookupInfo = CKUserIdentity.LookupInfo
    typealias CKOperationConfiguration = CKOperation.Configuration
    typealias CKDatabaseScope = CKDatabase.Scope
    typealias CKErrorCode = CKError.Code
    typealias CKQuerySubscriptionOptions = CKQuerySubscription.Options
    typealias CKApplicationPermissionStatus = CKContainer.ApplicationPermissionStatus
    typealias CKContainer_Application_PermissionStatus = CKContainer.ApplicationPermissionStatus
    typealias CKShare_Participant_Role = CKShare.ParticipantRole
    typealias CKShare_Participant_Permission = CKShare.ParticipantPermission
    typealias CKShare_Participant_AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
    """
}
