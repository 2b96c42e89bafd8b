import SyncModel

/// The pages that an exchange asked for and got.
struct WebPaging {
  /// What the pages of one exchange have in common.
  let exchange: WebExchange
  let request: JSONValue?
  let answer: JSONValue?

  /// One page for each query or zone of the exchange; none for operations that do not page.
  func pages() -> [PageRecord] {
    allPages().filter { $0.hasAnswer || $0.cursorIn != PageRecord.unknownCursor }
  }

  private func allPages() -> [PageRecord] {
    guard let subpath = exchange.address?.subpath else { return answer.map(pagesOfBareAnswer) ?? [] }
    switch subpath {
    case "records/query", "internal/records/query/batch": return [queryPage()]
    case "changes/zone": return zonePages()
    case "records/changes": return [changesPage(kind: .zoneChanges, zone: request.flatMap(zoneLabel), request, answer)]
    case "changes/database", "zones/changes": return [changesPage(kind: .databaseChanges, zone: nil, request, answer)]
    default: return []
    }
  }

  /// A body without its request pages only when it says so itself.
  private func pagesOfBareAnswer(_ answer: JSONValue) -> [PageRecord] {
    if answer["continuationMarker"]?.string != nil { return [queryPage()] }
    guard answer["moreComing"]?.bool != nil else { return [] }
    let kind: PageRecord.Kind = answer["zones"] == nil ? .zoneChanges : .databaseChanges
    return [changesPage(kind: kind, zone: nil, nil, answer)]
  }

  private func queryPage() -> PageRecord {
    let marker = answer?["continuationMarker"]?.string
    let items = answer?["records"]?.count
    let recordType = request?["query"]?["recordType"]?.string
    let zone = request.flatMap(zoneLabel)
    var subject = recordType.map { "query '\($0)'" } ?? "query"
    if let zone, zone != "_defaultZone" { subject += " in zone '\(zone)'" }
    var page = page(.query, stream: "\(zone ?? "")|\(queryDigest())", subject: subject)
    page.cursorIn = cursorIn(request?["continuationMarker"]?.string)
    page.cursorOut = marker.flatMap(Self.digest)
    page.items = items
    if let limit = request?["resultsLimit"]?.integer, limit <= 25, let items, items >= limit,
      page.cursorOut != nil
    {
      // Whoever asks for the newest few does not want the rest.
      page.moreComing = false
    }
    return page
  }

  private func zonePages() -> [PageRecord] {
    let asked = request?["zones"].map { Array($0.elements) } ?? []
    let got = answer?["zones"].map { Array($0.elements) } ?? []
    guard !got.isEmpty else {
      return asked.map { changesPage(kind: .zoneChanges, zone: zoneLabel($0), $0, nil) }
    }
    return got.enumerated().compactMap { index, zone in
      let label = zoneLabel(zone)
      let question = asked.first { zoneLabel($0) == label } ?? (asked.count == got.count ? asked[index] : nil)
      let isError = zone["serverErrorCode"]?.string != nil
      return changesPage(kind: .zoneChanges, zone: label, question, isError ? nil : zone)
    }
  }

  private func changesPage(
    kind: PageRecord.Kind, zone: String?, _ request: JSONValue?, _ answer: JSONValue?
  ) -> PageRecord {
    let subject = kind == .databaseChanges ? "database changes" : "changes of zone '\(zone ?? "?")'"
    var page = page(kind, stream: zone ?? "", subject: subject)
    page.cursorIn = request == nil ? PageRecord.unknownCursor : request?["syncToken"]?.string.flatMap(Self.digest)
    page.cursorOut = answer?["syncToken"]?.string.flatMap(Self.digest)
    page.moreComing = answer?["moreComing"]?.bool
    page.items = (answer?["records"] ?? answer?["zones"])?.count
    page.hasAnswer = answer.map { $0["serverErrorCode"]?.string == nil } ?? false
    return page
  }

  private func page(_ kind: PageRecord.Kind, stream: String, subject: String) -> PageRecord {
    let address = exchange.address
    let client = exchange.client.isEmpty ? "" : Self.digest(exchange.client) ?? ""
    let parts = [
      client, address?.container ?? "", address?.environment ?? "", address?.database ?? "", stream,
    ]
    var page = PageRecord(
      origin: exchange.origin, time: exchange.time, kind: kind, stream: parts.joined(separator: "|"), subject: subject)
    page.bytes = exchange.bytesReceived
    page.durationMs = exchange.durationMs
    page.hasAnswer = answer.map { $0["serverErrorCode"]?.string == nil } ?? false
    return page
  }

  private func cursorIn(_ marker: String?) -> String? {
    request == nil ? PageRecord.unknownCursor : marker.flatMap(Self.digest)
  }

  private func zoneLabel(_ value: JSONValue) -> String? {
    guard let zoneID = value["zoneID"], let name = zoneID["zoneName"]?.string else { return nil }
    guard exchange.address?.database == "shared", let owner = zoneID["ownerRecordName"]?.string else {
      return name
    }
    return "\(name):\(owner)"
  }

  /// Tells queries of one stream apart: what is asked for, without the marker and whatever else was sent for one.
  private func queryDigest() -> String {
    guard let request else { return "" }
    var hash = StableHash()
    let keys: [StaticString] = ["query", "zoneID", "zoneWide", "desiredKeys", "resultsLimit", "batch"]
    for key in keys {
      guard let value = request[key] else { continue }
      hash.add("\(key)")
      hash.add(value, depth: 0)
    }
    return hash.text
  }

  /// Stands for a cursor, which may be long and is nobody's business; nil for the empty one, which means "from the start".
  static func digest(_ cursor: String) -> String? {
    guard !cursor.isEmpty else { return nil }
    var hash = StableHash()
    hash.add(cursor)
    return hash.text
  }
}

/// FNV-1a over 64 bits: the same on every machine and in every run, unlike `Hasher`.
struct StableHash {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  mutating func add(_ json: JSONValue, depth: Int) {
    switch json.kind {
    case .array, .object:
      add(json.kind == .array ? 1 : 2)
      guard depth < 20 else { return }
      for element in json.elements { add(element, depth: depth + 1) }
      for (key, member) in json.members {
        add(key)
        add(member, depth: depth + 1)
      }
    case .string: add(json.string ?? "")
    case .integer, .double: add("\(json.number ?? 0)")
    case .bool: add(json.bool == true ? 3 : 4)
    case .null: add(5)
    }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Sixteen hexadecimal digits.
  var text: String { HexDigits.text(value, uppercase: false) }
}
