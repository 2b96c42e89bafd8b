import Detection
import Storage
import SyncModel
import TestSupport
import Testing

struct PagingAnalysisTests {
  @Test(arguments: 0..<20) func findsEachHistoryToBeWhatItWasBuiltAs(block: Int) {
    for seed in 0..<500 {
      var random = SeededGenerator(seed: UInt64(block * 500 + seed + 1))
      let histories = (0..<Int.random(in: 1...6, using: &random)).map { number in
        PagingHistory(
          plan: PagingHistory.Plan.allCases.randomElement(using: &random) ?? .complete, name: "s\(number)",
          using: &random)
      }
      let pages = interleaved(histories, using: &random)
      let result = PagingAnalysis().result(of: pages + tail(after: pages))
      for history in histories {
        var verdicts: Set<PagingHistory.Verdict> = []
        if result.loops.contains(where: { $0.rounds[0].stream == history.name }) { verdicts.insert(.loop) }
        if result.dropped.contains(where: { $0.stream == history.name }) { verdicts.insert(.dropped) }
        if verdicts.isEmpty { verdicts = [.sound] }
        #expect(verdicts == [history.verdict], "seed \(block * 500 + seed + 1): \(history.plan) of \(history.kind)")
      }
    }
  }

  @Test func readsPagesInTheOrderOfTheirTimes() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed + 1))
      let plans = PagingHistory.Plan.allCases
      let histories = (0..<3).map { number in
        PagingHistory(plan: plans[(seed + number) % plans.count], name: "s\(number)", using: &random)
      }
      var pages = interleaved(histories, using: &random)
      for index in pages.indices { pages[index].time = Timestamp(milliseconds: Int64(index) * 500) }
      let ordered = PagingAnalysis().result(of: pages)
      for jumbled in [pages.reversed(), pages.shuffled(using: &random)] {
        let result = PagingAnalysis().result(of: Array(jumbled))
        #expect(result == ordered)
      }
    }
  }

  @Test func leavesPagingAloneThatTheEndOfTheLogCutsOff() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed + 1))
      let history = PagingHistory(plan: .droppedLater, name: "a", using: &random)
      let result = PagingAnalysis().result(of: numbered(history.pages))
      #expect(result.loops == [])
      #expect(result.dropped == [])
    }
  }

  @Test func tellsTheCauseOfALoop() {
    var random = SeededGenerator(seed: 7)
    let causes: [(PagingHistory.Plan, PagingAnalysis.Cause)] = [
      (.startedAgain, .startedAgain), (.cursorKept, .cursorKept), (.cursorUnmoved, .cursorUnmoved),
      (.tokenNotStored, .tokenNotStored), (.cursorsInACircle, .cursorKept),
    ]
    for (plan, cause) in causes {
      let history = PagingHistory(plan: plan, name: "a", using: &random)
      #expect(PagingAnalysis().result(of: numbered(history.pages)).loops.map(\.cause) == [cause])
    }
  }

  @Test func callsVisitsThatAreFarApartDroppedAndNotALoop() {
    var pages: [PageRecord] = []
    for visit in 0..<5 {
      var page = PageRecord(
        origin: Origin(line: visit + 1), kind: .query, stream: "a", subject: "query", cursorOut: "m")
      page.time = Timestamp(milliseconds: Int64(visit) * 3_600_000)
      pages.append(page)
    }
    let result = PagingAnalysis().result(of: pages)
    #expect(result.loops == [])
    #expect(result.dropped.count == 4)
  }

  @Test func seesAMarkerThatNeverChangesInAnswersAlone() {
    func pages(_ markers: [String?]) -> [PageRecord] {
      numbered(
        markers.map { marker in
          var page = PageRecord(origin: Origin(line: 0), kind: .query, stream: "a", subject: "query")
          page.cursorIn = PageRecord.unknownCursor
          page.cursorOut = marker
          return page
        })
    }
    #expect(PagingAnalysis().result(of: pages(["m", "m", "m"])).loops.map(\.cause) == [.cursorUnmoved])
    #expect(PagingAnalysis().result(of: pages(["m", "n", nil, "m", "n", nil, "m", "n", nil])).loops == [])
    #expect(PagingAnalysis().result(of: pages(["m", "m", "n"])).loops == [])
  }

  @Test func countsAnOperationWithEndlessPagesWithoutCursors() {
    func pages(_ count: Int, items: Int) -> [PageRecord] {
      (1...count).map { line in
        var page = PageRecord(origin: Origin(line: line), kind: .zoneChanges, stream: "", subject: "changes")
        page.cursorIn = PageRecord.unknownCursor
        page.operationID = "A1B2"
        page.items = items
        return page
      }
    }
    #expect(PagingAnalysis().result(of: pages(250, items: 0)).loops.map(\.cause) == [.endlessOperation])
    #expect(PagingAnalysis().result(of: pages(250, items: 100)).loops == [])
    #expect(PagingAnalysis().result(of: pages(70, items: 0)).loops == [])
  }

  @Test func losesNothingByLookingAtSuspiciousStreamsOnly() throws {
    var random = SeededGenerator(seed: 99)
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "pages.log", now: Timestamp(milliseconds: 0))
    let histories = (0..<400).map { number in
      PagingHistory(
        plan: PagingHistory.Plan.allCases.randomElement(using: &random) ?? .complete, name: "s\(number)", using: &random
      )
    }
    var pages = interleaved(histories, using: &random)
    pages += tail(after: pages)
    for page in pages { session.add(page) }
    try session.commit(format: "test")
    let suspicious = try store.suspiciousPages()
    let few = PagingAnalysis().result(of: suspicious, lastActivity: [session.source: .init(line: pages.count * 10)])
    let all = PagingAnalysis().result(of: try store.pages())
    #expect(few.loops == all.loops)
    #expect(few.dropped == all.dropped)
    #expect(Set(suspicious.map(\.stream)).isDisjoint(with: histories.filter { $0.plan == .emptyPages }.map(\.name)))

    let counting = try EventStore.temporary()
    try counting.takeCensusWhileWriting(slowerThanMs: 1000, startingWith: NoCensusPart())
    let batches = try IngestSession(store: counting, path: "pages.log", now: Timestamp(milliseconds: 0))
    add(pages, to: batches, using: &random)
    try batches.commit(format: "test")
    #expect(try counting.suspiciousPages() == suspicious)
    #expect(try counting.pages() == store.pages())
    counting.scope.until = Timestamp(milliseconds: 0)
    #expect(try counting.suspiciousPages() == [])
  }

  /// Pages that a batch can hold come in batches, the others between them.
  private func add(_ pages: [PageRecord], to sink: any RecordSink, using random: inout SeededGenerator) {
    var batch = PageBatch()
    for page in pages {
      if !page.hasAnswer || page.operationID != nil || !page.text.isEmpty {
        sink.add(batch)
        sink.add(page)
        batch = PageBatch()
      } else {
        batch.append(page)
      }
      if batch.rows.count >= Int.random(in: 1...40, using: &random) {
        sink.add(batch)
        batch = PageBatch()
      }
    }
    sink.add(batch)
  }

  private func interleaved(_ histories: [PagingHistory], using random: inout SeededGenerator) -> [PageRecord] {
    var rest = histories.map { $0.pages[...] }
    var pages: [PageRecord] = []
    while let index = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      if let page = rest[index].popFirst() { pages.append(page) }
    }
    return numbered(pages)
  }

  /// More sound paging than any gap in the log is long: the log goes on.
  private func tail(after pages: [PageRecord]) -> [PageRecord] {
    (0...pages.count).map { number in
      PageRecord(
        origin: Origin(line: pages.count + number + 1), kind: .zoneChanges, stream: "tail", subject: "tail",
        cursorIn: "t", cursorOut: "t", moreComing: false)
    }
  }

  private func numbered(_ pages: [PageRecord]) -> [PageRecord] {
    pages.enumerated().map { index, page in
      var page = page
      page.origin = Origin(line: index + 1)
      return page
    }
  }
}

extension PageBatch {
  fileprivate mutating func append(_ page: PageRecord) {
    let stream = Stream(kind: page.kind, name: page.stream, subject: page.subject)
    let index = streams.firstIndex(of: stream) ?? streams.count
    if index == streams.count { streams.append(stream) }
    var row = Row(
      line: Int64(page.origin.line), time: page.time?.milliseconds ?? RequestBatch.absent, stream: index)
    if let cursor = page.cursorIn { row.cursorIn = Array(cursor.utf8).withUnsafeBytes { self.cursor($0) } }
    if let cursor = page.cursorOut { row.cursorOut = Array(cursor.utf8).withUnsafeBytes { self.cursor($0) } }
    row.moreComing = page.moreComing.map { $0 ? 1 : 0 } ?? RequestBatch.absent
    row.items = page.items.map(Int64.init) ?? RequestBatch.absent
    row.bytes = page.bytes ?? RequestBatch.absent
    row.durationMs = page.durationMs ?? RequestBatch.absent
    rows.append(row)
  }
}
