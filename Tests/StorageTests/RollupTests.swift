import Storage
import SyncModel
import Testing

struct RollupTests {
  /// 2026-11-02 00:00:00 UTC.
  private let start = Timestamp(milliseconds: 1_793_577_600_000)
  private let hour: Int64 = 3_600_000

  private func store(rows: Int, rollsUp: Bool = true, path: String = "a.log") throws -> EventStore {
    let store = try EventStore.temporary()
    try fill(store, rows: 0..<rows, path: path, rollsUp: rollsUp)
    return store
  }

  /// Rows ten minutes apart, not quite in order: some come three hours late.
  private func fill(_ store: EventStore, rows: Range<Int>, path: String, rollsUp: Bool) throws {
    let session = try IngestSession(store: store, path: path, now: start)
    session.rollsUp = rollsUp
    for row in rows {
      let minutes = Int64(row * 10 - (row % 11 == 0 ? 180 : 0))
      let isBad = row % 7 == 0
      var request = RequestRecord(
        origin: Origin(source: session.source, line: row + 1), outcome: isBad ? .failed : .succeeded,
        time: start.advanced(byMilliseconds: minutes * 60_000), operation: row % 3 == 0 ? "RecordSave" : "QueryFetch")
      request.user = "_u\(row % 5)"
      request.durationMs = row % 13 == 0 ? nil : Int64(row) * Int64(row) * 7
      request.bytesSent = row % 2 == 0 ? Int64(row) : nil
      session.add(request)
    }
    try session.commit(format: "plain-text")
  }

  /// Everything that the hours of a store say, in words that can be compared.
  private func hours(_ store: EventStore) throws -> [RolledHour] {
    var hours: [RolledHour] = []
    try store.forEachRolledHour { hours.append($0) }
    return hours
  }

  @Test func bucketsAreExactWhereShortAndNearElsewhere() {
    for duration in 0..<Int64(2048) {
      #expect(DurationBuckets.duration(of: DurationBuckets.bucket(of: duration)) == duration)
    }
    var last: UInt32 = 0
    for power in 11..<62 {
      for offset in [0, 1, 77, 1023] {
        let duration = Int64(1) << Int64(power) + Int64(offset)
        let bucket = DurationBuckets.bucket(of: duration)
        #expect(bucket >= last)
        last = bucket
        let error = abs(Double(DurationBuckets.duration(of: bucket)) - Double(duration)) / Double(duration)
        #expect(error <= 0.002, "\(duration)")
      }
    }
    #expect(DurationBuckets.duration(of: DurationBuckets.bucket(of: .max)) > 0)
    #expect(DurationBuckets.duration(of: .max) > 0)
  }

  @Test func anHourHoldsWhatItsRowsHeld() throws {
    let store = try store(rows: 300)
    #expect(try hours(store).isEmpty)
    #expect(try store.rolledBefore() == nil)
    let pruned = try store.prune(before: start.advanced(byMilliseconds: 100 * hour))
    #expect(pruned.requests == 300)
    #expect(try store.requestCount() == 0)
    let hours = try hours(store)
    #expect(Set(hours.map(\.hour)).count == hours.count)
    let cells = hours.flatMap(\.cells)
    #expect(cells.reduce(0) { $0 + $1.count } == 300)
    let timed = (0..<300).filter { $0 % 13 != 0 }
    let sum = timed.reduce(Int64(0)) { $0 + Int64($1 * $1 * 7) }
    #expect(cells.reduce(Int64(0)) { $0 + $1.durationSum } == sum)
    #expect(cells.flatMap(\.durations).reduce(0) { $0 + $1.count } == timed.count)
    let sent = cells.compactMap { $0.sums[0] }.reduce(0, +)
    #expect(sent == 22_350)
    #expect(cells.allSatisfy { $0.sums[1...] == [nil, nil, nil, nil] })
    #expect(Set(hours.flatMap(\.users).map(\.number)).count == 5)
    #expect(hours.flatMap(\.users).filter(\.hasFailed).isEmpty == false)
    #expect(try store.rolledBefore() == start.advanced(byMilliseconds: 50 * hour))
  }

  @Test func hoursAreTheSameWhenMadeLater() throws {
    let now = try store(rows: 300)
    let later = try store(rows: 300, rollsUp: false)
    let end = start.advanced(byMilliseconds: 100 * hour)
    _ = try now.prune(before: end)
    _ = try later.prune(before: end)
    #expect(try hours(now) == (try hours(later)))
  }

  @Test(arguments: [1, 7, 50_000])
  func noRequestCountsTwiceOrNotAtAll(batch: Int) throws {
    let store = try store(rows: 300)
    for hours in [0, 3, 10, 10, 25, 60] {
      _ = try store.prune(before: start.advanced(byMilliseconds: Int64(hours) * hour), batch: batch)
      let rolled = try self.hours(store).flatMap(\.cells).reduce(0) { $0 + $1.count }
      #expect(rolled + (try store.requestCount()) == 300)
    }
  }

  @Test func hoursExpireToo() throws {
    let store = try store(rows: 300)
    let end = start.advanced(byMilliseconds: 100 * hour)
    let middle = start.advanced(byMilliseconds: 20 * hour)
    let expected = try store.prunable(before: end, rolledBefore: middle)
    let pruned = try store.prune(before: end, rolledBefore: middle)
    // The twenty hours, and two of the rows that come late.
    #expect(pruned.rolledHours == 22 && expected.rolledHours == 22)
    #expect(try hours(store).first?.start == middle)
    #expect(try store.sources().first?.firstTime == middle)
    #expect(try store.prune(before: end, rolledBefore: middle) == PrunedRows())
  }

  @Test func aScopeSeesItsHoursAndClassesOnly() throws {
    let store = try store(rows: 300)
    _ = try store.prune(before: start.advanced(byMilliseconds: 30 * hour))
    store.scope.since = start.advanced(byMilliseconds: 5 * hour + 1)
    store.scope.until = start.advanced(byMilliseconds: 7 * hour)
    #expect(try hours(store).map(\.start) == [5, 6].map { start.advanced(byMilliseconds: $0 * hour) })
    let saves = try store.requestClasses().values.filter { $0.operation == "RecordSave" }.map(\.id)
    store.scope.requestClasses = Set(saves)
    #expect(try hours(store).flatMap(\.cells).allSatisfy { saves.contains($0.requestClass) })
    #expect(try hours(store).flatMap(\.users).isEmpty)
    store.scope.until = start.advanced(byMilliseconds: 40 * hour)
    #expect(try store.rolledBefore() == start.advanced(byMilliseconds: 30 * hour))
    store.scope.since = start.advanced(byMilliseconds: 30 * hour)
    #expect(try store.rolledBefore() == nil)
  }

  @Test func anInputInAPrunedTimeSaysWhatItCannotKnow() throws {
    let store = try store(rows: 60)
    _ = try store.prune(before: start.advanced(byMilliseconds: 5 * hour))
    try fill(store, rows: 0..<3, path: "b.log", rollsUp: true)
    try fill(store, rows: 36..<40, path: "c.log", rollsUp: true)
    let notes = try store.sources().map(\.summary.notes)
    #expect(notes[0].isEmpty && notes[1].count == 1 && notes[2].isEmpty)
    #expect(notes[1].first?.contains("may count twice") == true)
  }
}
