import CloudKitFacts
import SyncModel

extension Cause {
  /// The cause that a public code of `CKErrorDomain` and the number behind the slash state without a message.
  init?(publicCode code: Int, underlying: UnderlyingCode?, isOfZone: Bool) {
    let number = underlying.flatMap { $0.domain == "CKInternalErrorDomain" ? $0.code : nil }
    switch code {
    case 1: self = number.map(Self.assetNumbers.contains) ?? false ? .assetUnavailable : .serverError
    case 3, 4, 34: self = .networkFailure
    case 5, 8: self = .containerMisconfigured
    case 6: self = underlying?.domain == "NSCocoaErrorDomain" ? .networkFailure : .throttled
    case 7: self = .throttled
    case 9, 115: self = .notAuthenticated
    case 10, 32: self = .permissionDenied
    case 11: self = .recordNotFound
    case 12: self = Self.invalidArguments(number)
    case 14: self = .recordConflict
    case 15: self = Self.serverRejected(number, isOfZone: isOfZone)
    case 16, 17, 35: self = .assetUnavailable
    case 18, 19, 24: self = .recordRejected
    case 21: self = .changeTokenExpired
    case 23: self = .zoneBusy
    case 25: self = .quotaExceeded
    case 26: self = .zoneNotFound
    case 27: self = number == 2023 ? .recordTooLarge : .batchTooLarge
    case 28: self = .userDeletedZone
    case 30: self = .shareConflict
    case 29, 33, 37: self = .shareNotAccepted
    case 31: self = .referenceViolation
    case 36: self = .accountTemporarilyUnavailable
    default: return nil
    }
  }

  /// Internal numbers of the asset transfer (MMCS).
  private static let assetNumbers = 3000...3015

  private static func invalidArguments(_ number: Int?) -> Cause {
    switch number {
    case 2015: .missingQueryableIndex
    case 2016: .missingSortableIndex
    case 1020: .batchTooLarge
    case 1009: .unsupportedPredicate
    default: .recordRejected
    }
  }

  private static func serverRejected(_ number: Int?, isOfZone: Bool) -> Cause {
    switch number {
    case 2032: .duplicateSubscription
    case 2037: .zoneSetupFailed
    // The server's own trouble, told with the code of a refusal.
    case 2000, 2001: isOfZone ? .zoneSetupFailed : .serverError
    default: isOfZone ? .zoneSetupFailed : .recordRejected
    }
  }

  /// The cause that an internal number states when no public code is known.
  init?(internalNumber number: Int, isOfZone: Bool) {
    if number == 2037 {
      self = .zoneSetupFailed
    } else if Self.assetNumbers.contains(number) {
      self = .assetUnavailable
    } else if let code = InternalErrorNumbers.publicCode(for: number) {
      self.init(publicCode: code, underlying: UnderlyingCode(code: number), isOfZone: isOfZone)
    } else {
      return nil
    }
  }

  /// The cause that a code of Core Data's mirroring states.
  init?(cocoaCode code: Int) {
    switch code {
    case 4097, 4099: self = .networkFailure
    case 134060: self = .schemaNotDeployed
    case 134400: self = .notAuthenticated
    case 134407, 134417, 134419: self = .activityDeferred
    case 134410, 134422: self = .storeOpenedTwice
    case 134402, 134403, 134405, 134406, 134415, 134416, 134420, 134421: self = .mirroringStopped
    default: return nil
    }
  }

  /// The cause that a code of Web Services or the Console states.
  init?(serverCode: String, operation: String?, recordTypes: String?, hasDelay: Bool) {
    // Most codes need no family, and to find it by words is dear for a store with thousands of request classes.
    func family() -> String { operation.map { OperationFamily(operation: $0).rawValue } ?? "" }
    switch serverCode {
    case "CONFLICT", "SERVER_RECORD_CHANGED": self = .recordConflict
    case "EXISTS": self = family().hasPrefix("subscription") ? .duplicateSubscription : .recordConflict
    case "THROTTLED": self = .throttled
    case "TRY_AGAIN_LATER", "RETRY_LATER", "SERVICE_UNAVAILABLE": self = hasDelay ? .throttled : .serverError
    case "INTERNAL_ERROR", "REQUEST_FAILED": self = .serverError
    case "ZONE_BUSY", "CAS_OP_LOCK": self = .zoneBusy
    case "QUOTA_EXCEEDED": self = .quotaExceeded
    case "ZONE_NOT_FOUND": self = .zoneNotFound
    case "NOT_FOUND": self = .recordNotFound
    case "ACCESS_DENIED", "PCS_REQUIRED": self = .permissionDenied
    case "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED", "SIGN_IN_FAILED": self = .notAuthenticated
    case "VALIDATING_REFERENCE_ERROR": self = .referenceViolation
    case "SYNC_TOKEN_EXPIRED", "CHANGE_TOKEN_EXPIRED": self = .changeTokenExpired
    case "NETWORK_ERROR", "UNEXPECTED_SERVER_RESPONSE": self = .networkFailure
    case "BAD_REQUEST", "INVALID_ARGUMENTS", "UNIQUE_FIELD_ERROR": self = .recordRejected
    case "OTHER":
      guard recordTypes == "_pcs_data" else { return nil }
      self = .recordRejected
    default: return nil
    }
  }

  /// The cause that an HTTP status states when nothing else is known; 0 = no answer.
  init?(httpStatus: Int, hasDelay: Bool) {
    switch httpStatus {
    case 0: self = .networkFailure
    case 400: self = .recordRejected
    case 401, 402, 421: self = .sessionRejected
    case 403: self = .permissionDenied
    case 404: self = .recordNotFound
    case 409: self = .recordConflict
    case 410: self = .assetUnavailable
    case 413: self = .batchTooLarge
    case 429: self = .throttled
    case 500...599: self = hasDelay ? .throttled : .serverError
    default: return nil
    }
  }
}
