import CSQLite
import SyncModel

/// A virtual table whose rows are the pages of the batch at hand.
final class PageTable {
  /// The name that SQL uses.
  static let name = "page_batch"
  /// The statement that inserts a batch; its only parameter is the input's number.
  static let insertion = """
    INSERT INTO page SELECT ?1, line, time_ms, kind, stream, subject, cursor_in, cursor_out, more_coming, items, bytes,
      duration_ms, NULL, 1, '' FROM \(name)
    """
  private static let columns = [
    "line", "time_ms", "kind", "stream", "subject", "cursor_in", "cursor_out", "more_coming", "items", "bytes",
    "duration_ms",
  ]

  private struct Content {
    /// Must be the first member: the callbacks see only it.
    var supply = RowSupply(count: 0, put: PageTable.put)
    var rows = UnsafeBufferPointer<PageBatch.Row>(start: nil, count: 0)
    var cursors = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Where each stream's three texts begin among `texts`, and where the last one ends.
    var streams = UnsafeBufferPointer<Int>(start: nil, count: 0)
    var texts = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  }

  private let content: UnsafeMutablePointer<Content>

  init() {
    content = .allocate(capacity: 1)
    content.initialize(to: Content())
  }

  deinit { content.deallocate() }

  /// Makes the table known to a connection; the object must outlive it.
  func register(in database: Database) throws(StorageError) {
    try RowSupply.register(content, as: Self.name, columns: Self.columns, in: database)
  }

  /// Calls the body while the table has the pages of a batch.
  func showing(_ batch: PageBatch, _ body: () throws(StorageError) -> Void) throws(StorageError) {
    var texts: [UInt8] = []
    var places = [0]
    for stream in batch.streams {
      for text in [stream.kind.rawValue, stream.name, stream.subject] {
        texts.append(contentsOf: text.utf8)
        places.append(texts.count)
      }
    }
    defer { content.pointee = Content() }
    try batch.rows.withUnsafeBufferPointer { rows throws(StorageError) in
      try batch.bytes.withUnsafeBufferPointer { cursors throws(StorageError) in
        try places.withUnsafeBufferPointer { streams throws(StorageError) in
          try texts.withUnsafeBufferPointer { texts throws(StorageError) in
            content.pointee.supply.count = rows.count
            content.pointee.rows = rows
            content.pointee.cursors = cursors
            content.pointee.streams = streams
            content.pointee.texts = texts
            try body()
          }
        }
      }
    }
  }

  private static let put: RowSupply.Put = { column, number, content, context in
    let content = content.assumingMemoryBound(to: Content.self)
    guard let row = content.pointee.rows.baseAddress?.advanced(by: number) else { return }
    switch column {
    case 0: sqlite3_result_int64(context, row.pointee.line)
    case 1: RowSupply.give(row.pointee.time, context)
    case 2...4:
      let place = row.pointee.stream * 3 + Int(column) - 2
      let start = content.pointee.streams[place]
      put(content.pointee.texts, start, content.pointee.streams[place + 1] - start, context)
    case 5: put(content.pointee.cursors, row.pointee.cursorIn.offset, row.pointee.cursorIn.count, context)
    case 6: put(content.pointee.cursors, row.pointee.cursorOut.offset, row.pointee.cursorOut.count, context)
    case 7: RowSupply.give(row.pointee.moreComing, context)
    case 8: RowSupply.give(row.pointee.items, context)
    case 9: RowSupply.give(row.pointee.bytes, context)
    default: RowSupply.give(row.pointee.durationMs, context)
    }
  }

  /// The bytes stay where they are until the row is written, so that SQLite need not copy them; -1 bytes are NULL.
  @inline(__always)
  private static func put(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ count: Int, _ context: OpaquePointer?
  ) {
    guard count >= 0 else { return }
    guard count > 0, let base = bytes.baseAddress else {
      sqlite3_result_text(context, "", 0, Statement.transient)
      return
    }
    (base + offset).withMemoryRebound(to: CChar.self, capacity: count) {
      sqlite3_result_text(context, $0, Int32(clamping: count), nil)
    }
  }
}
