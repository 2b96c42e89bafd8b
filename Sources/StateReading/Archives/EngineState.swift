import SyncModel

/// The inside of a `CKSyncEngine.State.Serialization`, from its inner bytes.
struct EngineState {
  /// What the inner bytes turned out to be.
  enum Reading {
    case state(StoreState)
    /// LZFSE data that no decoder at hand can read.
    case compressed
    case unknown
  }

  /// Stands before the compressed form of the inner bytes.
  static let compressionPrefix = Array("CompressedStatePrefix-278ba12eed31".utf8)
  /// Any of these names makes an archived object an engine state; class names differ between systems.
  private static let telltales: Set = [
    "pendingRecordModifications", "pendingZoneChanges", "pendingRecordZoneChanges", "pendingDatabaseChanges",
    "serverChangeTokenForDatabase", "serverChangeTokensByZoneID", "zoneIDsNeedingToFetchChanges",
  ]

  /// Reads inner bytes: a keyed archive, an archive that holds one as data, or a compressed one.
  static func read(_ bytes: ArraySlice<UInt8>, identity: String, origin: Origin) -> Reading {
    var inner = bytes
    // Archives of archives are two deep in practice; the bound ends what is not.
    for _ in 0..<4 {
      if inner.starts(with: compressionPrefix) {
        guard let plain = LZFSE.decode(inner.dropFirst(compressionPrefix.count)) else { return .compressed }
        inner = plain[...]
      }
      guard let archive = KeyedArchive(inner) else { return .unknown }
      var nested: ArraySlice<UInt8>?
      for root in archive.roots {
        let object = archive.resolve(root.value)
        if !telltales.isDisjoint(with: archive.keys(of: object)) {
          return .state(Self(archive: archive, root: object).state(identity: identity, origin: origin))
        }
        nested = nested ?? innerData(object, in: archive)
      }
      guard let nested else { return .unknown }
      inner = nested
    }
    return .unknown
  }

  private static func innerData(_ object: BinaryPlist.Object?, in archive: KeyedArchive) -> ArraySlice<UInt8>? {
    let candidates = [object] + archive.keys(of: object).map { archive.value($0, of: object) }
    return candidates.lazy.compactMap { archive.data($0) }.first {
      $0.starts(with: Array("bplist".utf8)) || $0.starts(with: compressionPrefix)
    }
  }

  private let archive: KeyedArchive
  private let root: BinaryPlist.Object?

  private func state(identity: String, origin: Origin) -> StoreState {
    var state = StoreState(
      origin: origin, identity: archive.text("identifier", of: root) ?? identity, kind: .syncEngine)
    var zones = ZoneTable()
    let changes = members(["pendingRecordModifications", "pendingRecordZoneChanges"])
    var deletes = 0
    for change in changes {
      let isDelete =
        archive.integer("type", of: change) == 1 || archive.text("changeType", of: change) == "deleteRecord"
      let record = archive.value("recordID", of: change) ?? change
      if isDelete { deletes += 1 }
      zones.count(zone(archive.value("ZoneID", of: record)), isDelete: isDelete)
      if state.pendingItems.count < 1000, let name = archive.text("RecordName", of: record) {
        state.pendingItems.append(name)
      }
    }
    state.pendingUploads = changes.count - deletes
    state.pendingDeletes = deletes
    let zoneChanges = members(["pendingZoneChanges", "pendingDatabaseChanges"])
    state.pendingZoneChanges = zoneChanges.count
    state.inFlight =
      members(["inFlightRecordModifications", "inFlightRecordZoneChanges"]).count
      + members(["inFlightZoneChanges", "inFlightDatabaseChanges"]).count
    state.observedAt = Timestamp(cocoaSeconds: archive.date("lastFetchDatabaseChangesDate", of: root))
    readTokens(into: &zones)
    for object in members(["zoneIDsNeedingToFetchChanges"]) { zones.flag(zone(object), "needsToFetchChanges") }
    for object in zoneChanges { zones.flag(zone(archive.value("zoneID", of: object)), "waitsToBeSaved") }
    let database = archive.value("serverChangeTokenForDatabase", of: root).flatMap(token)
    state.zones =
      [StoreState.Zone(name: nil, tokenDigest: database, lastFetch: state.observedAt)] + zones.rows
    state.flags = Self.flags.filter { archive.bool($0, of: root) }
    if let pushed = Timestamp(cocoaSeconds: archive.date("lastPushReceivedDate", of: root)) {
      state.notes.append("last push \(pushed.readable)")
      state.observedAt = [state.observedAt, pushed].compactMap(\.self).max()
    }
    return state
  }

  private static let flags = [
    "needsToFetchDatabaseChanges", "needsToSaveDatabaseSubscription", "hasPendingUntrackedChanges",
    "hasInFlightUntrackedChanges",
  ]

  private func members(_ names: [String]) -> [BinaryPlist.Object] {
    names.lazy.compactMap { archive.value($0, of: root) }.first.map { archive.members(of: $0) } ?? []
  }

  private func readTokens(into zones: inout ZoneTable) {
    for entry in archive.entries(of: archive.value("serverChangeTokensByZoneID", of: root)) {
      zones.token(zone(entry.key), token(entry.value))
    }
  }

  private func token(_ object: BinaryPlist.Object) -> String? {
    let data = archive.data(archive.value("ChangeTokenData", of: object)) ?? archive.data(object)
    return data.map { digest(of: $0) }
  }

  private func zone(_ object: BinaryPlist.Object?) -> ZoneTable.Key {
    let inner = archive.value("zoneID", of: object) ?? object
    return ZoneTable.Key(
      name: archive.text("ZoneName", of: inner) ?? "?", owner: archive.text("ownerName", of: inner) ?? "")
  }
}

/// Zones of a state, gathered from the places that mention them.
struct ZoneTable {
  struct Key: Hashable {
    var name: String
    var owner: String
  }

  private var zones: [Key: StoreState.Zone] = [:]

  /// The zones in the order of their names.
  var rows: [StoreState.Zone] {
    zones.sorted { ($0.key.name, $0.key.owner) < ($1.key.name, $1.key.owner) }.map(\.value)
  }

  mutating func count(_ key: Key, isDelete: Bool) {
    edit(key) { zone in
      zone.pendingUploads = (zone.pendingUploads ?? 0) + (isDelete ? 0 : 1)
      zone.pendingDeletes = (zone.pendingDeletes ?? 0) + (isDelete ? 1 : 0)
    }
  }

  mutating func add(_ count: RecordTally.Count, to key: Key) {
    edit(key) { zone in
      zone.pendingUploads = (zone.pendingUploads ?? 0) + count.uploads
      zone.pendingDeletes = (zone.pendingDeletes ?? 0) + count.deletes
    }
  }

  mutating func flag(_ key: Key, _ flag: String) { edit(key) { $0.flags.append(flag) } }

  mutating func token(_ key: Key, _ digest: String?) { edit(key) { $0.tokenDigest = digest } }

  private mutating func edit(_ key: Key, _ change: (inout StoreState.Zone) -> Void) {
    change(
      &zones[key, default: StoreState.Zone(name: key.name, owner: shownOwner(key.owner.isEmpty ? nil : key.owner))])
  }
}
