import Storage
import SyncModel
import Telemetry
import TestSupport
import Testing

struct LiveCensusTests {
  private let now = Timestamp(milliseconds: 1_795_392_000_000)

  private func batch(_ count: Int, worker: Int, spanMs: Int64, _ numbers: inout SeededGenerator, isFirst: Bool)
    -> RequestBatch
  {
    var batch = RequestBatch()
    batch.worker = worker
    if isFirst {
      batch.newSymbols = ["RecordSave", "QueryFetch", "THROTTLED", "_a", "_b", "iOS;26.0"]
      for operation in 1...2 as ClosedRange<UInt32> {
        for outcome in 0...2 as ClosedRange<UInt8> {
          var requestClass = RequestClass()
          requestClass.operation = operation
          requestClass.clientOS = outcome == 0 ? 6 : 0
          requestClass.outcome = outcome
          requestClass.error = outcome == 1 ? 3 : 0
          requestClass.flags = outcome == 1 ? 2 : 0
          batch.newClasses.append(requestClass)
        }
      }
    }
    for line in 1...count {
      var row = RequestBatch.Row(line: Int64(line))
      row.classNumber = .random(in: 1...6, using: &numbers)
      row.user = [0, 4, 5].randomElement(using: &numbers) ?? 0
      row.operationID = .random(in: 0...3, using: &numbers)
      if .random(in: 0..<10, using: &numbers) > 0 {
        row.time = now.milliseconds - .random(in: 0...spanMs, using: &numbers)
      }
      if Bool.random(using: &numbers) { row.durationMs = .random(in: 0...6000, using: &numbers) }
      if Bool.random(using: &numbers) { row.insertedBytes = .random(in: 0...9, using: &numbers) }
      if row.classNumber == 2 { row.retryAfterMs = .random(in: 1...3, using: &numbers) * 1000 }
      batch.append(row)
    }
    return batch
  }

  private func fill(_ store: EventStore, spanMs: Int64, seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for input in 0..<2 {
      let session = try IngestSession(store: store, path: "\(input).ndjson", now: now)
      for round in 0..<3 {
        for worker in 0..<2 {
          session.add(batch(150, worker: worker, spanMs: spanMs, &numbers, isFirst: round == 0))
        }
      }
      var record = RequestRecord(
        origin: Origin(source: session.source, line: 1000), outcome: .failed, time: now, operation: "ZoneSave")
      record.durationMs = 5000
      record.operationID = "0143F140BB65B7E6"
      record.user = "_c"
      session.add(record)
      try session.commit(format: "console-json")
    }
  }

  /// From a minute to more than what a date can be.
  private static let spans: [Int64] = [
    0, 60_000, 241_000, 403_000, 3_629_000, 50_000_000, 250_000_000, 604_800_000, 2_900_000_000, 35_000_000_000,
    151_000_000_000, 320_000_000_000, 9_000_000_000_000, 4_000_000_000_000_000,
  ]

  @Test(arguments: spans)
  func whatIsCountedWhileWritingIsWhatTheStoreHolds(spanMs: Int64) throws {
    let live = try EventStore.temporary()
    try live.countWhileWriting(slowerThanMs: 2000)
    try fill(live, spanMs: spanMs, seed: UInt64(spanMs))
    let read = try EventStore.temporary()
    try fill(read, spanMs: spanMs, seed: UInt64(spanMs))
    let halves = try EventStore.temporary()
    halves.rowsReadAtOnce = 100
    try fill(halves, spanMs: spanMs, seed: UInt64(spanMs))

    let expected = try StoreTelemetry(store: read, slowerThanMs: 2000)
    #expect(try StoreTelemetry(store: live, slowerThanMs: 2000) == expected)
    #expect(try StoreTelemetry(store: halves, slowerThanMs: 2000) == expected)
    let survey = try read.surveyRequests(slowerThanMs: 2000)
    #expect(try live.surveyRequests(slowerThanMs: 2000).tallies == survey.tallies)
    #expect(try live.surveyRequests(slowerThanMs: 2000).failures == survey.failures)
    #expect(try live.lastFinishedLines() == read.lastFinishedLines())
  }

  @Test(arguments: spans.dropLast())
  func theTimelineHasEveryRequestInItsBucket(spanMs: Int64) throws {
    let store = try EventStore.temporary()
    try store.countWhileWriting(slowerThanMs: 2000)
    try fill(store, spanMs: spanMs, seed: 7)
    let timeline = try #require(try StoreTelemetry(store: store, slowerThanMs: 2000).requests?.timeline)
    var counts = Array(repeating: 0, count: timeline.buckets.count)
    let start = try #require(timeline.buckets.first?.start.milliseconds)
    try store.scanRequests { request in
      if request.time != RequestBatch.absent {
        counts[Int((request.time - start) / Int64(timeline.bucketSeconds * 1000))] += 1
      }
    }
    #expect(timeline.buckets.map(\.count) == counts)
    #expect(timeline.buckets.count <= 122)
  }

  @Test func whatIsAbandonedIsNotCounted() throws {
    let store = try EventStore.temporary()
    try store.countWhileWriting(slowerThanMs: 2000)
    try fill(store, spanMs: 1000, seed: 1)
    let count = try StoreTelemetry(store: store, slowerThanMs: 2000).requests?.count
    var numbers = SeededGenerator(seed: 3)
    let session = try IngestSession(store: store, path: "again", now: now)
    session.add(batch(10, worker: 0, spanMs: 1000, &numbers, isFirst: true))
    session.abandon()
    #expect(count == 1802)
    #expect(try StoreTelemetry(store: store, slowerThanMs: 2000).requests?.count == count)
  }

  @Test func aScopeIsReadFromTheStore() throws {
    let store = try EventStore.temporary()
    try store.countWhileWriting(slowerThanMs: 2000)
    try fill(store, spanMs: 1000, seed: 1)
    store.scope.sources = [1]
    #expect(try StoreTelemetry(store: store, slowerThanMs: 2000).requests?.count == 901)
  }
}
