import SyncModel

/// The last gate before a store: whatever a reader hands over passes it without secrets.
///
/// Readers redact what they quote and report what they found; this catches what they did not think of: a header that
/// was taken for an id, a note that quotes a line, the fields of a state dump.
package final class RedactingSink: RecordSink {
  private let sink: any RecordSink

  package init(_ sink: any RecordSink) { self.sink = sink }

  /// Symbols of a batch are redacted when they are interned.
  package func add(_ batch: RequestBatch) { sink.add(batch) }

  package func add(_ request: RequestRecord) {
    var clean = request
    clean.operation = Self.clean(request.operation)
    clean.environment = Self.clean(request.environment)
    clean.database = Self.clean(request.database)
    clean.zone = Self.clean(request.zone)
    clean.user = Self.clean(request.user)
    clean.operationID = Self.clean(request.operationID)
    clean.operationGroup = Self.clean(request.operationGroup)
    clean.requestID = Self.clean(request.requestID)
    clean.platform = Self.clean(request.platform)
    clean.clientOS = Self.clean(request.clientOS)
    clean.interface = Self.clean(request.interface)
    clean.status = Self.clean(request.status)
    clean.error = Self.clean(request.error)
    clean.recordTypes = Self.clean(request.recordTypes)
    sink.add(clean)
  }

  package func add(_ error: ErrorReport) { sink.add(Self.clean(error)) }

  package func add(_ page: PageRecord) {
    var clean = page
    clean.stream = Self.clean(page.stream)
    clean.subject = Self.clean(page.subject)
    clean.cursorIn = Self.clean(page.cursorIn)
    clean.cursorOut = Self.clean(page.cursorOut)
    clean.operationID = Self.clean(page.operationID)
    clean.text = Self.clean(page.text)
    sink.add(clean)
  }

  /// Cursors and streams of a batch are redacted when they are taken.
  package func add(_ pages: PageBatch) { sink.add(pages) }

  package func add(_ activity: Activity) {
    var clean = activity
    clean.identifier = Self.clean(activity.identifier)
    clean.store = Self.clean(activity.store)
    clean.errorDomain = Self.clean(activity.errorDomain)
    clean.text = Self.clean(activity.text)
    sink.add(clean)
  }

  package func add(_ observation: Observation) {
    var clean = observation
    clean.subject = Self.clean(observation.subject)
    clean.text = Self.clean(observation.text)
    sink.add(clean)
  }

  package func add(_ state: StoreState) {
    var clean = state
    clean.identity = Self.clean(state.identity)
    clean.flags = state.flags.map(Self.clean)
    clean.pendingItems = state.pendingItems.map(Self.clean)
    clean.notes = state.notes.map(Self.clean)
    for index in clean.zones.indices {
      clean.zones[index].name = Self.clean(clean.zones[index].name)
      clean.zones[index].owner = Self.clean(clean.zones[index].owner)
      clean.zones[index].flags = clean.zones[index].flags.map(Self.clean)
    }
    for index in clean.entities.indices { clean.entities[index].name = Self.clean(clean.entities[index].name) }
    sink.add(clean)
  }

  package func add(_ tally: InputTally) {
    var clean = tally
    clean.firstUnrecognized = Self.clean(tally.firstUnrecognized)
    clean.notes = tally.notes.map(Self.clean)
    sink.add(clean)
  }

  private static func clean(_ error: ErrorReport) -> ErrorReport {
    var clean = error
    clean.domain = Self.clean(error.domain)
    clean.serverCode = Self.clean(error.serverCode)
    clean.message = Self.clean(error.message)
    clean.item = Self.clean(error.item)
    clean.zone = Self.clean(error.zone)
    clean.operation = Self.clean(error.operation)
    clean.operationID = Self.clean(error.operationID)
    clean.requestID = Self.clean(error.requestID)
    clean.containerID = Self.clean(error.containerID)
    clean.text = Self.clean(error.text)
    clean.items = error.items?.map(Self.clean)
    return clean
  }

  private static func clean(_ text: String?) -> String? { text.map { clean($0) } }

  private static func clean(_ text: String) -> String { Redactor.redact(text).text }
}
