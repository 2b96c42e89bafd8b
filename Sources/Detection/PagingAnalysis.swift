import SyncModel

/// Tells paging that makes no progress, and paging that was left unfinished, from paging that works.
///
/// Pages are followed from cursor to cursor, each stream for itself: a page continues the chain whose answer gave the
/// cursor that it was asked with. Re-runs of a finished query, polling with an unmoved token, empty pages whose token
/// moves and chains of several clients in one log are all told apart by that.
package struct PagingAnalysis: Equatable, Sendable {
  /// How often the same cursor must be asked with before it is a loop.
  package var minimumRounds = 3
  /// Restarts that are further apart are visits that never read on, not a loop; milliseconds.
  package var longestLoopGapMs: Int64 = 60_000
  /// Pages of one operation that are a loop where no cursor is known.
  package var unexplainedRounds = 200

  package init() {}

  /// Why the rounds of a loop do not get on.
  package enum Cause: String, CaseIterable, Sendable {
    /// The first page is asked for again and again; the marker is not used.
    case startedAgain
    /// An older marker or token is sent again although the answer gave a newer one.
    case cursorKept
    /// The answer gives back the cursor that it was asked with, and says that there is more.
    case cursorUnmoved
    /// Finished fetches begin from the same token again: the new one is not stored.
    case tokenNotStored
    /// One operation has far more pages than its items need; no cursors are known.
    case endlessOperation
  }

  /// A loop, with the pages that are its rounds: each asked with the same cursor.
  package struct Loop: Equatable, Sendable {
    package var cause: Cause
    package var rounds: PageRun
    /// Bytes and milliseconds of all rounds but the first; nil when no round tells them.
    package var wastedBytes: Int64?
    package var wastedMs: Int64?
  }

  /// What paging there was, by verdict; each in the order of the log.
  package struct Result: Equatable, Sendable {
    package var loops: [Loop] = []
    /// The last page of each chain that was left although more was there, with the number of items of all its pages.
    package var dropped: [PageRecord] = []
    /// The number of chains that came to their end, or were still going on when the log ended.
    package var soundChains = 0
  }

  /// The last sign of life of one input.
  package struct LastActivity: Equatable, Sendable {
    package var line: Int
    package var time: Timestamp?

    package init(line: Int, time: Timestamp? = nil) {
      self.line = line
      self.time = time
    }
  }

  /// Judges all pages of a log, in its order or, where all have a time, in theirs; `lastActivity` tells by input how far the log goes beyond its pages.
  package func result(of pages: [PageRecord], lastActivity: [Int32: LastActivity] = [:]) -> Result {
    var result = Result()
    var streams: [String: PagingStream] = [:]
    var order: [String] = []
    var endless: [String: [Int]] = [:]
    let pages = Self.inOrderOfTime(pages)
    for (position, page) in pages.enumerated() {
      if page.cursorIn == PageRecord.unknownCursor, page.cursorOut == nil, let operation = page.operationID {
        endless[operation, default: []].append(position)
        continue
      }
      let key = "\(page.kind.rawValue)|\(page.stream)"
      if streams[key] == nil { order.append(key) }
      streams[key, default: PagingStream()].add(PagingStream.Step(pages: pages, position: position))
    }
    for key in order {
      guard let stream = streams[key] else { continue }
      judge(stream, end: pages.count, lastActivity: lastActivity, into: &result)
    }
    for positions in endless.values where positions.count >= unexplainedRounds {
      let rounds = PageRun(pages: pages, positions: positions)
      if isEndless(rounds) { result.loops.append(loop(.endlessOperation, rounds)) }
    }
    result.loops.sort { isEarlier($0.rounds[0], $1.rounds[0]) }
    result.dropped.sort(by: isEarlier)
    return result
  }

  /// The pages of each input in the order of their times: some tools write the newest first, or sort by another column.
  private static func inOrderOfTime(_ pages: [PageRecord]) -> [PageRecord] {
    let isOrdered = zip(pages, pages.dropFirst()).allSatisfy { first, second in
      guard first.origin.source == second.origin.source, let time = first.time else { return true }
      return second.time.map { time <= $0 } ?? true
    }
    if isOrdered { return pages }
    var ordered: [PageRecord] = []
    ordered.reserveCapacity(pages.count)
    var rest = pages[...]
    while let source = rest.first?.origin.source {
      let input = rest.prefix { $0.origin.source == source }
      rest = rest.dropFirst(input.count)
      let timed = input.compactMap { page in page.time.map { (time: $0, page: page) } }
      // Swift's sort is stable: pages of one moment keep the order of the log.
      ordered += timed.count == input.count ? timed.sorted { $0.time < $1.time }.map(\.page) : Array(input)
    }
    return ordered
  }

  private func isEarlier(_ left: PageRecord, _ right: PageRecord) -> Bool {
    (left.origin.source, left.origin.line) < (right.origin.source, right.origin.line)
  }

  private func isEndless(_ rounds: PageRun) -> Bool {
    rounds.reduce(0) { $0 + ($1.items ?? 0) } < rounds.count
  }

  // MARK: - Verdicts

  private func judge(_ stream: PagingStream, end: Int, lastActivity: [Int32: LastActivity], into result: inout Result) {
    var deadStarts: [Int] = []
    for (index, chain) in stream.chains.enumerated() {
      if let loop = loop(in: chain) {
        result.loops.append(loop)
      } else if chain.isOpen, chain.isDeadStart {
        deadStarts.append(index)
      } else if chain.isOpen, goesOn(after: chain, end: end, lastActivity: lastActivity) {
        result.dropped.append(chain.lastPageWithAllItems)
      } else {
        result.soundChains += 1
      }
    }
    judgeDeadStarts(deadStarts, of: stream, end: end, lastActivity: lastActivity, into: &result)
    if let loop = tokenNotStored(stream) { result.loops.append(loop) }
  }

  /// Answers in a row that give the same cursor, where the log does not show what was asked with.
  private func unmovedAnswers(in chain: PagingStream.Chain) -> Loop? {
    var run: [PagingStream.Step] = []
    for step in chain.steps where step.page.hasAnswer {
      let page = step.page
      let isUnknown = page.cursorIn == PageRecord.unknownCursor && page.cursorOut != nil && page.moreComing != false
      if let before = run.last?.page, isUnknown, before.cursorOut == page.cursorOut, isQuickRestart(before, page) {
        run.append(step)
      } else {
        if run.count >= minimumRounds { break }
        run = isUnknown ? [step] : []
      }
    }
    return run.count >= minimumRounds ? loop(.cursorUnmoved, PageRun(run)) : nil
  }

  /// A chain in which one cursor was asked with too often.
  private func loop(in chain: PagingStream.Chain) -> Loop? {
    if let loop = unmovedAnswers(in: chain) { return loop }
    var rounds: [String: [PagingStream.Step]] = [:]
    for step in chain.steps where step.page.hasAnswer {
      guard let cursor = step.page.cursorIn, cursor != PageRecord.unknownCursor else { continue }
      rounds[cursor, default: []].append(step)
    }
    let repeated = rounds.values.filter { $0.count >= minimumRounds }.map { PageRun($0) }
    guard let longest = repeated.max(by: { ($0.count, $1[0].origin.line) < ($1.count, $0[0].origin.line) }) else {
      return nil
    }
    let isUnmoved = longest.allSatisfy { $0.cursorOut == $0.cursorIn }
    return loop(isUnmoved ? .cursorUnmoved : .cursorKept, longest)
  }

  /// First pages that were never read on: many in a row are a loop, few are cursors that were dropped.
  private func judgeDeadStarts(
    _ chains: [Int], of stream: PagingStream, end: Int, lastActivity: [Int32: LastActivity], into result: inout Result
  ) {
    func page(_ place: Int) -> PageRecord { stream.chains[chains[place]].last.page }
    var start = 0
    for place in chains.indices.dropFirst() where !isQuickRestart(page(place - 1), page(place)) {
      close(chains[start..<place], of: stream, end: end, lastActivity: lastActivity, into: &result)
      start = place
    }
    close(chains[start...], of: stream, end: end, lastActivity: lastActivity, into: &result)
  }

  private func close(
    _ run: ArraySlice<Int>, of stream: PagingStream, end: Int, lastActivity: [Int32: LastActivity],
    into result: inout Result
  ) {
    if run.count >= minimumRounds {
      result.loops.append(loop(.startedAgain, PageRun(run.map { stream.chains[$0].last })))
      return
    }
    for chain in run.map({ stream.chains[$0] }) {
      if goesOn(after: chain, end: end, lastActivity: lastActivity) {
        result.dropped.append(chain.last.page)
      } else {
        result.soundChains += 1
      }
    }
  }

  private func isQuickRestart(_ before: PageRecord, _ after: PageRecord) -> Bool {
    guard let first = before.time, let second = after.time else { return true }
    return second.milliseconds - first.milliseconds <= longestLoopGapMs
  }

  /// Finished change fetches that start from one token again, although each answer gave a newer one with changes.
  private func tokenNotStored(_ stream: PagingStream) -> Loop? {
    var rounds: [String: [PagingStream.Step]] = [:]
    for chain in stream.chains where !chain.isOpen {
      let page = chain.steps[0].page
      guard page.kind != .query, let token = page.cursorIn, token != PageRecord.unknownCursor,
        let next = page.cursorOut,
        next != token, page.items ?? 0 > 0
      else { continue }
      rounds[token, default: []].append(chain.steps[0])
    }
    let repeated = rounds.values.filter { $0.count >= minimumRounds }
    return repeated.max { $0.count < $1.count }.map { loop(.tokenNotStored, PageRun($0)) }
  }

  private func loop(_ cause: Cause, _ rounds: PageRun) -> Loop {
    let repeats = rounds.dropFirst()
    let bytes = repeats.compactMap(\.bytes)
    let durations = repeats.compactMap(\.durationMs)
    var wasted = durations.isEmpty ? nil : durations.reduce(0, &+)
    if let first = rounds.first?.time, let last = rounds.last?.time, last > first {
      wasted = max(wasted ?? 0, last.milliseconds - first.milliseconds)
    }
    return Loop(
      cause: cause, rounds: rounds, wastedBytes: bytes.isEmpty ? nil : bytes.reduce(0, &+), wastedMs: wasted)
  }

  /// True when the log has more to tell after a chain's last page than the chain's pages usually were apart.
  private func goesOn(after chain: PagingStream.Chain, end: Int, lastActivity: [Int32: LastActivity]) -> Bool {
    let last = chain.last
    let later = end - 1 - last.position
    if later > chain.longestGap { return true }
    return lastActivity[last.page.origin.source].map { isFar($0, beyond: chain) } ?? false
  }

  /// True when the log ends later than the chain's next page would have come.
  private func isFar(_ end: LastActivity, beyond chain: PagingStream.Chain) -> Bool {
    let last = chain.last.page
    if let endTime = end.time, let time = last.time {
      let silence = endTime.milliseconds - time.milliseconds
      let times = chain.steps.compactMap { $0.page.time?.milliseconds }
      let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max()
      return silence > (gap.map { 3 * $0 + 1000 } ?? 0)
    }
    let lines = chain.steps.map(\.page.origin.line)
    let gap = zip(lines, lines.dropFirst()).map { $1 - $0 }.max() ?? 0
    return end.line - last.origin.line > 3 * gap
  }
}
