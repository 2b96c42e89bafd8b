/// A line that says something about sync without being an error, a request, a page or an activity.
///
/// Readers recognise the wording, checks decide what it means: `appCrash` with the trap's text, `deferredBySystem` with
/// the activity's name, `secret` with the kind of secret.
package struct Observation: Equatable, Sendable {
  /// What was recognised; raw values are stored and must not change.
  package enum Kind: String, CaseIterable, Sendable {
    /// An uncaught exception or trap raised by CloudKit.
    case appCrash = "app-crash"
    /// The text of a missing `com.apple.developer.icloud-services` entitlement or application ID; subject = which.
    case missingEntitlement = "missing-entitlement"
    /// `error 159 - Sandbox restriction` beside an XPC failure.
    case sandboxRestriction = "sandbox-restriction"
    /// Remote notifications are not among the background modes.
    case missingBackgroundMode = "missing-background-mode"
    /// dasd or the scheduler put the work off; subject = policy or activity.
    case deferredBySystem = "deferred-by-system"
    /// A second handler was registered for one store.
    case storeOpenedTwice = "store-opened-twice"
    /// The mirroring delegate was torn down or reset; subject = reason.
    case mirroringStopped = "mirroring-stopped"
    /// The mirroring delegate began or finished its set-up.
    case mirroringStarted = "mirroring-started"
    /// A Core Data model that breaks a CloudKit rule; subject = the rule or entity.
    case modelIncompatible = "model-incompatible"
    /// The account's state as the device words it; subject = `noAccount`, `available`, `temporarilyUnavailable` …
    case accountState = "account-state"
    /// CKSyncEngine made or lost its state; subject = `reset`, `created`, `unreadable`, `saved`.
    case engineState = "engine-state"
    /// CKSyncEngine asked for a batch and got none.
    case emptyBatch = "empty-batch"
    /// A CKSyncEngine or library event; subject = the event's name.
    case engineEvent = "engine-event"
    /// Records that a send context contained; subject = record name.
    case recordSent = "record-sent"
    /// A number of changes that wait; subject = `export`, `upload`, `delete`; value = the number.
    case pendingCount = "pending-count"
    /// Changes that left the queue without reaching the server; subject = record name or reason.
    case changesLost = "changes-lost"
    /// A push arrived; subject = topic.
    case pushReceived = "push-received"
    /// A batch, record or share of known size is about to be sent; value = the number of items.
    case batchSize = "batch-size"
    /// A retry-after that stands in no error print; value = milliseconds.
    case retryAfter = "retry-after"
    /// A credential or an address of a person in the input; subject = its kind, never its text.
    case secret = "secret"
    /// A server-to-server signature that can be judged; subject = the fault, text without key id and signature.
    case signatureFault = "signature-fault"
    /// A web session or API token was refused; subject = `advancedDataProtection`, `securityKeys`, `expired` …
    case sessionFault = "session-fault"
    /// A share link could not be accepted: opened without its app, participant not verified; subject = what is missing.
    case shareNotAccepted = "share-not-accepted"
    /// The app or server lost the CloudKit error it handled.
    case maskedError = "masked-error"
    /// A record name that CloudKit refuses.
    case invalidRecordName = "invalid-record-name"
    /// Core Data bookkeeping damage.
    case bookkeepingDamage = "bookkeeping-damage"
    /// Anything else worth keeping; subject says what.
    case other = "other"
  }

  package var origin: Origin
  package var time: Timestamp?
  package var kind: Kind
  package var subject: String
  package var value: Int64?
  package var text: String

  package init(
    origin: Origin, time: Timestamp? = nil, kind: Kind, subject: String = "", value: Int64? = nil, text: String = ""
  ) {
    self.origin = origin
    self.time = time
    self.kind = kind
    self.subject = subject
    self.value = value
    self.text = text
  }
}
