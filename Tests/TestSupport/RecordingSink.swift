import SyncModel

/// Keeps everything that a reader hands over, for comparison.
package final class RecordingSink: RecordSink {
  package private(set) var batches: [RequestBatch] = []
  package private(set) var requests: [RequestRecord] = []
  package private(set) var errors: [ErrorReport] = []
  package private(set) var pages: [PageRecord] = []
  package private(set) var activities: [Activity] = []
  package private(set) var observations: [Observation] = []
  package private(set) var states: [StoreState] = []
  package private(set) var tallies: [InputTally] = []

  package init() {}

  package func add(_ batch: RequestBatch) { batches.append(batch) }
  package func add(_ request: RequestRecord) { requests.append(request) }
  package func add(_ error: ErrorReport) { errors.append(error) }
  package func add(_ page: PageRecord) { pages.append(page) }
  package func add(_ activity: Activity) { activities.append(activity) }
  package func add(_ observation: Observation) { observations.append(observation) }
  package func add(_ state: StoreState) { states.append(state) }
  package func add(_ tally: InputTally) { tallies.append(tally) }
}
