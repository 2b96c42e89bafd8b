import SyncModel

extension EventStore {
  /// The pages of the streams in which something may be wrong, in the order of the inputs.
  ///
  /// Most streams of a large log page from cursor to cursor to the end; they are told apart in one pass that keeps a
  /// few bytes a page, so that the pages of all others fit into memory. Read once and kept.
  package func suspiciousPages() throws(StorageError) -> [PageRecord] {
    if let known = cachedSuspiciousPages, known.scope == scope { return known.pages }
    let streams = try suspiciousStreams()
    let pages = streams.isEmpty ? [] : try pages { streams.contains(Self.key($0, $1)) }
    cachedSuspiciousPages = (scope, pages)
    return pages
  }

  /// Streams that ask with one cursor three times, or that were given a cursor which nobody asked with.
  private func suspiciousStreams() throws(StorageError) -> Set<Int> {
    let rows = try database.prepare(
      """
      SELECT kind, stream, cursor_in, cursor_out, more_coming, items, has_answer FROM page
      WHERE \(scope.condition(timeColumn: "time_ms"))
      """)
    var suspicious: Set<Int> = []
    var rounds: [Int: UInt8] = [:]
    /// Cursors that nobody has asked with yet, and their streams.
    var promised: [Int: Int] = [:]
    while try rows.step() {
      let kind = rows.text(0) ?? ""
      let stream = Self.key(kind, rows.text(1) ?? "")
      let cursorIn = rows.text(2)
      let cursorOut = rows.text(3)
      if cursorIn == PageRecord.unknownCursor { suspicious.insert(stream) }
      if let cursorIn { promised[Self.key(stream, cursorIn)] = nil }
      guard rows.bool(6), !suspicious.contains(stream) else { continue }
      let more = rows.optionalInteger(4)
      let isUnfinished = kind == PageRecord.Kind.query.rawValue ? cursorOut != nil && more != 0 : more == 1
      if isUnfinished, let cursorOut { promised[Self.key(stream, cursorOut)] = stream }
      guard isUnfinished || (cursorOut != cursorIn && rows.integer(5) > 0) else { continue }
      let round = Self.key(stream, cursorIn ?? "")
      rounds[round, default: 0] &+= 1
      if rounds[round] == 3 { suspicious.insert(stream) }
    }
    return suspicious.union(promised.values)
  }

  private static func key(_ first: some Hashable, _ second: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return hasher.finalize()
  }
}
