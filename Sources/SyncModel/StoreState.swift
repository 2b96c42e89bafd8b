/// The state of one sync store at one moment, as a store or a dump tells it.
package struct StoreState: Equatable, Sendable {
  /// Which kind of store it is.
  package enum Kind: String, CaseIterable, Sendable {
    case coreData = "core-data"
    case sqliteData = "sqlite-data"
    case syncEngine = "sync-engine"
    case tokens = "tokens"
    case iCloudDrive = "icloud-drive"
    case reported = "reported"
  }

  /// One record zone (or one database, where `name` is nil).
  package struct Zone: Equatable, Sendable {
    package var name: String?
    package var owner: String?
    package var database: String?
    /// A digest of the change token, so that two dumps can be compared; nil = no token.
    package var tokenDigest: String?
    package var lastFetch: Timestamp?
    /// Flags that are set, by name: `needsImport`, `needsRecoveryFromUserPurge`.
    package var flags: [String]
    package var pendingUploads: Int?
    package var pendingDeletes: Int?

    package init(
      name: String?, owner: String? = nil, database: String? = nil, tokenDigest: String? = nil,
      lastFetch: Timestamp? = nil, flags: [String] = [], pendingUploads: Int? = nil, pendingDeletes: Int? = nil
    ) {
      self.name = name
      self.owner = owner
      self.database = database
      self.tokenDigest = tokenDigest
      self.lastFetch = lastFetch
      self.flags = flags
      self.pendingUploads = pendingUploads
      self.pendingDeletes = pendingDeletes
    }
  }

  /// One entity, table or record type.
  package struct Entity: Equatable, Sendable {
    package var name: String
    package var tracked: Int
    package var pendingUploads: Int
    package var pendingDeletes: Int

    package init(name: String, tracked: Int, pendingUploads: Int, pendingDeletes: Int) {
      self.name = name
      self.tracked = tracked
      self.pendingUploads = pendingUploads
      self.pendingDeletes = pendingDeletes
    }
  }

  package var origin: Origin
  /// What makes two dumps dumps of the same store: its identifier where one is stored, else its file name.
  package var identity: String
  package var kind: Kind
  /// When the dump was taken: from the dump, else the newest moment in it, else the file's time.
  package var observedAt: Timestamp?
  package var trackedRecords: Int?
  package var pendingUploads: Int?
  package var pendingDeletes: Int?
  /// Pending zone or database changes.
  package var pendingZoneChanges: Int?
  package var inFlight: Int?
  package var oldestPending: Timestamp?
  package var lastSuccess: Timestamp?
  package var lastFailure: Timestamp?
  package var zones: [Zone]
  package var entities: [Entity]
  /// Flags that are set, by name: `needsToFetchDatabaseChanges`.
  package var flags: [String]
  /// Names of pending records, at most 1,000, to tell whether the same ones wait in two dumps.
  package var pendingItems: [String]
  /// For people: "compressed state (LZFSE), not read".
  package var notes: [String]

  package init(
    origin: Origin, identity: String, kind: Kind, observedAt: Timestamp? = nil, trackedRecords: Int? = nil,
    pendingUploads: Int? = nil, pendingDeletes: Int? = nil, pendingZoneChanges: Int? = nil, inFlight: Int? = nil,
    oldestPending: Timestamp? = nil, lastSuccess: Timestamp? = nil, lastFailure: Timestamp? = nil, zones: [Zone] = [],
    entities: [Entity] = [], flags: [String] = [], pendingItems: [String] = [], notes: [String] = []
  ) {
    self.origin = origin
    self.identity = identity
    self.kind = kind
    self.observedAt = observedAt
    self.trackedRecords = trackedRecords
    self.pendingUploads = pendingUploads
    self.pendingDeletes = pendingDeletes
    self.pendingZoneChanges = pendingZoneChanges
    self.inFlight = inFlight
    self.oldestPending = oldestPending
    self.lastSuccess = lastSuccess
    self.lastFailure = lastFailure
    self.zones = zones
    self.entities = entities
    self.flags = flags
    self.pendingItems = pendingItems
    self.notes = notes
  }
}
