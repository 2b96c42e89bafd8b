import SyncModel

extension EventStore {
  /// The pages of the streams in which something may be wrong, in the order of the inputs.
  ///
  /// Most streams of a large log page from cursor to cursor to the end; they are told apart in one pass that keeps a
  /// few bytes a stream, so that the pages of all others fit into memory. Read once and kept.
  package func suspiciousPages() throws(StorageError) -> [PageRecord] {
    if let known = cachedSuspiciousPages, known.scope == scope { return known.pages }
    let streams = try suspiciousStreams()
    let pages = streams.isEmpty ? [] : try pages { streams.contains(PagingProgress.key($0, $1)) }
    cachedSuspiciousPages = (scope, pages)
    return pages
  }

  /// Streams that do not page in one line from a start to an end.
  private func suspiciousStreams() throws(StorageError) -> Set<Int> {
    if let livePaging, try hasAllInScope() { return livePaging.suspicious }
    let rows = try database.prepare(
      """
      SELECT kind, stream, cursor_in, cursor_out, more_coming, has_answer FROM page
      WHERE \(scope.condition(timeColumn: "time_ms")) ORDER BY rowid
      """)
    var progress = PagingProgress()
    var recent = RecentTexts()
    while try rows.step() {
      let kind = PageRecord.Kind(rawValue: recent.text(rows, 0) ?? "") ?? .query
      let step = PagingProgress.Step(
        cursorIn: rows.digest(2), cursorOut: rows.digest(3), more: rows.optionalInteger(4).map { $0 != 0 },
        hasAnswer: rows.bool(5))
      progress.add(step, kind, recent.text(rows, 1) ?? "")
    }
    return progress.suspicious
  }
}

extension Statement {
  fileprivate func digest(_ column: Int32) -> CursorDigest {
    withBytes(column) { CursorDigest(UnsafeRawBufferPointer($0)) } ?? .none
  }
}
