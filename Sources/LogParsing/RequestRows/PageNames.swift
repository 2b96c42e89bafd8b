import CJSON
import SyncModel

/// Makes the pages of the ckdiag request log; what the pages of one user, zone and operation have in common is made
/// once.
struct PageNames {
  private struct Known {
    var stream: PageBatch.Stream
    /// The batch that has the stream at `index`.
    var batch = 0
    var index = 0
  }

  private var known: [UInt64: Known] = [:]
  private var batch = PageBatch()
  private var number = 1

  /// Hands over the pages since the last call.
  mutating func take(source: Int32) -> PageBatch {
    guard !batch.rows.isEmpty else { return PageBatch() }
    var done = batch
    done.source = source
    batch = PageBatch()
    // Chunks are of one size, so that the next batch will be about as large.
    batch.rows.reserveCapacity(done.rows.count + done.rows.count / 8)
    number += 1
    return done
  }

  /// Adds the page that an entry tells of, if any: one with a cursor or `moreComing`.
  mutating func add(_ fields: UnsafePointer<CKJSONField>, line: Int64, time: Timestamp?) {
    let cursorIn = EntryBytes(fields[.cursorIn])
    let cursorOut = EntryBytes(fields[.cursorOut])
    let more = fields[.moreComing]
    let hasMore = more.type == CKJSON_BOOL ? more.integer != 0 : EntryBytes(more).map { $0.string == "true" }
    guard cursorIn != nil || cursorOut != nil || hasMore != nil else { return }
    var row = PageBatch.Row(
      line: line, time: time?.milliseconds ?? RequestBatch.absent, stream: stream(fields))
    if let cursorIn { row.cursorIn = cursor(cursorIn) }
    if let cursorOut { row.cursorOut = cursor(cursorOut) }
    if let hasMore { row.moreComing = hasMore ? 1 : 0 }
    row.items = EntryNumber.integer(fields[.items]) ?? RequestBatch.absent
    row.bytes = EntryNumber.integer(fields[.bytesReceived]) ?? RequestBatch.absent
    row.durationMs = EntryNumber.integer(fields[.duration]) ?? RequestBatch.absent
    batch.rows.append(row)
  }

  private mutating func cursor(_ text: EntryBytes) -> PageBatch.Cursor {
    let bytes = UnsafeRawBufferPointer(start: text.base, count: text.count)
    guard Redactor.mayHoldSecret(bytes) else { return batch.cursor(bytes) }
    var clean = Redactor.redact(text.string).text
    return clean.withUTF8 { batch.cursor(UnsafeRawBufferPointer($0)) }
  }

  /// The place of the entry's stream among those of the batch.
  private mutating func stream(_ fields: UnsafePointer<CKJSONField>) -> Int {
    var key: UInt64 = 0
    @inline(__always)
    func mix(_ field: RequestField) {
      let hash = EntryBytes(fields[field]).map { ByteTable.hash($0.base, $0.count) } ?? 1
      key = (key ^ hash) &* 0xBF58_476D_1CE4_E5B9
      key ^= key >> 31
    }
    mix(.user)
    mix(.database)
    mix(.zone)
    mix(.operation)
    mix(.recordTypes)
    if let stream = known[key], stream.batch == number { return stream.index }
    if known.count >= 100_000 { known.removeAll() }
    var stream = known[key] ?? Known(stream: Self.newStream(fields))
    stream.batch = number
    stream.index = batch.streams.count
    batch.streams.append(stream.stream)
    known[key] = stream
    return stream.index
  }

  private static func newStream(_ fields: UnsafePointer<CKJSONField>) -> PageBatch.Stream {
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
    let name = parts.map { $0 ?? "" }.joined(separator: "\u{1F}")
    return PageBatch.Stream(kind: kind, name: Redactor.redact(name).text, subject: Redactor.redact(what).text)
  }
}
