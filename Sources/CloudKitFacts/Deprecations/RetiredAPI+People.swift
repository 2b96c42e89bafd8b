extension RetiredAPI {
  /// User discovery, application permissions and the texts of notifications.
  static let people = """
    property CKUserIdentity contactIdentifiers
      deprecated iOS 18.0
    property CKNotification alertBody
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification alertLocalizationKey
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification alertLocalizationArgs
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification alertActionLocalizationKey
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification alertLaunchImage
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification badge
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification soundName
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification category
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification title
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification titleLocalizationKey
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification titleLocalizationArgs
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification subtitle
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification subtitleLocalizationKey
      deprecated iOS 17.0
      use UNNotificationContent
    property CKNotification subtitleLocalizationArgs
      deprecated iOS 17.0
      use UNNotificationContent
    method CKContainer discoverAllIdentities(completionHandler:)
      deprecated iOS 17.0
    method CKContainer discoverUserIdentity(withEmailAddress:completionHandler:)
      deprecated iOS 17.0
    method CKContainer discoverUserIdentity(withPhoneNumber:completionHandler:)
      deprecated iOS 17.0
    method CKContainer discoverUserIdentity(withUserRecordID:completionHandler:)
      deprecated iOS 17.0
    method CKContainer status(forApplicationPermission:completionHandler:)
      deprecated iOS 17.0
    method CKContainer requestApplicationPermission(_:completionHandler:)
      deprecated iOS 17.0
    method CKContainer allUserIdentitiesFromContacts()
      deprecated iOS 17.0, macOS 14.0, watchOS 10.0
    method CKContainer userIdentity(forEmailAddress:)
      deprecated iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0
    method CKContainer userIdentity(forPhoneNumber:)
      deprecated iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0
    method CKContainer userIdentity(forUserRecordID:)
      deprecated iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0
    method CKContainer applicationPermissionStatus(for:)
      deprecated iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0
    method CKContainer requestApplicationPermission(_:)
      deprecated iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0
    method CKContainer discoverUserIdentities(forEmailAddresses:completionHandler:)
      deprecated iOS 17.0
    method CKContainer discoverUserIdentities(forPhoneNumbers:completionHandler:)
      deprecated iOS 17.0
    method CKContainer discoverUserIdentities(forUserRecordIDs:completionHandler:)
      deprecated iOS 17.0
    method CKContainer userIdentities(forEmailAddresses:)
      deprecated iOS 17.0
    method CKContainer userIdentities(forPhoneNumbers:)
      deprecated iOS 17.0
    method CKContainer userIdentities(forUserRecordIDs:)
      deprecated iOS 17.0
    type CKContainer ApplicationPermissionStatus
      deprecated iOS 17.0
    enumCase CKContainer.ApplicationPermissionStatus initialState
      deprecated iOS 17.0
      member of a deprecated type
    enumCase CKContainer.ApplicationPermissionStatus couldNotComplete
      deprecated iOS 17.0
      member of a deprecated type
    enumCase CKContainer.ApplicationPermissionStatus denied
      deprecated iOS 17.0
      member of a deprecated type
    enumCase CKContainer.ApplicationPermissionStatus granted
      deprecated iOS 17.0
      member of a deprecated type
    initializer CKContainer.ApplicationPermissionStatus init(rawValue:)
      deprecated iOS 17.0
      member of a deprecated type
    constant CKContainer.ApplicationPermissions userDiscoverability
      deprecated iOS 17.0
    type CKContainer ApplicationPermissionBlock
      deprecated iOS 17.0
    type - CKDiscoverUserIdentitiesOperation
      deprecated iOS 17.0
    initializer CKDiscoverUserIdentitiesOperation init()
      deprecated iOS 17.0
      member of a deprecated type
    initializer CKDiscoverUserIdentitiesOperation init(userIdentityLookupInfos:)
      deprecated iOS 17.0
      member of a deprecated type
    property CKDiscoverUserIdentitiesOperation userIdentityLookupInfos
      deprecated iOS 17.0
      member of a deprecated type
    type - CKDiscoverAllUserIdentitiesOperation
      deprecated iOS 17.0
    initializer CKDiscoverAllUserIdentitiesOperation init()
      deprecated iOS 17.0
      member of a deprecated type
    type CKContainer.Application Permissions
      deprecated always
      use CKContainer.ApplicationPermissions
    type - CKContainer_Application_Permissions
      deprecated always
      use CKContainer.ApplicationPermissions
    type CKContainer.Application PermissionStatus
      deprecated always
      use CKContainer.ApplicationPermissionStatus
    type - CKContainer_Application_PermissionStatus
      deprecated always
      use CKContainer.ApplicationPermissionStatus
    type CKContainer.Application PermissionBlock
      deprecated always
      use CKContainer.ApplicationPermissionBlock
    type - CKContainer_Application_PermissionBlock
      deprecated always
      use CKContainer.ApplicationPermissionBlock
    """
}
