import Storage
import SyncModel

extension FailureLog {
  /// Loops and dropped cursors of the log; made once, as several checks speak of them.
  func paging(_ analysis: PagingAnalysis) throws(StorageError) -> PagingAnalysis.Result {
    if let known = knownPaging, known.analysis == analysis { return known.result }
    let pages = try store.suspiciousPages()
    var last: [Int32: PagingAnalysis.LastActivity] = [:]
    if !pages.isEmpty {
      for (source, activity) in try store.lastActivity() {
        last[source] = PagingAnalysis.LastActivity(line: activity.line, time: activity.time)
      }
    }
    let result = analysis.result(of: pages, lastActivity: last)
    knownPaging = (analysis, result)
    return result
  }
}
