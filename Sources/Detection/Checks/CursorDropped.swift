import Storage
import SyncModel

/// Paging that ends although the answer promised more.
struct CursorDropped: FailureCheck {
  /// What counts as the end of paging.
  var analysis = PagingAnalysis()

  let info = CheckInfo(
    id: "cursor-dropped", title: "Pages are left unread", severity: .warning,
    explanation: """
      An answer carried a cursor or moreComing, and nothing later in the log used it: everything behind that page was \
      never fetched. The code sees a result that looks complete and is not.
      """,
    advice: [
      "Repeat the request with the cursor of the answer until none comes back or moreComing is false",
      "Where only the first items are wanted, set resultsLimit so that the intention shows",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    var order: [String] = []
    var bySubject: [String: [PageRecord]] = [:]
    for page in try log.paging(analysis).dropped {
      if bySubject[page.subject] == nil { order.append(page.subject) }
      bySubject[page.subject, default: []].append(page)
    }
    var findings: [Finding] = []
    for subject in order { findings.append(try finding(bySubject[subject] ?? [], subject, in: log.store)) }
    return findings
  }

  private func finding(
    _ pages: [PageRecord], _ subject: String, in store: EventStore
  ) throws(StorageError) -> Finding {
    var evidence: [Evidence] = []
    for page in pages.prefix(3) { evidence.append(try store.evidence(page.origin, page.shownText)) }
    let times = pages.compactMap(\.time)
    let items = pages.count == 1 ? pages.first?.items.map { "\(Wording.counted($0, "item")) read, " } ?? "" : ""
    let often = pages.count == 1 ? "" : " (\(Wording.times(pages.count)))"
    return Finding(
      info, title: Wording.title("\(subject): \(items)the rest was never asked for\(often)"),
      occurrences: max(1, pages.count), firstSeen: times.min(), lastSeen: times.max(), evidence: evidence)
  }
}
