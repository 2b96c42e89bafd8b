import Storage
import SyncModel

/// Paging that makes no progress.
struct CursorLoop: FailureCheck {
  /// What counts as a loop.
  var analysis = PagingAnalysis()

  let info = CheckInfo(
    id: "cursor-loop", title: "Paging makes no progress", severity: .error,
    explanation: """
      The same page is fetched again and again: the first page, an older cursor, or a change token that does not move \
      although the answer says that more is coming. The rest of the data never arrives, and the requests count against \
      the rate limit.
      """,
    advice: [
      "Send the cursor of the newest answer: continuationMarker, records(continuingMatchFrom:) or the new change token",
      "Stop when the new cursor equals the old one, and stop at moreComing = false",
      "Store the change token of every page once its changes are applied",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    var findings: [Finding] = []
    for loop in try log.paging(analysis).loops { findings.append(try finding(loop, in: log.store)) }
    for loop in try RereadRequests.loops(in: log).prefix(3) { findings.append(try finding(loop, in: log)) }
    return findings
  }

  private func finding(_ loop: RereadRequests.Loop, in log: FailureLog) throws(StorageError) -> Finding {
    let requestClass = log.classes[loop.requests[0].requestClass]
    let operation = requestClass?.operation ?? "Fetch"
    let count = Wording.counted(loop.requests.count, "request")
    return try log.finding(
      info, severity: loop.isOneOperation ? nil : .warning,
      title: loop.isOneOperation
        ? "\(operation): one operation sends \(count)" : "\(operation) of one user: \(count) one right after the other",
      explanation: """
        A request log has no cursors, so that the loop shows only in the number of requests: no fetch has so many \
        pages, and nobody starts a fetch so often. A first sync of a very large zone can look alike; a loop does not \
        end.
        """,
      occurrences: loop.requests.count,
      proofs: loop.requests.compactMap { request in
        log.classes[request.requestClass].map {
          Proof(origin: request.origin, time: request.time, text: FailureLog.text(of: $0, at: request.time))
        }
      })
  }

  private func finding(_ loop: PagingAnalysis.Loop, in store: EventStore) throws(StorageError) -> Finding {
    let rounds = loop.rounds
    let count = rounds.count
    let shown = count > 3 ? [rounds[0], rounds[1], rounds[count - 1]] : Array(rounds)
    var evidence: [Evidence] = []
    for page in shown { evidence.append(try store.evidence(page.origin, page.shownText)) }
    let times = rounds.compactMap(\.time)
    return Finding(
      info, title: Wording.title(title(loop)), explanation: info.explanation + " " + waste(loop),
      advice: [advice(loop.cause)] + info.advice, occurrences: count, firstSeen: times.min(), lastSeen: times.max(),
      evidence: evidence)
  }

  private func title(_ loop: PagingAnalysis.Loop) -> String {
    let subject = loop.rounds[0].subject
    let rounds = Wording.counted(loop.rounds.count, "round")
    switch loop.cause {
    case .startedAgain: return "\(subject) begins again with its first page: \(rounds)"
    case .cursorKept: return "\(subject) sends the same cursor again: \(rounds)"
    case .cursorUnmoved: return "\(subject): the cursor does not move, \(rounds)"
    case .tokenNotStored: return "\(subject) start from the same token again: \(rounds)"
    case .endlessOperation: return "\(subject): one operation, \(Wording.counted(loop.rounds.count, "page"))"
    }
  }

  private func waste(_ loop: PagingAnalysis.Loop) -> String {
    var parts = ["\(Wording.counted(loop.rounds.count - 1, "request")) brought nothing new"]
    if let bytes = loop.wastedBytes, bytes > 0 {
      parts.append("\(Wording.number(Int(clamping: (bytes + 1023) / 1024))) KiB were fetched again")
    }
    if let time = loop.wastedMs, time > 0 { parts.append("over \(Wording.duration(milliseconds: time))") }
    return parts.joined(separator: ", ") + "."
  }

  private func advice(_ cause: PagingAnalysis.Cause) -> String {
    switch cause {
    case .startedAgain:
      "Continue the query instead of starting it again: records(matching:) always begins with the first page, and a "
        + "marker under a wrong key is ignored"
    case .cursorKept: "Replace the stored cursor by that of each answer before the next page is requested"
    case .cursorUnmoved: "End the loop when the answer gives back the cursor that was sent, and report the zone"
    case .tokenNotStored: "Store the token that ends the fetch, not only those between the pages"
    case .endlessOperation: "Look at the cursors of the operation: log them, so that the page that repeats shows"
    }
  }
}
