/// Why something failed: the id of the one check that speaks of it.
///
/// An error has exactly one cause, so that no failure is reported by two checks; raw values are ids of checks.
package enum Cause: String, CaseIterable, Sendable {
  case accountTemporarilyUnavailable = "account-temporarily-unavailable"
  case activityDeferred = "activity-deferred"
  case assetUnavailable = "asset-unavailable"
  case batchTooLarge = "batch-too-large"
  case changeTokenExpired = "change-token-expired"
  case containerMisconfigured = "container-misconfigured"
  case duplicateRecordInBatch = "duplicate-record-in-batch"
  case duplicateSubscription = "duplicate-subscription"
  case invalidRecordName = "invalid-record-name"
  case mirroringStopped = "mirroring-stopped"
  case missingQueryableIndex = "missing-queryable-index"
  case missingSortableIndex = "missing-sortable-index"
  case modelIncompatible = "model-incompatible"
  case networkFailure = "network-failure"
  case notAuthenticated = "not-authenticated"
  case permissionDenied = "permission-denied"
  case quotaExceeded = "quota-exceeded"
  case recordConflict = "record-conflict"
  case recordNotFound = "record-not-found"
  case recordRejected = "record-rejected"
  case recordTooLarge = "record-too-large"
  case referenceLimit = "reference-limit"
  case referenceViolation = "reference-violation"
  case schemaNotDeployed = "schema-not-deployed"
  case serverError = "server-error"
  case sessionRejected = "session-rejected"
  case shareConflict = "share-conflict"
  case shareNotAccepted = "share-not-accepted"
  case signatureRejected = "signature-rejected"
  case storeOpenedTwice = "store-opened-twice"
  case throttled = "throttled"
  case unsupportedPredicate = "unsupported-predicate"
  case userDeletedZone = "user-deleted-zone"
  case zoneBusy = "zone-busy"
  case zoneNotFound = "zone-not-found"
  case zoneSetupFailed = "zone-setup-failed"
}

extension Cause {
  /// True when neither time nor repetition heals it: three of the same are a loop.
  var isPermanent: Bool {
    switch self {
    case .accountTemporarilyUnavailable, .activityDeferred, .assetUnavailable, .mirroringStopped, .networkFailure,
      .recordConflict, .serverError, .throttled, .zoneBusy, .duplicateSubscription:
      false
    default: true
    }
  }

  /// True when sending the same items again, later, is the right answer.
  var isHealedByWaiting: Bool {
    switch self {
    case .throttled, .zoneBusy, .networkFailure, .serverError, .activityDeferred, .accountTemporarilyUnavailable: true
    default: false
    }
  }

  /// True when it concerns the whole request, whatever items it names.
  var concernsWholeRequest: Bool {
    switch self {
    case .notAuthenticated, .accountTemporarilyUnavailable, .quotaExceeded, .throttled, .containerMisconfigured: true
    default: false
    }
  }

  /// True when a delay beside it means: not before.
  var asksToWait: Bool { self == .throttled || self == .zoneBusy || self == .serverError }
}
