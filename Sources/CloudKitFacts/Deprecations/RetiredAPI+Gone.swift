extension RetiredAPI {
  /// Names that a current SDK or compiler no longer accepts.
  static let gone = """
    type - CKFetchNotificationChangesOperation
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
    initializer CKFetchNotificationChangesOperation init(previousServerChangeToken:)
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKFetchNotificationChangesOperation previousServerChangeToken
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKFetchNotificationChangesOperation resultsLimit
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKFetchNotificationChangesOperation moreComing
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKFetchNotificationChangesOperation notificationChangedBlock
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKFetchNotificationChangesOperation fetchNotificationChangesCompletionBlock
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    type - CKMarkNotificationsReadOperation
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
    initializer CKMarkNotificationsReadOperation init(notificationIDsToMarkRead:)
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKMarkNotificationsReadOperation notificationIDs
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    property CKMarkNotificationsReadOperation markNotificationsReadCompletionBlock
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use CKDatabaseSubscription + CKFetchDatabaseChangesOperation + CKFetchRecordZoneChangesOperation
      member of a deprecated type
    type - CKModifyBadgeOperation
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use UNUserNotificationCenter.setBadgeCount(_:)
    initializer CKModifyBadgeOperation init(badgeValue:)
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use UNUserNotificationCenter.setBadgeCount(_:)
      member of a deprecated type
    property CKModifyBadgeOperation badgeValue
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use UNUserNotificationCenter.setBadgeCount(_:)
      member of a deprecated type
    property CKModifyBadgeOperation modifyBadgeCompletionBlock
      removed iOS 11.0, macOS 10.13, tvOS 11.0, watchOS 4.0
      use UNUserNotificationCenter.setBadgeCount(_:)
      member of a deprecated type
    type - CKDiscoverAllContactsOperation
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
    type - CKDiscoverUserInfosOperation
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
    type - CKDiscoveredUserInfo
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKUserIdentity
    method CKContainer discoverAllContactUserInfos(completionHandler:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
    method CKContainer discoverUserInfo(withEmailAddress:completionHandler:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
    method CKContainer discoverUserInfo(withUserRecordID:completionHandler:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
    initializer CKSubscription init(recordType:predicate:options:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.init(recordType:predicate:subscriptionID:options:)
    initializer CKSubscription init(recordType:predicate:subscriptionID:options:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.init(recordType:predicate:subscriptionID:options:)
    initializer CKSubscription init(zoneID:options:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKRecordZoneSubscription.init(zoneID:subscriptionID:)
    initializer CKSubscription init(zoneID:subscriptionID:options:)
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKRecordZoneSubscription.init(zoneID:subscriptionID:)
    property CKSubscription recordType
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.recordType
    property CKSubscription predicate
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.predicate
    property CKSubscription zoneID
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.zoneID / CKRecordZoneSubscription.zoneID
    property CKSubscription subscriptionOptions
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.querySubscriptionOptions
    type - CKSubscriptionOptions
      removed iOS 10.0, macOS 10.12, tvOS 10.0, watchOS 3.0
      use CKQuerySubscription.Options
    constant - CKRecordZoneDefaultName
      obsoleted swift 4.2
      use CKRecordZone.ID.defaultZoneName
    constant - CKRecordTypeShare
      obsoleted swift 4.2
      use CKRecord.SystemType.share
    constant - CKShareTitleKey
      obsoleted swift 4.2
      use CKShare.SystemFieldKey.title
    constant - CKShareThumbnailImageDataKey
      obsoleted swift 4.2
      use CKShare.SystemFieldKey.thumbnailImageData
    constant - CKShareTypeKey
      obsoleted swift 4.2
      use CKShare.SystemFieldKey.shareType
    constant - CKRecordTypeUserRecord
      obsoleted swift 4.2
      use CKRecord.SystemType.userRecord
    constant - CKRecordParentKey
      obsoleted swift 4.2
      use CKRecord.SystemFieldKey.parent
    constant - CKRecordShareKey
      obsoleted swift 4.2
      use CKRecord.SystemFieldKey.share
    type - CKRecordID
      obsoleted swift 4.2
      use CKRecord.ID
    type - CKRecordZoneID
      obsoleted swift 4.2
      use CKRecordZone.ID
    type - CKReference
      obsoleted swift 4.2
      use CKRecord.Reference
    type - CKReferenceAction
      obsoleted swift 4.2
      use CKRecord.ReferenceAction
    type - CKQueryCursor
      obsoleted swift 4.2
      use CKQueryOperation.Cursor
    type - CKShareMetadata
      obsoleted swift 4.2
      use CKShare.Metadata
    type - CKShareParticipant
      obsoleted swift 4.2
      use CKShare.Participant
    type - CKShareParticipantRole
      obsoleted swift 4.2
      use CKShare.ParticipantRole
    type - CKShareParticipantPermission
      obsoleted swift 4.2
      use CKShare.ParticipantPermission
    type - CKShareParticipantAcceptanceStatus
      obsoleted swift 4.2
      use CKShare.ParticipantAcceptanceStatus
    type - CKNotificationInfo
      obsoleted swift 4.2
      use CKSubscription.NotificationInfo
    type - CKNotificationID
      obsoleted swift 4.2
      use CKNotification.ID
    type - CKUserIdentityLookupInfo
      obsoleted swift 4.2
      use CKUserIdentity.LookupInfo
    type - CKFetchRecordZoneChangesOptions
      obsoleted swift 4.2
      use CKFetchRecordZoneChangesOperation.ZoneConfiguration
    type - CKQuerySubscriptionOptions
      obsoleted swift 4.2
      use CKQuerySubscription.Options
    type - CKApplicationPermissions
      obsoleted swift 4.2
      use CKContainer.ApplicationPermissions
    type - CKApplicationPermissionStatus
      obsoleted swift 4.2
      use CKContainer.ApplicationPermissionStatus
    type - CKRecordSavePolicy
      obsoleted swift 4.2
      use CKModifyRecordsOperation.RecordSavePolicy
    type - CKOperationConfiguration
      obsoleted swift 4.2
      use CKOperation.Configuration
    type - CKOperationID
      obsoleted swift 4.2
      use CKOperation.ID
    type - CKRecordZoneCapabilities
      obsoleted swift 4.2
      use CKRecordZone.Capabilities
    type - CKDatabaseScope
      obsoleted swift 4.2
      use CKDatabase.Scope
    type - CKErrorCode
      obsoleted swift 4.2
      use CKError.Code
    """
}
