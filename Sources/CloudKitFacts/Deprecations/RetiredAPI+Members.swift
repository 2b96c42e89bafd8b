extension RetiredAPI {
  /// Methods, initialisers, properties, types and constants that are not about people or pushes.
  static let members = """
    method CKDatabase perform(_:inZoneWith:completionHandler:)
      deprecated iOS 15.0
      use CKDatabase.fetch(withQuery:inZoneWith:desiredKeys:resultsLimit:completionHandler:)
      async CKDatabase.records(matching:inZoneWith:desiredKeys:resultsLimit:)
      new func fetch(withQuery query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil, desiredKeys:
        [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults, completionHandler:
        @escaping (Result<(matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor:
        CKQueryOperation.Cursor?), any Error>) -> Void)
    method CKDatabase records(matching:inZoneWith:)
      deprecated iOS 15.0
      use CKDatabase.records(matching:inZoneWith:desiredKeys:resultsLimit:)
      new func records(matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil, desiredKeys:
        [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults) async throws ->
        (matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?)
    type CKFetchRecordZoneChangesOperation ZoneOptions
      deprecated iOS 12.0
      use CKFetchRecordZoneChangesOperation.ZoneConfiguration
    property CKFetchRecordZoneChangesOperation optionsByRecordZoneID
      deprecated iOS 12.0
      use CKFetchRecordZoneChangesOperation.configurationsByRecordZoneID
      new var configurationsByRecordZoneID: [CKRecordZone.ID : CKFetchRecordZoneChangesOperation.ZoneConfiguration]?
    initializer CKFetchRecordZoneChangesOperation init(recordZoneIDs:optionsByRecordZoneID:)
      deprecated iOS 12.0
      use CKFetchRecordZoneChangesOperation.init(recordZoneIDs:configurationsByRecordZoneID:)
      new init(recordZoneIDs: [CKRecordZone.ID]? = nil, configurationsByRecordZoneID: [CKRecordZone.ID :
        CKFetchRecordZoneChangesOperation.ZoneConfiguration]? = nil)
    property CKOperation container
      deprecated iOS 11.0
      use CKOperation.configuration.container
      new var configuration: CKOperation.Configuration! { get set }  // .container: CKContainer?
    property CKOperation allowsCellularAccess
      deprecated iOS 11.0
      use CKOperation.configuration.allowsCellularAccess
      new var configuration: CKOperation.Configuration! { get set }  // .allowsCellularAccess: Bool
    property CKOperation isLongLived
      deprecated iOS 11.0
      use CKOperation.configuration.isLongLived
      new var configuration: CKOperation.Configuration! { get set }  // .isLongLived: Bool
    property CKOperation timeoutIntervalForRequest
      deprecated iOS 11.0
      use CKOperation.configuration.timeoutIntervalForRequest
      new var configuration: CKOperation.Configuration! { get set }  // .timeoutIntervalForRequest: TimeInterval
    property CKOperation timeoutIntervalForResource
      deprecated iOS 11.0
      use CKOperation.configuration.timeoutIntervalForResource
      new var configuration: CKOperation.Configuration! { get set }  // .timeoutIntervalForResource: TimeInterval
    type - CKFetchRecordChangesOperation
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation
    initializer CKFetchRecordChangesOperation init()
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.init()
      member of a deprecated type
    initializer CKFetchRecordChangesOperation init(recordZoneID:previousServerChangeToken:)
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.init(recordZoneIDs:configurationsByRecordZoneID:)
      member of a deprecated type
    property CKFetchRecordChangesOperation recordZoneID
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.recordZoneIDs
      member of a deprecated type
    property CKFetchRecordChangesOperation previousServerChangeToken
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.ZoneConfiguration.previousServerChangeToken
      member of a deprecated type
    property CKFetchRecordChangesOperation resultsLimit
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.ZoneConfiguration.resultsLimit
      member of a deprecated type
    property CKFetchRecordChangesOperation desiredKeys
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.ZoneConfiguration.desiredKeys
      member of a deprecated type
    property CKFetchRecordChangesOperation moreComing
      deprecated iOS 10.0
      use CKFetchRecordZoneChangesOperation.recordZoneFetchResultBlock
      member of a deprecated type
    constant - CKOwnerDefaultName
      deprecated iOS 10.0
      use CKCurrentUserDefaultName
      new let CKCurrentUserDefaultName: String
    enumCase CKError.Code resultsTruncated
      deprecated iOS 10.0
    constant CKError resultsTruncated
      deprecated iOS 10.0
    initializer CKQuerySubscription init(recordType:predicate:options:)
      deprecated iOS 10.0
      use CKQuerySubscription.init(recordType:predicate:subscriptionID:options:)
      new init(recordType: CKRecord.RecordType, predicate: NSPredicate, subscriptionID: CKSubscription.ID,
        options: CKQuerySubscription.Options = [.firesOnRecordCreation, .firesOnRecordUpdate,
        .firesOnRecordDeletion])
    initializer CKRecordZoneSubscription init(zoneID:)
      deprecated iOS 10.0
      use CKRecordZoneSubscription.init(zoneID:subscriptionID:)
      new init(zoneID: CKRecordZone.ID, subscriptionID: CKSubscription.ID)
    initializer CKDatabaseSubscription init()
      deprecated iOS 10.0
      use CKDatabaseSubscription.init(subscriptionID:)
      new init(subscriptionID: CKSubscription.ID)
    initializer CKRecordZone.ID init(zoneName:ownerName:)
      deprecated iOS 10.0
      use CKRecordZone.ID.init(zoneName:ownerName: String)
      new init(zoneName: String = CKRecordZone.ID.defaultZoneName, ownerName: String = CKCurrentUserDefaultName)
    initializer CKRecord init(recordType:zoneID:)
      deprecated swift 4.2
      use CKRecord.init(recordType:recordID:)
      new convenience init(recordType: CKRecord.RecordType, recordID: CKRecord.ID = CKRecord.ID())
    property CKShare.Metadata rootRecordID
      deprecated iOS 16.0
      use CKShare.Metadata.hierarchicalRootRecordID
      new var hierarchicalRootRecordID: CKRecord.ID? { get }
    property CKShare.Metadata participantType
      deprecated iOS 12.0
      gone iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0
      use CKShare.Metadata.participantRole
      new var participantRole: CKShare.ParticipantRole { get }
    property CKShare.Participant type
      deprecated iOS 12.0
      use CKShare.Participant.role
      new var role: CKShare.ParticipantRole { get set }
    type CKShare ParticipantType
      deprecated iOS 12.0
      use CKShare.ParticipantRole
    property CKDatabase.DatabaseChange.Deletion purged
      deprecated iOS 17.0
      use CKDatabase.DatabaseChange.Deletion.reason == .purged
      new var reason: CKDatabase.DatabaseChange.Deletion.Reason { get }
    type CKRecord.Reference Action
      deprecated always
      use CKRecord.ReferenceAction
    type - CKRecord_Reference_Action
      deprecated always
      use CKRecord.ReferenceAction
    type CKShare.Participant AcceptanceStatus
      deprecated always
      use CKShare.ParticipantAcceptanceStatus
    type - CKShare_Participant_AcceptanceStatus
      deprecated always
      use CKShare.ParticipantAcceptanceStatus
    type CKShare.Participant Permission
      deprecated always
      use CKShare.ParticipantPermission
    type - CKShare_Participant_Permission
      deprecated always
      use CKShare.ParticipantPermission
    type CKShare.Participant Role
      deprecated always
      use CKShare.ParticipantRole
    type - CKShare_Participant_Role
      deprecated always
      use CKShare.ParticipantRole
    type CKShare.Participant ParticipantType
      deprecated always
      gone iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0
      use CKShare.ParticipantRole
    type - CKShare_Participant_ParticipantType
      deprecated always
      gone iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0
      use CKShare.ParticipantRole
    """
}
