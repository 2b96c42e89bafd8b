import CloudKitFacts

/// What a per-item error is about: the key in front of it, or a record or zone id in the text around it.
struct ItemKey: Equatable {
  var item: String?
  var zone: String?

  /// Reads the key of a partial error.
  ///
  /// `name:(zone:owner)`, `zone:owner`, a subscription id, a share URL or an id object; names may hold any character,
  /// so the key is cut from the right. The secret part of a share URL is left out.
  init(key: String) {
    if let found = ItemKey(idIn: key) {
      self = found
    } else if key.holds("://") {
      item = "share URL"
    } else if key.hasSuffix(")"), let open = key.lastPlace(of: ":(") {
      item = String(key[..<open.lowerBound])
      zone = String(key[open.upperBound...].dropLast())
    } else if let colon = key.lastIndex(of: ":"), !key.holds(" ") {
      zone = String(key)
      if key[key.index(after: colon)...].isEmpty { zone = String(key.dropLast()) }
    } else {
      item = key.isEmpty ? nil : key
    }
  }

  /// Reads the last `<CKRecordID: …>`, `<CKRecordZoneID: …>` or `<CKRecordZone: …>` of a text, or nil.
  init?(idIn text: String) {
    guard let found = Self.key(in: text) else { return nil }
    self = found
  }

  init(item: String?, zone: String?) {
    self.item = item
    self.zone = zone
  }

  private static func key(in text: String) -> ItemKey? {
    let marker = [
      text.lastPlace(of: "<CKRecordID"), text.lastPlace(of: "<CKRecordZone"), text.lastPlace(of: "<CKReference"),
    ].compactMap(\.self).max { $0.lowerBound < $1.lowerBound }
    guard let marker else { return nil }
    let id = text[marker.lowerBound...]
    if let name = value("recordName=", in: id) {
      return ItemKey(item: name, zone: value("zoneID=", in: id) ?? value("zoneName=", in: id))
    }
    if let name = value("zoneName=", in: id) {
      return ItemKey(item: nil, zone: value("ownerName=", in: id).map { name + ":" + $0 } ?? name)
    }
    if let name = value("zoneID=", in: id) { return ItemKey(item: nil, zone: name) }
    // Newer systems print the short form inside the brackets.
    guard let semicolon = id.firstIndex(of: ";"), let end = id.lastIndex(of: ">"), semicolon < end else { return nil }
    let key = id[id.index(after: semicolon)..<end].drop { $0 == " " }
    return key.holds(":(") && !key.holds("<") ? ItemKey(key: String(key)) : nil
  }

  private static func value(_ name: StaticString, in text: Substring) -> String? {
    guard let start = text.firstPlace(of: name)?.upperBound else { return nil }
    let value = text[start...].prefix { $0 != "," && $0 != ">" && $0 != ";" && $0 != "\n" }
    return value.isEmpty || value.hasPrefix("<") ? nil : String(value)
  }
}
