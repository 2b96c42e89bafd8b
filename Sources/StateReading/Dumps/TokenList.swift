import Foundation
import Inputs
import SyncModel

/// The property list in which a sync library keeps its change tokens: IceCream, SyncKit and their like.
struct TokenList: StateDump {
  let info = StateDumpInfo(
    id: "token-list", title: "Property list with change tokens",
    origin: "The preferences of an app that syncs with IceCream, SyncKit or code of its own: <bundle id>.plist.")

  private static let largest = 64 << 20
  private static let telltales = ["icecream.keys.", "ChangeToken", "ChangesToken", "changeToken", "changesToken"]

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    let isList = sample.starts(with: Array("bplist00".utf8)) || sample.starts(with: Array("<?xml".utf8))
    guard isList else { return 0 }
    let text = String(decoding: sample, as: UTF8.self)
    guard text.hasPrefix("bplist") || text.contains("<plist") else { return 0 }
    return Self.telltales.contains(where: text.contains) ? 0.9 : 0
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    let bytes = try input.readAll(limit: Self.largest)
    var tally = InputTally(bytes: Int64(bytes.count))
    guard
      let list = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        as? [String: Any]
    else {
      tally.isTruncated = true
      tally.notes = ["a property list that is cut off or damaged, not read"]
      return sink.add(tally)
    }
    var state = StoreState(
      origin: Origin(source: options.source, line: 0), identity: fileName(of: input.path), kind: .tokens)
    if list.keys.contains(where: { $0.contains("icecream.keys.") }) {
      readIceCream(list, into: &state)
    } else {
      for key in list.keys.sorted() where key.lowercased().contains("token") {
        guard let token = list[key] as? Data else { continue }
        state.zones.append(StoreState.Zone(name: key, tokenDigest: digest(of: token)))
      }
      state.notes.append(counted(state.zones.count, "change token"))
    }
    var content = DumpContent()
    content.states = [state]
    content.records = state.zones.count
    content.deliver(to: sink, tally: tally)
  }

  /// Keys are `<Class>icecream.keys.<what>`; a token without its zone is a leftover.
  private func readIceCream(_ list: [String: Any], into state: inout StoreState) {
    var classes: [String: (token: Data?, hasZone: Bool)] = [:]
    for (key, value) in list {
      guard let mark = key.range(of: "icecream.keys.") else { continue }
      let name = String(key[..<mark.lowerBound])
      switch key[mark.upperBound...] {
      case "databaseChangesTokenKey":
        state.zones.insert(
          StoreState.Zone(name: nil, database: "PRIVATE", tokenDigest: (value as? Data).map { digest(of: $0) }), at: 0)
      case "zoneChangesTokenKey": classes[name, default: (nil, false)].token = value as? Data
      case "hasCustomZoneCreatedKey": classes[name, default: (nil, false)].hasZone = value as? Bool ?? false
      case "subscriptionIsLocallyCachedKey":
        state.notes.append(value as? Bool == true ? "subscription cached" : "subscription not cached")
      default: break
      }
    }
    for (name, facts) in classes.sorted(by: { $0.key < $1.key }) {
      var zone = StoreState.Zone(name: name, tokenDigest: facts.token.map { digest(of: $0) })
      if facts.token != nil, !facts.hasZone {
        zone.flags = ["staleToken"]
        state.notes.append("'\(name)' has a zone token but no zone was created: the token is stale")
      }
      state.zones.append(zone)
    }
  }
}
