import SyncModel

extension EventStore {
  /// The pages of the streams in which something may be wrong, in the order of the inputs.
  ///
  /// Most streams of a large log page from cursor to cursor to the end; they are told apart in one pass that keeps a
  /// few bytes a stream, so that the pages of all others fit into memory. Read once and kept.
  package func suspiciousPages() throws(StorageError) -> [PageRecord] {
    if let known = cachedSuspiciousPages, known.scope == scope { return known.pages }
    let streams = try suspiciousStreams()
    let pages = streams.isEmpty ? [] : try pages { streams.contains(StreamKey.number($0, $1)) }
    cachedSuspiciousPages = (scope, pages)
    return pages
  }

  /// Streams that do not page in one line from a start to an end.
  private func suspiciousStreams() throws(StorageError) -> Set<Int> {
    let rows = try database.prepare(
      """
      SELECT kind, stream, cursor_in, cursor_out, more_coming, items, has_answer FROM page
      WHERE \(scope.condition(timeColumn: "time_ms")) ORDER BY rowid
      """)
    var streams: [Int: StreamProgress] = [:]
    var keys = StreamKey()
    while try rows.step() {
      let key = keys.number(rows)
      var progress = streams[key] ?? StreamProgress(isQuery: keys.isQuery)
      progress.take(rows)
      streams[key] = progress
    }
    return Set(streams.filter(\.value.isSuspicious).map(\.key))
  }
}

/// The numbers that stand for streams: rows of one stream often follow each other.
private struct StreamKey {
  private var recent = RecentTexts()
  private var kind = ""
  private var stream = ""
  private var last = 0
  private(set) var isQuery = false

  mutating func number(_ rows: Statement) -> Int {
    let nextKind = recent.text(rows, 0) ?? ""
    let nextStream = recent.text(rows, 1) ?? ""
    if last != 0, nextKind == kind, nextStream == stream { return last }
    (kind, stream) = (nextKind, nextStream)
    isQuery = kind == PageRecord.Kind.query.rawValue
    last = Self.number(kind, stream)
    return last
  }

  static func number(_ kind: String, _ stream: String) -> Int {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(stream)
    return hasher.finalize()
  }
}

/// How far a stream has come, in a few bytes.
///
/// Streams in which several clients page at once look suspicious too: the analysis tells them apart.
private struct StreamProgress {
  private let isQuery: Bool
  /// The cursor that the next page of the chain is asked with; 0 = no chain is open.
  private var expected: UInt64 = 0
  /// The token of the last answer that ended a fetch of changes.
  private var newest: UInt64 = 0
  /// Pages that did not continue where the one before them ended.
  private var breaks = 0
  private var hasUnknownCursors = false

  init(isQuery: Bool) { self.isQuery = isQuery }

  /// Three rounds of a loop make two breaks; a promise that nobody took up is one.
  var isSuspicious: Bool { hasUnknownCursors || breaks >= 2 || expected != 0 }

  mutating func take(_ rows: Statement) {
    let cursorIn = rows.digest(2)
    let cursorOut = rows.digest(3)
    if cursorIn == Statement.digestOfUnknownCursor { hasUnknownCursors = true }
    if expected != 0, cursorIn != expected {
      // A chain was left, or another one runs beside it.
      breaks += 2
    } else if expected == 0, cursorIn != 0, cursorIn != newest {
      breaks += 1
    }
    guard rows.bool(6) else { return }
    let more = rows.optionalInteger(4)
    let isUnfinished = isQuery ? cursorOut != 0 && more != 0 : more == 1
    if isUnfinished, cursorOut == cursorIn { breaks += 2 }
    expected = isUnfinished ? cursorOut : 0
    if !isUnfinished, !isQuery { newest = cursorOut }
  }
}

extension Statement {
  /// The digest of `PageRecord.unknownCursor`.
  fileprivate static let digestOfUnknownCursor = digest(of: Array(PageRecord.unknownCursor.utf8))

  /// A number that stands for a text, never 0; 0 for NULL.
  fileprivate func digest(_ column: Int32) -> UInt64 {
    withBytes(column) { Self.digest(of: $0) } ?? 0
  }

  private static func digest(of bytes: some Sequence<UInt8>) -> UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return hash == 0 ? 1 : hash
  }
}
