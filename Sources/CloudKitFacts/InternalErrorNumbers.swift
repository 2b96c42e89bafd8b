/// The numbers of `CKInternalErrorDomain`, which CloudKit prints behind the slash: `14/2004`.
package enum InternalErrorNumbers {
  /// Returns the name of an internal number as CloudKit prints it, without blanks.
  package static func name(of number: Int) -> String? { names[number] }

  /// Returns the internal number that a printed name such as `BadContainer` means.
  package static func number(named name: String) -> Int? { numbers[nameKey(name)] }

  /// Returns the public code that an internal number was seen with, or nil where the mapping is not known.
  ///
  /// Only for a bare internal number: a printed public code or name is always right.
  package static func publicCode(for number: Int) -> Int? { publicCodes[number] }

  /// Returns the name of a private number that prints under `CKErrorDomain` (100 to 180).
  package static func privateName(of number: Int) -> String? { privateNames[number] }

  private static let numbers = Dictionary(
    names.map { (nameKey($0.value), $0.key) }, uniquingKeysWith: min)

  private static let publicCodes: [Int: Int] = [
    1000: 1, 1002: 9, 1004: 9, 1009: 12, 1011: 2, 1012: 3, 1013: 4, 1014: 5, 1016: 21, 1017: 12, 1019: 24, 1020: 27,
    1029: 36, 2000: 15, 2002: 6, 2003: 11, 2004: 14, 2006: 12, 2007: 10, 2008: 7, 2009: 6, 2015: 12, 2016: 12, 2022: 6,
    2023: 27, 2024: 22, 2025: 31, 2026: 21, 2028: 30, 2029: 23, 2032: 15, 2035: 25, 2036: 26, 2042: 28, 2045: 29,
    2046: 30, 2061: 7, 2062: 7, 2063: 7, 3002: 16, 3003: 17, 4000: 1,
  ]

  private static let privateNames: [Int: String] = [
    100: "Record Archived", 110: "Device-To-Device Encryption Unavailable", 111: "Keychain Sync Incomplete",
    112: "Identity Lost", 113: "Walrus Enabled", 114: "Walrus Enabled", 115: "Needs To Verify Terms",
    124: "Server Streaming Asset Changed", 130: "XPC Activity Not Continue", 131: "XPC Activity Should Defer",
    132: "Scheduler Activity Deferred", 133: "Background Task Expired", 140: "Insufficient Disk Space",
    150: "Mergeable Value ID Mismatch", 160: "Incompatible OS Version", 161: "Signature Validation Failed",
    170: "CloudCore Session No Longer Valid", 180: "Server Zone Hierarchy Changed",
  ]

  private static let names: [Int: String] = [
    0: "Success", 1: "Cancelled",
    1000: "GenericError", 1001: "NotImplemented", 1002: "NoAccountExists", 1003: "AccountMoved",
    1004: "AuthenticationSkipped", 1005: "ParseError", 1006: "BadValueClass", 1007: "InvalidRecordBatch",
    1008: "FailedIDFetch", 1009: "InvalidPredicate", 1010: "UserRejectedLogin", 1011: "PartialFailure",
    1012: "NetworkUnavailable", 1013: "NetworkFailure", 1014: "BadContainer", 1015: "NoPushToken",
    1016: "ChangeTokenExpired", 1017: "InvalidArguments", 1018: "AccountAccessRestricted", 1019: "BadDatabase",
    1020: "BatchTooLarge", 1021: "AssetSaveFailed", 1022: "ParticipantsListConflict", 1023: "AppDisabledInSettings",
    1024: "AppNotInAppStore", 1025: "XPCActivityNotContinue", 1026: "XPCActivityShouldDefer", 1027: "SQLiteError",
    1028: "SQLiteValidationError", 1029: "AccountUnavailableDueToBadAuthToken", 1030: "InvalidDSID",
    1050: "NoMatchingRow", 1051: "NoUniqueRow", 1052: "GroupExists",
    2000: "ServerInternalError", 2001: "ServerHTTPError", 2002: "ServerOverloaded", 2003: "ObjectNotFound",
    2004: "OpLockFailed", 2005: "ClientInternalError", 2006: "BadSyntax", 2007: "Forbidden", 2008: "Throttled",
    2009: "ServerThrottled", 2010: "Refused", 2011: "AuthTokenError", 2012: "AuthenticationNeeded",
    2013: "ExpiredAppConfig", 2014: "ExpiredGlobalConfig", 2015: "FieldNotQueryable", 2016: "FieldNotSortable",
    2017: "ObjectAlreadyExists", 2018: "BadKeyName", 2019: "BadFieldValue", 2020: "BadIdentifier",
    2021: "FieldsPerTypeExceeded", 2022: "ServerBusy", 2023: "LimitExceeded", 2024: "AtomicFailure",
    2025: "ValidatingReferenceFailure", 2026: "ContainerReset", 2027: "NotSupported", 2028: "AlreadyShared",
    2029: "ZoneBusy", 2030: "ZoneUnavailable", 2031: "ContainerUnavailable", 2032: "DuplicateSubscription",
    2033: "EmailOutOfNetwork", 2034: "ExpiredPutReceipt", 2035: "QuotaExceeded", 2036: "ZoneNotFound",
    2037: "PCSOplockFailed", 2038: "AssetTooLarge", 2039: "DeviceNotSupported", 2040: "RequestAlreadyProcessed",
    2041: "StaleRecordUpdate", 2042: "UserDeletedData", 2043: "ShareParticipantMissing", 2044: "InvalidPCSChain",
    2045: "TooManyParticipants", 2046: "HierarchyAlreadyShared", 2047: "U13Restricted",
    2048: "ManagedAppleIDRestricted", 2049: "InvalidEmailAddress", 2050: "RecordArchived",
    2051: "DatabaseAccessDenied", 2052: "ParentHierarchyDepthLimitExceeded", 2053: "ZonePCSUserIdentityUnknown",
    2054: "ManagedAppleIdBackupBlocked", 2055: "RetryableModificationFailure", 2056: "UserDidResetEncryptedData",
    2057: "ShareRegionUnsupported", 2060: "a2aSignatureValidationError", 2061: "ThrottledByHTTP503",
    2062: "ThrottledByHTTP429", 2063: "ThrottledByServer",
    3000: "MMCSChunkingError", 3001: "MMCSGenericError", 3002: "MMCSItemNotFound", 3003: "MMCSItemModified",
    3004: "MMCSAuthMissing", 3005: "PutReceiptExpired", 3006: "MMCSItemStale", 3007: "MMCSDiscQuotaExceeded",
    3008: "MMCSNoSpaceLeftOnDevice", 3009: "MMCSItemNotValid", 3010: "MMCSItemNotAvailable",
    3011: "ReferencedAssetNotFound", 3012: "RepairAssetSignatureMismatch", 3013: "MMCSInsufficientDiskSpace",
    3014: "ParticipantIDMismatch", 3015: "AssetHandleUnregistered",
    4000: "CouldntInitializeMescal", 4001: "BadSignature", 4002: "MescalNotInitialized",
    5000: "PCSNoPublicIdentity", 5004: "PCSDecryptFailed", 5006: "iCDPRequired", 5008: "UnsyncedKeychain",
    5010: "RequiredPCSDataNotFoundLocally", 5011: "MissingManateeIdentity", 5013: "WalrusEnabled",
    5021: "IncompatibleOSVersion", 6000: "PluginError", 12000: "CloudCoreSessionNoLongerValid",
    13000: "ZoneAncestryOpLockFailed", 13001: "OwningReferenceFailure",
  ]
}
