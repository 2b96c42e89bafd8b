import Storage
import SyncModel
import Testing

struct ScopeTests {
  private func moment(_ number: Int) -> Timestamp { Timestamp(milliseconds: 1_796_000_000_000 + Int64(number) * 1000) }

  /// Inputs whose times overlap, go backwards, are missing, or that hold no request at all.
  private static let inputs: [[Int?]] = [
    [1, 2, 3], [], [10, 4, 12], [nil, 5, nil], [nil], [30, 20, 25], [2, 31], [], [11, 11, 13],
  ]

  private func filled() throws -> EventStore {
    let store = try EventStore.temporary()
    for (index, times) in Self.inputs.enumerated() {
      let session = try IngestSession(store: store, path: "\(index).log", now: moment(40))
      for (line, time) in times.enumerated() {
        session.add(
          RequestRecord(
            origin: Origin(source: session.source, line: line + 1), outcome: .succeeded, time: time.map(moment)))
      }
      try session.commit(format: "console-json")
    }
    return store
  }

  @Test(arguments: [nil, 0, 2, 5, 11, 12, 30, 31, 32])
  func aPeriodHoldsTheRequestsOfEveryInputThatReachIntoIt(since: Int?) throws {
    let store = try filled()
    for until in [nil, 1, 3, 11, 12, 26, 31, 40] {
      store.scope.since = since.map(moment)
      store.scope.until = until.map(moment)
      let expected = Self.inputs.flatMap { $0 }.filter { time in
        if since == nil, until == nil { return true }
        guard let time else { return false }
        return time >= since ?? .min && time < until ?? .max
      }
      #expect(try store.requestCount() == expected.count, "\(since ?? -1) to \(until ?? -1)")
      var times: [Timestamp?] = []
      try store.forEachRequest { record in
        times.append(record.time)
        return true
      }
      #expect(times == expected.map { $0.map(moment) })
    }
  }
}
