/// Every check, in the order of the docs.
package enum Checks {
  package static let all: [any Check] = [
    // Batches and loops
    PartialFailure(),
    PartialFailureResent(),
    PartialFailureUnexplained(),
    ConflictLoop(),
    RetryOfPermanentError(),
    CursorLoop(),
    CursorDropped(),
    // Rate limits
    Throttled(),
    RetryAfterViolated(),
    ZoneBusy(),
    // Records, tokens and zones
    RecordConflict(),
    RecordNotFound(),
    RecordRejected(),
    RecordTooLarge(),
    BatchTooLarge(),
    ReferenceLimit(),
    ReferenceViolation(),
    DuplicateRecordInBatch(),
    InvalidRecordName(),
    AssetUnavailable(),
    ChangeTokenExpired(),
    ZoneNotFound(),
    UserDeletedZone(),
    ZoneSetupFailed(),
    // Schema and queries
    SchemaNotDeployed(),
    MissingQueryableIndex(),
    MissingSortableIndex(),
    UnsupportedPredicate(),
    // Account, container, permissions, sharing
    NotAuthenticated(),
    SessionRejected(),
    SignatureRejected(),
    AccountTemporarilyUnavailable(),
    QuotaExceeded(),
    ContainerMisconfigured(),
    PermissionDenied(),
    ShareConflict(),
    ShareNotAccepted(),
    DuplicateSubscription(),
    MissingBackgroundMode(),
    // Core Data mirroring
    StoreOpenedTwice(),
    ModelIncompatible(),
    MirroringStopped(),
    ActivityDeferred(),
    // States of stores
    PendingChangesStuck(),
    UploadBacklog(),
    PendingChangesLost(),
    SyncStateNotSaved(),
    // Network, server, traffic as a whole
    NetworkFailure(),
    ServerError(),
    HighErrorRate(),
    SlowRequests(),
    UnfinishedOperation(),
    AppCrash(),
    AppErrorMasked(),
    SecretsInLog(),
  ]
}
