import Storage
import SyncModel
import Testing

struct RoundTripTests {
  private let now = Timestamp(milliseconds: 1_796_022_000_000)

  @Test func givesBackEveryValueAsItWasWritten() throws {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "app.log", now: now)
    let origin = Origin(source: session.source, line: 7)
    let item = ErrorReport(
      origin: origin, time: now, code: 14, underlying: UnderlyingCode(code: 2004), message: "stale \"tag\"",
      item: "note-1", zone: "Notes", printed: 2, text: "<CKError …>")
    let error = ErrorReport(
      origin: origin, time: now, code: 2, underlying: UnderlyingCode(code: 1011), retryAfterMs: 3500, operation: "op",
      operationID: "0143F140BB65B7E6", requestID: "6A0B", containerID: "iCloud.x", items: [item], text: "line")
    let empty = ErrorReport(origin: origin, domain: "CloudKit", serverCode: "NOT_FOUND", httpStatus: 200, items: [])
    let page = PageRecord(
      origin: origin, time: now, kind: .zoneChanges, stream: "s", subject: "zone 'Notes'", cursorIn: "a",
      cursorOut: "b", moreComing: true, items: 3, bytes: 9, durationMs: 5, operationID: "x", text: "t")
    let activity = Activity(
      origin: origin, kind: .export, outcome: .failed, start: now, end: now.advanced(byMilliseconds: 5),
      identifier: "U", store: "S", errorDomain: "CKErrorDomain", errorCode: 2, affectedObjects: 4, text: "t")
    let observation = Observation(
      origin: origin, time: now, kind: .pendingCount, subject: "export", value: 12, text: "Found 12")
    let state = StoreState(
      origin: origin, identity: "S", kind: .coreData, observedAt: now, trackedRecords: 4, pendingUploads: 2,
      pendingDeletes: 1, zones: [.init(name: "Notes", owner: "_o", tokenDigest: "d", flags: ["needsImport"])],
      entities: [.init(name: "Note", tracked: 4, pendingUploads: 2, pendingDeletes: 1)], flags: ["a"],
      pendingItems: ["quote \" and \\ and \n"], notes: ["n"])
    session.add(error)
    session.add(empty)
    session.add(page)
    session.add(activity)
    session.add(observation)
    session.add(state)
    session.add(InputTally(bytes: 10, lines: 2, records: 1, notes: ["one"]))
    try session.commit(format: "plain-text")

    #expect(try store.errors() == [error, empty])
    #expect(try store.pages() == [page])
    #expect(try store.activities() == [activity])
    #expect(try store.observations() == [observation])
    #expect(try store.observations(.secret) == [])
    #expect(try store.storeStates() == [state])
    let source = try #require(try store.sources().first)
    #expect(source.summary.notes == ["one"])
    #expect(source.firstTime == now)
    #expect(source.lastTime == now.advanced(byMilliseconds: 5))
  }

  /// Where the first portion, the portions after it and the items of an error can end.
  @Test(arguments: [0, 1, 2047, 2048, 2049, 2559, 2560, 2561, 6000])
  func givesBackAnyNumberOfErrors(count: Int) throws {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "app.log", now: now)
    let errors = (0..<count).map { number in
      let origin = Origin(source: session.source, line: number)
      let items = (0..<number % 4).map { ErrorReport(origin: origin, code: 14, item: "\(number)-\($0)") }
      return ErrorReport(origin: origin, time: now, code: 2, items: number % 3 == 0 ? nil : items, text: "\(number)")
    }
    for error in errors { session.add(error) }
    try session.commit(format: nil)
    #expect(try store.errors() == errors)
    var seen = 0
    #expect(throws: StorageError.notAStore(path: "here")) {
      try store.forEachError { _ throws(StorageError) in
        seen += 1
        if seen > count / 2 { throw StorageError.notAStore(path: "here") }
      }
      if count == 0 { throw StorageError.notAStore(path: "here") }
    }
    #expect(try store.errors() == errors)
  }

  @Test func givesBackRequestsOfBothPaths() throws {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "console.ndjson", now: now)
    var record = RequestRecord(
      origin: Origin(source: session.source, line: 1), outcome: .failed, time: now, operation: "RecordSave")
    record.family = "record.save"
    record.user = "_u"
    record.operationID = "0143F140BB65B7E6"
    record.requestID = "6A0BF0C0-0000-4000-8000-00000000000A"
    record.durationMs = 177
    record.error = "QUOTA_EXCEEDED"
    record.isThrottled = true
    session.add(record)
    var odd = record
    odd.operationID = "op-1"
    odd.requestID = "6a0bf0c0-0000-4000-8000-00000000000a"
    session.add(odd)
    var batch = RequestBatch()
    batch.newSymbols = ["RecordSave", "_u"]
    var requestClass = RequestClass()
    requestClass.operation = 1
    batch.newClasses = [requestClass]
    var row = RequestBatch.Row(line: 3)
    row.user = 2
    row.classNumber = 1
    row.operationID = 0xFFFF_FFFF_FFFF_FFFF
    batch.append(row)
    session.add(batch)
    try session.commit(format: "console-json")

    var rows: [RequestRecord] = []
    try store.forEachRequest { row in
      rows.append(row)
      return true
    }
    var third = RequestRecord(
      origin: Origin(source: session.source, line: 3), outcome: .succeeded, operation: "RecordSave")
    third.family = "record.save"
    third.user = "_u"
    third.operationID = "FFFFFFFFFFFFFFFF"
    #expect(rows == [record, odd, third])
    #expect(try store.requestCount(.throttled) == 2)
  }

  @Test func forgetsAnAbandonedInput() throws {
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: "a", now: now)
    session.add(Observation(origin: Origin(line: 1), kind: .other))
    session.abandon()
    #expect(try store.sources() == [])
    #expect(try store.observations() == [])
  }
}
