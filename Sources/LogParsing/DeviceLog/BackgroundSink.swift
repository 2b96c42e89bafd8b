import Dispatch
import SyncModel

/// Hands values on to another sink on a thread of its own, in order, while the reader goes on reading.
///
/// The reader must call `finish` before anybody else uses the other sink.
final class BackgroundSink: RecordSink, @unchecked Sendable {
  // Unchecked: the reader's thread touches `waiting` and `isRunning`, the queue alone touches the other sink until
  // `finish` has waited for it.

  private let sink: any RecordSink
  private let queue = DispatchQueue(label: "ckdiag.records")
  /// Bounds what waits to be written.
  private let places = DispatchSemaphore(value: 2)
  private let waiting = ValueCollector()
  private var isRunning = false
  private static let portion = 512

  init(_ sink: any RecordSink) { self.sink = sink }

  func add(_ batch: RequestBatch) {
    waiting.add(batch)
    handOver()
  }

  func add(_ request: RequestRecord) { take { $0.add(request) } }
  func add(_ error: ErrorReport) { take { $0.add(error) } }
  func add(_ page: PageRecord) { take { $0.add(page) } }
  func add(_ activity: Activity) { take { $0.add(activity) } }
  func add(_ observation: Observation) { take { $0.add(observation) } }
  func add(_ state: StoreState) { take { $0.add(state) } }
  func add(_ tally: InputTally) { take { $0.add(tally) } }

  /// Returns when everything was handed on; small logs never leave the reader's thread.
  func finish() {
    if isRunning {
      handOver()
      queue.sync {}
      isRunning = false
    } else {
      waiting.take().add(to: sink)
    }
  }

  private func take(_ add: (ValueCollector) -> Void) {
    add(waiting)
    if waiting.count >= Self.portion { handOver() }
  }

  private func handOver() {
    let values = waiting.take()
    isRunning = true
    places.wait()
    queue.async { [self] in
      values.add(to: sink)
      places.signal()
    }
  }
}
