/// Every audit rule, in the order of the docs.
package enum AuditRules {
  package static let all: [any AuditRule] = [
    DeprecatedAPI(),
    RemovedAPI(),
    CursorDropped(),
    CursorLoop(),
    TokenNotStored(),
    TokenBeforeData(),
    TokenExpiryUnhandled(),
    ItemFailureSwallowed(),
    ResultBlockWithoutItemBlock(),
    ErrorSwallowed(),
    RetryLimitResets(),
    OverwriteSavePolicy(),
    ConflictUnmerged(),
    PartialErrorsCast(),
    RecordWithoutSystemFields(),
    ZoneDeletionUnhandled(),
    ShareReplaced(),
    UnsupportedPredicate(),
    IndexRequired(),
    SyncEngineStateUnsaved(),
    SyncEngineScopeIgnored(),
    SyncEngineReentrant(),
    SyncEngineEventUnhandled(),
  ]
}
