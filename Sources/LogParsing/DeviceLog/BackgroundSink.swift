import Dispatch
import SyncModel

/// Hands values on to another sink on a thread of its own, in order, while the reader goes on reading.
///
/// The reader must call `finish` before anybody else uses the other sink.
final class BackgroundSink: RecordSink, @unchecked Sendable {
  // Unchecked: the reader's thread touches `waiting` and `isRunning`, the queue alone touches the other sink until
  // `finish` has waited for it.

  private enum Value: Sendable {
    case batch(RequestBatch)
    case request(RequestRecord)
    case error(ErrorReport)
    case page(PageRecord)
    case activity(Activity)
    case observation(Observation)
    case state(StoreState)
    case tally(InputTally)
  }

  private let sink: any RecordSink
  private let queue = DispatchQueue(label: "ckdiag.records")
  /// Bounds what waits to be written.
  private let places = DispatchSemaphore(value: 2)
  private var waiting: [Value] = []
  private var isRunning = false
  private static let portion = 512

  init(_ sink: any RecordSink) { self.sink = sink }

  func add(_ batch: RequestBatch) {
    waiting.append(.batch(batch))
    handOver()
  }

  func add(_ request: RequestRecord) { take(.request(request)) }
  func add(_ error: ErrorReport) { take(.error(error)) }
  func add(_ page: PageRecord) { take(.page(page)) }
  func add(_ activity: Activity) { take(.activity(activity)) }
  func add(_ observation: Observation) { take(.observation(observation)) }
  func add(_ state: StoreState) { take(.state(state)) }
  func add(_ tally: InputTally) { take(.tally(tally)) }

  /// Returns when everything was handed on; small logs never leave the reader's thread.
  func finish() {
    if isRunning {
      handOver()
      queue.sync {}
      isRunning = false
    } else {
      for value in waiting { write(value) }
      waiting = []
    }
  }

  private func take(_ value: Value) {
    waiting.append(value)
    if waiting.count >= Self.portion { handOver() }
  }

  private func handOver() {
    let values = waiting
    waiting = []
    waiting.reserveCapacity(Self.portion)
    isRunning = true
    places.wait()
    queue.async { [self] in
      for value in values { write(value) }
      places.signal()
    }
  }

  private func write(_ value: Value) {
    switch value {
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
