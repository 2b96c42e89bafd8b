import Detection
import SyncModel
import Testing

private func moment(_ minute: Int64) -> Timestamp { Timestamp(milliseconds: 1_790_000_000_000 + minute * 60_000) }

private func upload(_ outcome: Activity.Outcome, _ minute: Int64, code: Int? = nil, objects: Int? = nil) -> Activity {
  Activity(
    origin: Origin(line: 0), kind: .export, outcome: outcome, start: moment(minute),
    end: outcome == .unfinished ? nil : moment(minute), store: "S", errorDomain: code.map { _ in "CKErrorDomain" },
    errorCode: code, affectedObjects: objects)
}

private func state(_ uploads: Int?, _ minute: Int64, names: [String] = [], inFlight: Int? = nil) -> StoreState {
  StoreState(
    origin: Origin(line: 0), identity: "S", kind: .coreData, observedAt: moment(minute), pendingUploads: uploads,
    inFlight: inFlight, pendingItems: names)
}

struct StateVerdictTests {
  @Test func saysThatNothingWaits() {
    #expect(
      verdict(for: state(0, 10), activities: [upload(.succeeded, 5)])
        == "nothing waits; last upload 2026-09-21 14:18:20 UTC")
  }

  @Test func callsARunningUploadNotStuck() {
    let history = StoreHistory(
      states: [state(6, 10)], activities: [upload(.failed, 5, code: 2), upload(.unfinished, 9)])
    #expect(history.progress() == .running(since: moment(9)))
  }

  @Test func callsADeferredUploadNotFailed() {
    #expect(
      verdict(for: state(12, 10), activities: [upload(.succeeded, 1), upload(.deferred, 9, code: nil)])
        == "12 changes wait; the system put the last upload off")
  }

  @Test func callsAThrottleBackoff() {
    let history = StoreHistory(
      states: [state(800, 12)],
      activities: [upload(.succeeded, 1), upload(.failed, 9, code: 6), upload(.failed, 10, code: 7)])
    #expect(history.progress() == .throttled(attempts: 2))
  }

  @Test func tellsWhatMovedBetweenTwoDumps() {
    let history = StoreHistory(states: [state(1000, 0), state(400, 30)], activities: [upload(.succeeded, 29)])
    #expect(
      verdict(for: history)
        == "400 changes wait; last upload 2026-09-21 14:42:20 UTC; 600 fewer than at 2026-09-21 14:13:20 UTC")
  }

  @Test func callsAFailureThatASuccessFollowedOver() {
    let history = StoreHistory(
      states: [state(3, 12)], activities: [upload(.failed, 9, code: 2), upload(.succeeded, 10)])
    #expect(history.progress() == .waiting)
  }

  @Test func ordersUploadsByTimeBeforeItJudges() {
    let history = StoreHistory(
      states: [state(3, 12)], activities: [upload(.succeeded, 10), upload(.failed, 9, code: 2)])
    #expect(history.progress() == .waiting)
  }

  @Test func namesTheBatchThatFailsAgain() {
    #expect(
      verdict(
        for: state(6, 12),
        activities: [
          upload(.succeeded, 1), upload(.failed, 9, code: 2, objects: 400), upload(.failed, 10, code: 2, objects: 400),
        ])
        == "6 changes wait and are stuck: the same 400 objects failed 2 times with CKErrorDomain 2; nothing was "
        + "uploaded since 2026-09-21 14:14:20 UTC")
  }

  @Test func waitsForTheNetwork() {
    let one = StoreHistory(states: [state(6, 12)], activities: [upload(.failed, 9, code: 3)])
    #expect(one.progress() == .waiting)
    let three = StoreHistory(
      states: [state(6, 40)], activities: [9, 20, 30].map { upload(.failed, $0, code: 3) })
    #expect(three.progress() == .stuck(.failing(attempts: 3, error: "CKErrorDomain 3")))
  }

  @Test func needsTwoDumpsWithTheSameChangesWhereNothingFailed() {
    let same = StoreHistory(
      states: [state(2, 0, names: ["a", "b"]), state(2, 30, names: ["b", "a"])], activities: [])
    #expect(same.progress() == .stuck(.unmoved(since: moment(0))))
    let others = StoreHistory(
      states: [state(2, 0, names: ["a", "b"]), state(2, 30, names: ["c", "b"])], activities: [])
    #expect(others.progress() == .waiting)
    let soon = StoreHistory(states: [state(2, 0), state(2, 1)], activities: [])
    #expect(soon.progress() == .waiting)
    let flying = StoreHistory(states: [state(2, 0), state(2, 30, inFlight: 1)], activities: [])
    #expect(flying.progress() == .running(since: nil))
  }
}
