import CJSON
import SyncModel

/// Makes the pages of the ckdiag request log; what the pages of one user, zone and operation have in common is made
/// once.
struct PageNames {
  private struct Names {
    var kind: PageRecord.Kind
    var stream: String
    var subject: String
  }

  private var known: [Int: Names] = [:]

  /// The page that an entry tells of; nil when it has neither cursors nor `moreComing`.
  ///
  /// Its text stays empty: it says nothing that the other values do not say.
  mutating func page(
    _ fields: UnsafePointer<CKJSONField>, line: Int64, source: Int32, time: Timestamp?
  ) -> PageRecord? {
    let cursorIn = EntryBytes(fields[.cursorIn])?.string
    let cursorOut = EntryBytes(fields[.cursorOut])?.string
    let more = fields[.moreComing]
    let hasMore = more.type == CKJSON_BOOL ? more.integer != 0 : EntryBytes(more).map { $0.string == "true" }
    guard cursorIn != nil || cursorOut != nil || hasMore != nil else { return nil }
    let names = names(fields)
    return PageRecord(
      origin: Origin(source: source, line: Int(line)), time: time, kind: names.kind, stream: names.stream,
      subject: names.subject, cursorIn: cursorIn, cursorOut: cursorOut, moreComing: hasMore,
      items: EntryNumber.integer(fields[.items]).map(Int.init),
      bytes: EntryNumber.integer(fields[.bytesReceived]), durationMs: EntryNumber.integer(fields[.duration]))
  }

  private mutating func names(_ fields: UnsafePointer<CKJSONField>) -> Names {
    var hasher = Hasher()
    for field in [fields[.user], fields[.database], fields[.zone], fields[.operation], fields[.recordTypes]] {
      guard let bytes = EntryBytes(field) else {
        hasher.combine(0)
        continue
      }
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes.base, count: bytes.count))
    }
    let key = hasher.finalize()
    if let names = known[key] { return names }
    let names = Self.newNames(fields)
    if known.count >= 100_000 { known.removeAll() }
    known[key] = names
    return names
  }

  private static func newNames(_ fields: UnsafePointer<CKJSONField>) -> Names {
    func text(_ field: CKJSONField) -> String? { EntryBytes(field).map { Redactor.redact($0.string).text } }
    let operation = text(fields[.operation]) ?? ""
    let lower = operation.lowercased()
    let kind: PageRecord.Kind =
      lower.contains("query") ? .query : lower.contains("database") ? .databaseChanges : .zoneChanges
    let zone = text(fields[.zone])
    let types = text(fields[.recordTypes])
    let place = zone.map { " in zone '\($0)'" } ?? ""
    let what = kind == .query ? "query\(types.map { " '\($0)'" } ?? "")\(place)" : "\(operation)\(place)"
    // Whose pages they are is nobody's business: a digest tells users apart as well.
    let user = EntryBytes(fields[.user]).flatMap { WebPaging.digest($0.string) }
    let parts = [user, text(fields[.database]), zone, operation, types]
    return Names(kind: kind, stream: parts.map { $0 ?? "" }.joined(separator: "\u{1F}"), subject: what)
  }
}
