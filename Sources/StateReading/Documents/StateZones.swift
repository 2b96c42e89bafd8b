import SyncModel

/// Zones, tokens and entities inside a JSON state.
enum StateZones {
  /// A list of zone objects or names, or an object by zone name.
  static func read(_ value: JSONValue, into state: inout StoreState) {
    for element in value.array ?? [] {
      if let name = element.text {
        state.zones.append(StoreState.Zone(name: name))
      } else if let members = element.object {
        state.zones.append(zone(members, named: nil))
      }
    }
    for (name, inner) in value.object ?? [] { state.zones.append(zone(inner.object ?? [], named: name)) }
  }

  /// A change token by zone name; null is a zone without one.
  static func readTokens(_ value: JSONValue, into state: inout StoreState) {
    for (name, token) in value.object ?? [] {
      state.zones.append(StoreState.Zone(name: name, tokenDigest: tokenDigest(token)))
    }
  }

  static func tokenDigest(_ value: JSONValue) -> String? {
    switch value.content {
    case .string(let text) where !text.isEmpty && text.lowercased() != "nil" && text.lowercased() != "null":
      digest(of: text.utf8)
    case .number(let number) where number != 0: digest(of: "\(number)".utf8)
    case .bool(true): "present"
    default: nil
    }
  }

  /// Numbers by entity or record type: a list of objects, or an object by name.
  static func readEntities(_ value: JSONValue, into state: inout StoreState) {
    var named: [(String, [(key: String, value: JSONValue)])] = []
    for element in value.array ?? [] {
      let members = element.object ?? []
      let name = members.first { ["name", "entity", "type", "recordtype"].contains($0.key.lowercased()) }?.value.text
      if let name { named.append((name, members)) }
    }
    for (name, inner) in value.object ?? [] {
      if let members = inner.object { named.append((name, members)) }
    }
    for (name, members) in named {
      func count(_ meaning: StateKey) -> Int { members.first { StateKey($0.key) == meaning }?.value.count ?? 0 }
      state.entities.append(
        StoreState.Entity(
          name: name, tracked: count(.tracked), pendingUploads: count(.uploads), pendingDeletes: count(.deletes)))
    }
  }

  private static func zone(_ members: [(key: String, value: JSONValue)], named name: String?) -> StoreState.Zone {
    var zone = StoreState.Zone(name: name)
    for (key, value) in members {
      let plain = key.lowercased().filter(\.isLetter)
      switch StateKey(key) {
      case .identity where zone.name == nil: zone.name = value.text
      case .scope: zone.database = value.text
      case .uploads: zone.pendingUploads = (zone.pendingUploads ?? 0) &+ (value.count ?? 0)
      case .deletes: zone.pendingDeletes = (zone.pendingDeletes ?? 0) &+ (value.count ?? 0)
      case .token: zone.tokenDigest = tokenDigest(value)
      case .lastFetch, .lastSuccess: zone.lastFetch = value.time ?? zone.lastFetch
      case .flag: if case .bool(true) = value.content { zone.flags.append(key) }
      default:
        if plain == "zone" || plain == "zonename" || plain == "zoneid" { zone.name = value.text ?? zone.name }
        if plain == "owner" || plain == "ownername" { zone.owner = shownOwner(value.text) }
      }
    }
    return zone
  }
}
