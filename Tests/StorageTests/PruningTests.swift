import Storage
import SyncModel
import Testing

struct PruningTests {
  private let now = Timestamp(milliseconds: 1_796_022_000_000)

  private func filled() throws -> EventStore {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "app.log", now: now)
    for age in 0..<10 {
      let origin = Origin(source: session.source, line: age + 1)
      let time = now.advanced(byMilliseconds: -Int64(age) * 3_600_000)
      session.add(RequestRecord(origin: origin, outcome: .failed, time: time, operation: "RecordSave"))
      let item = ErrorReport(origin: origin, code: 14, item: "note", text: "item")
      session.add(ErrorReport(origin: origin, time: time, code: 2, items: [item], text: "line"))
      session.add(Activity(origin: origin, kind: .export, outcome: .failed, start: time, end: time, text: "t"))
      session.add(Observation(origin: origin, time: time, kind: .pendingCount, subject: "export", value: 1, text: "t"))
      session.add(StoreState(origin: origin, identity: age < 8 ? "young" : "old", kind: .coreData, observedAt: time))
    }
    session.add(RequestRecord(origin: Origin(source: session.source, line: 11), outcome: .succeeded))
    try session.commit(format: "plain-text")
    return store
  }

  @Test(arguments: [1, 3, 50_000])
  func removesWhatIsOlderInAnyBatches(batch: Int) throws {
    let store = try filled()
    let moment = now.advanced(byMilliseconds: -4 * 3_600_000)
    let expected = try store.prunable(before: moment)
    let pruned = try store.prune(before: moment, batch: batch)
    // Five of each lie before; of the states the newest of each store stays.
    #expect(pruned.requests == 5 && pruned.others == 5 * 2 + 5 + 5 + 4)
    #expect(pruned.requests == expected.requests && pruned.others == expected.others)
    #expect(try store.requestCount() == 6)
    #expect(try store.errors().map(\.origin.line) == [1, 2, 3, 4, 5])
    #expect(try store.errors().allSatisfy { $0.items?.count == 1 })
    #expect(try store.activities().count == 5 && store.observations().count == 5)
    #expect(try store.storeStates().map(\.origin.line).sorted() == [1, 2, 3, 4, 5, 9])
    let source = try #require(try store.sources().first)
    // The hourly counts of requests still speak of the whole period.
    #expect(source.firstTime == now.advanced(byMilliseconds: -9 * 3_600_000) && source.lastTime == now)
    #expect(try store.prune(before: moment) == PrunedRows())
  }
}
