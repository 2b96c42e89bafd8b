/// A piece of sync work with a beginning and, mostly, an end: a Core Data mirroring event, a CKSyncEngine fetch or send.
package struct Activity: Equatable, Sendable {
  /// The kinds that `NSPersistentCloudKitContainer.EventType` and CKSyncEngine tell apart.
  package enum Kind: String, CaseIterable, Sendable {
    case setup, `import`, export, send, fetch
  }

  /// How it ended.
  package enum Outcome: String, CaseIterable, Sendable {
    case succeeded, failed
    /// Deferred or superseded by the system, which is no failure (134417, 134419, 134407).
    case deferred
    /// No end was seen.
    case unfinished
  }

  package var origin: Origin
  package var kind: Kind
  package var outcome: Outcome
  package var start: Timestamp?
  package var end: Timestamp?
  /// The request UUID, operationID or sync context that ties the start to the end, and a store's event to log lines.
  package var identifier: String?
  /// The store identifier or path it worked for.
  package var store: String?
  package var errorDomain: String?
  package var errorCode: Int?
  package var affectedObjects: Int?
  package var text: String

  package init(
    origin: Origin, kind: Kind, outcome: Outcome, start: Timestamp? = nil, end: Timestamp? = nil,
    identifier: String? = nil, store: String? = nil, errorDomain: String? = nil, errorCode: Int? = nil,
    affectedObjects: Int? = nil, text: String = ""
  ) {
    self.origin = origin
    self.kind = kind
    self.outcome = outcome
    self.start = start
    self.end = end
    self.identifier = identifier
    self.store = store
    self.errorDomain = errorDomain
    self.errorCode = errorCode
    self.affectedObjects = affectedObjects
    self.text = text
  }
}
