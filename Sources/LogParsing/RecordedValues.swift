import SyncModel

/// A sink that keeps what it is given, in order, until it is passed on.
final class RecordedValues: RecordSink {
  /// One call of a sink.
  enum Value: Sendable {
    case batch(RequestBatch)
    case request(RequestRecord)
    case error(ErrorReport)
    case page(PageRecord)
    case activity(Activity)
    case observation(Observation)
    case state(StoreState)
    case tally(InputTally)
  }

  private var values: [Value] = []

  init() {}

  var count: Int { values.count }

  func add(_ batch: RequestBatch) { values.append(.batch(batch)) }
  func add(_ request: RequestRecord) { values.append(.request(request)) }
  func add(_ error: ErrorReport) { values.append(.error(error)) }
  func add(_ page: PageRecord) { values.append(.page(page)) }
  func add(_ activity: Activity) { values.append(.activity(activity)) }
  func add(_ observation: Observation) { values.append(.observation(observation)) }
  func add(_ state: StoreState) { values.append(.state(state)) }
  func add(_ tally: InputTally) { values.append(.tally(tally)) }

  /// Gives away everything that came since the last call.
  func take() -> [Value] {
    defer {
      let count = values.count
      values = []
      values.reserveCapacity(count)
    }
    return values
  }
}

extension RecordedValues.Value {
  /// Repeats the call on another sink.
  func add(to sink: any RecordSink) {
    switch self {
    case .batch(let batch): sink.add(batch)
    case .request(let request): sink.add(request)
    case .error(let error): sink.add(error)
    case .page(let page): sink.add(page)
    case .activity(let activity): sink.add(activity)
    case .observation(let observation): sink.add(observation)
    case .state(let state): sink.add(state)
    case .tally(let tally): sink.add(tally)
    }
  }
}
