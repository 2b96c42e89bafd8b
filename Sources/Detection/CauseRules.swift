/// Words of a server or framework message that decide the cause, whatever the code says.
struct CauseRule {
  /// Lower case; all must occur, in this order.
  var phrases: [String]
  var cause: Cause

  init(_ cause: Cause, _ phrases: String...) {
    self.phrases = phrases
    self.cause = cause
  }

  /// The cause that a message in lower case states; nil when it states none.
  static func cause(in message: String) -> Cause? {
    var message = message
    return message.withUTF8 { bytes in
      all.first { rule in
        var start = 0
        for phrase in rule.needles {
          guard let end = find(phrase, in: bytes, from: start) else { return false }
          start = end
        }
        return true
      }?.rule.cause
    }
  }

  /// The rules with their phrases as bytes: searching a `String` costs twenty times as much.
  private static let all = table.map { rule in (rule: rule, needles: rule.phrases.map { Array($0.utf8) }) }

  /// The end of the first occurrence, or nil.
  private static func find(_ needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = needle.first, bytes.count - start >= needle.count else { return nil }
    for position in start...(bytes.count - needle.count) where bytes[position] == first {
      if needle.indices.allSatisfy({ bytes[position + $0] == needle[$0] }) { return position + needle.count }
    }
    return nil
  }

  /// The narrower before the wider; sentences as seen in public logs.
  private static let table: [CauseRule] = [
    // Schema
    .init(.missingSortableIndex, "not marked sortable"),
    .init(.missingQueryableIndex, "not marked queryable"),
    .init(.missingQueryableIndex, "field '", "is not queryable"),
    .init(.missingQueryableIndex, "not marked searchable"),
    .init(.missingQueryableIndex, "type is not marked indexable"),
    .init(.schemaNotDeployed, "cannot create new type ", "in production schema"),
    .init(.schemaNotDeployed, "cannot create or modify field ", "in production schema"),
    .init(.schemaNotDeployed, "in production schema"),
    .init(.schemaNotDeployed, "did not find record type"),
    .init(.schemaNotDeployed, "initialize cloudkit schema"),
    .init(.schemaNotDeployed, "initialize the cloudkit schema"),
    .init(.unsupportedPredicate, "did not find field: 'record"),
    .init(.schemaNotDeployed, "did not find field"),
    .init(.recordRejected, "invalid attempt to set value type"),
    .init(.modelIncompatible, "cloudkit integration requires"),
    .init(.modelIncompatible, "cloudkit integration does not support"),
    // Account and container
    .init(.accountTemporarilyUnavailable, "ckaccountstatustemporarilyunavailable"),
    .init(.accountTemporarilyUnavailable, "account temporarily unavailable"),
    .init(.accountTemporarilyUnavailable, "bad or missing auth token"),
    .init(.accountTemporarilyUnavailable, "don't have the current userrecordid"),
    .init(.containerMisconfigured, "invalid bundle id for container"),
    .init(.containerMisconfigured, "get container configuration from the server"),
    .init(.containerMisconfigured, "sandbox restriction"),
    .init(.containerMisconfigured, "com.apple.developer.icloud-services entitlement"),
    .init(.containerMisconfigured, "missing entitlement"),
    .init(.sessionRejected, "private db access disabled"),
    .init(.sessionRejected, "no auth method found"),
    .init(.sessionRejected, "manually finish setting up your icloud"),
    .init(.permissionDenied, "operation not permitted"),
    // Predicates and queries
    .init(.serverError, "index has invalid data"),
    .init(.unsupportedPredicate, "invalid predicate"),
    .init(.unsupportedPredicate, "invalid left expression"),
    .init(.unsupportedPredicate, "invalid right expression"),
    .init(.unsupportedPredicate, "is not an evaluated object expression"),
    .init(.unsupportedPredicate, "unexpected expression"),
    .init(.unsupportedPredicate, "comparison predicate"),
    .init(.unsupportedPredicate, "predicate", "not supported"),
    .init(.unsupportedPredicate, "unsupported predicate"),
    .init(.unsupportedPredicate, "limit of values"),
    .init(.unsupportedPredicate, "250 values"),
    .init(.unsupportedPredicate, "invalid value, expected type"),
    .init(.unsupportedPredicate, "does not support zone wide queries"),
    // Limits
    .init(.batchTooLarge, "maximum number of items in a single request"),
    .init(.batchTooLarge, "length is greater than max size"),
    .init(.batchTooLarge, "request size"),
    .init(.batchTooLarge, "request too large"),
    .init(.recordTooLarge, "record too large"),
    .init(.referenceLimit, "owning references to single record"),
    .init(.duplicateRecordInBatch, "the same record twice"),
    .init(.duplicateRecordInBatch, "save and delete the same record"),
    .init(.invalidRecordName, "record", "name", "255 characters"),
    .init(.invalidRecordName, "record", "name", "longer than 255"),
    .init(.invalidRecordName, "record", "name", "ascii"),
    .init(.invalidRecordName, "invalid record name"),
    // Shares and subscriptions
    .init(.duplicateSubscription, "subscription is duplicate of"),
    .init(.shareConflict, "share", "default zone"),
    .init(.shareConflict, "already shared"),
    .init(.shareConflict, "being saved without its rootrecord"),
    .init(.shareConflict, "share already exists"),
    .init(.shareNotAccepted, "participant", "verif"),
    .init(.shareNotAccepted, "unable to find applicationidentifier"),
    // Zones, tokens, conflicts
    .init(.zoneSetupFailed, "zone pcs oplock failed"),
    .init(.zoneBusy, "cas op-lock"),
    .init(.userDeletedZone, "zone was purged by user"),
    .init(.changeTokenExpired, "client knowledge differs from server knowledge"),
    .init(.changeTokenExpired, "unknown sync continuation type"),
    .init(.changeTokenExpired, "invalid continuation format"),
    .init(.changeTokenExpired, "invalid sync token"),
    .init(.changeTokenExpired, "change token expired"),
    .init(.recordNotFound, "recordchangetag specified, but record not found"),
    .init(.recordConflict, "record to insert already exists"),
    .init(.recordConflict, "client oplock error"),
    .init(.recordConflict, "recordchangetag"),
    // Rates, storage, assets
    .init(.throttled, "throttled by previous server http"),
    .init(.throttled, "operation throttled by server"),
    .init(.throttled, "rate limited due to an earlier error"),
    .init(.throttled, "database throttled"),
    .init(.quotaExceeded, "quota exceeded"),
    .init(.assetUnavailable, "bad upload receipt"),
  ]
}
