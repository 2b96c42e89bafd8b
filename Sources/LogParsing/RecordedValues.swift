import SyncModel

/// What a reader handed over since it was asked last, kind by kind in order: sinks keep kinds apart.
struct RecordedValues: Sendable {
  var batches: [RequestBatch] = []
  var requests: [RequestRecord] = []
  var errors: [ErrorReport] = []
  var pages: [PageRecord] = []
  var activities: [Activity] = []
  var observations: [Observation] = []
  var states: [StoreState] = []
  var tallies: [InputTally] = []

  /// How many values there are; a batch is one.
  var count: Int {
    batches.count + requests.count + errors.count + pages.count + activities.count + observations.count
      + states.count + tallies.count
  }

  /// Hands everything on to a sink.
  func add(to sink: any RecordSink) {
    for batch in batches { sink.add(batch) }
    for request in requests { sink.add(request) }
    for error in errors { sink.add(error) }
    for page in pages { sink.add(page) }
    for activity in activities { sink.add(activity) }
    for observation in observations { sink.add(observation) }
    for state in states { sink.add(state) }
    for tally in tallies { sink.add(tally) }
  }
}

/// A sink that keeps what it is given until somebody takes it.
final class ValueCollector: RecordSink {
  private var values = RecordedValues()
  /// How many values wait to be taken.
  var count: Int { values.count }
  /// Makes rows of requests; nil where they are handed on as they are.
  private let rows: RequestRecordRows?

  /// Makes a collector; requests become rows of a batch of the given worker, which spares whoever writes them much work.
  init(batchingFor worker: Int? = nil) { rows = worker.map { RequestRecordRows(worker: $0) } }

  func add(_ batch: RequestBatch) { values.batches.append(batch) }
  func add(_ error: ErrorReport) { values.errors.append(error) }
  func add(_ page: PageRecord) { values.pages.append(page) }
  func add(_ activity: Activity) { values.activities.append(activity) }
  func add(_ observation: Observation) { values.observations.append(observation) }
  func add(_ state: StoreState) { values.states.append(state) }
  func add(_ tally: InputTally) { values.tallies.append(tally) }

  func add(_ request: RequestRecord) {
    if let rows { rows.add(request) } else { values.requests.append(request) }
  }

  /// Gives away everything that came since the last call.
  func take() -> RecordedValues {
    if let batch = rows?.take() { values.batches.append(batch) }
    defer { values = RecordedValues() }
    return values
  }
}
