import Storage
import SyncModel

/// Work that begins in the log and does not end there, although later work does.
struct UnfinishedOperation: FailureCheck {
  let info = CheckInfo(
    id: "unfinished-operation", title: "An operation has no end in the log", severity: .note,
    explanation: """
      The log shows the start and goes on, but the end is missing. That is no proof of a fault: the operation may \
      still run, the app may have been suspended, or the log may have been filtered or cut.
      """,
    advice: [
      "Look at a longer part of the log for the end of the operation",
      "When it never ends: look for an expired background task, and set timeoutIntervalForResource",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let activities = try log.store.activities()
    var lastFinish = try log.store.lastFinishedLines()
    for activity in activities where activity.outcome != .unfinished {
      let source = activity.origin.source
      lastFinish[source] = max(lastFinish[source] ?? 0, activity.origin.line)
    }
    let unfinished = activities.filter { $0.outcome == .unfinished }
    var proofs = unfinished.map { Proof(origin: $0.origin, time: $0.start, text: $0.text) }
    proofs += try openRequests(in: log)
    proofs = proofs.filter { $0.origin.line < lastFinish[$0.origin.source] ?? 0 }
    guard !proofs.isEmpty else { return [] }
    return [
      try log.finding(
        info, title: "\(Wording.counted(proofs.count, "operation")) started without an end in the log",
        occurrences: proofs.count, proofs: proofs.inOrder)
    ]
  }

  private func openRequests(in log: FailureLog) throws(StorageError) -> [Proof] {
    let open = log.classes.values.filter { $0.outcome == .unknown && ($0.operation ?? "").hasPrefix("CK") }
    guard !open.isEmpty else { return [] }
    return try log.store.openRequests(ofClasses: open.map(\.id).sorted(), limit: 10_000).compactMap { row in
      log.classes[row.requestClass].map {
        Proof(origin: row.origin, time: row.time, text: FailureLog.text(of: $0, at: row.time))
      }
    }
  }
}
