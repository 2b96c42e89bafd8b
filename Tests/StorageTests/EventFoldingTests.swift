import Storage
import SyncModel
import Testing

private let request = "3C9D7F10-0000-4000-8000-0000000000B1"

private func moment(_ second: Int64) -> Timestamp { Timestamp(milliseconds: 1_790_000_000_000 + second * 1000) }

/// A store that read the given parts, one input each.
private func makeStore(_ inputs: ((IngestSession) -> Void)...) throws -> EventStore {
  let store = try EventStore.temporary()
  for (number, fill) in inputs.enumerated() {
    let session = try IngestSession(store: store, path: "input \(number)", now: moment(0))
    fill(session)
    try session.commit(format: nil)
  }
  return store
}

/// What a store tells of a failed export: a domain and a code.
private func addEvent(to session: IngestSession, end: Timestamp? = moment(5)) {
  let origin = Origin(source: session.source, line: 0)
  session.add(
    Activity(
      origin: origin, kind: .export, outcome: end == nil ? .unfinished : .failed, start: moment(1), end: end,
      identifier: request, store: "S", errorDomain: end.map { _ in "CKErrorDomain" }, errorCode: end.map { _ in 2 }))
  guard let end else { return }
  session.add(
    ErrorReport(origin: origin, time: end, code: 2, operation: "export event", requestID: request, text: "event"))
}

/// What a log tells of the same export: the items and their reasons.
private func addLogLines(to session: IngestSession) {
  let origin = Origin(source: session.source, line: 7)
  session.add(
    Activity(
      origin: origin, kind: .export, outcome: .failed, start: moment(1), end: moment(6), identifier: request,
      store: "S", errorDomain: "CKErrorDomain", errorCode: 2))
  let item = ErrorReport(origin: origin, code: 14, item: "A", text: "line")
  session.add(
    ErrorReport(origin: origin, time: moment(6), code: 2, requestID: "OTHER", items: [item], text: "line"))
}

struct EventFoldingTests {
  @Test func givesAnEventTheItemsOfTheLogInEitherOrder() throws {
    for store in [try makeStore(addStoreInput, addLogLines), try makeStore(addLogLines, addStoreInput)] {
      let errors = try store.errors()
      #expect(errors.map(\.text) == ["line"])
      #expect(errors.first?.items?.map(\.code) == [14])
      let activities = try store.activities()
      #expect(activities.map(\.end) == [moment(5)])
    }
  }

  @Test func countsAnEventOfTwoDumpsOnce() throws {
    let store = try makeStore(addStoreInput, addStoreInput)
    #expect(try store.errors().count == 1)
    #expect(try store.activities().count == 1)
  }

  @Test func knowsTheEndOfARequestThatTheOlderDumpSawRunning() throws {
    let store = try makeStore({ addEvent(to: $0, end: nil) }, addStoreInput)
    #expect(try store.activities().map(\.outcome) == [.failed])
  }

  @Test func keepsAnEventThatNoLogTells() throws {
    let store = try makeStore(addStoreInput, { _ in })
    #expect(try store.errors().map(\.text) == ["event"])
  }
}

private func addStoreInput(to session: IngestSession) { addEvent(to: session) }
