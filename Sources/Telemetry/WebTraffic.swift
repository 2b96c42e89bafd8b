import Storage
import SyncModel

/// The traffic with CloudKit Web Services: by subpath and HTTP status, and what saving costs.
package struct WebTraffic: Equatable, Sendable {
  /// The requests of one subpath that were answered with one status.
  struct Row: Equatable, Sendable {
    var subpath: String
    /// nil = the log does not tell it.
    var status: String?
    var count = 0
    var failed = 0
    var bytesSent: Int64?
    var bytesReceived: Int64?
    /// The sum of the durations in milliseconds, and of how many requests.
    var durationMs: Int64 = 0
    var timed = 0
  }

  /// By count, then subpath and status.
  private(set) var rows: [Row] = []
  /// Requests that save records, and the records of those that succeeded.
  private(set) var saveRequests = 0
  private(set) var failedSaves = 0
  private(set) var savedRecords: Int64 = 0

  /// Counts what a store has in scope; everything is 0 where nothing came from Web Services.
  package init(store: EventStore) throws(StorageError) {
    // Only Web Services name operations by a path.
    let classes = try store.requestClasses().filter { $0.value.operation?.utf8.contains(0x2F) ?? false }
    guard !classes.isEmpty else { return }
    var byKey: [[String?]: Row] = [:]
    for totals in try store.totals(ofClasses: classes.keys.sorted()) {
      guard let requestClass = classes[totals.requestClass], let subpath = requestClass.operation else { continue }
      let key = [subpath, requestClass.status]
      var row = byKey[key] ?? Row(subpath: subpath, status: requestClass.status)
      row.add(totals, isFailed: requestClass.outcome == .failed)
      byKey[key] = row
      guard requestClass.family == "record.save" else { continue }
      saveRequests += totals.count
      if requestClass.outcome == .succeeded { savedRecords += totals.savedRecords ?? 0 }
      if requestClass.outcome == .failed { failedSaves += totals.count }
    }
    rows = byKey.values.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return (left.subpath, left.status ?? "") < (right.subpath, right.status ?? "")
    }
  }

  /// The section of the report; nil where there is too little to count.
  package var section: ReportSection? {
    guard rows.reduce(0, { $0 + $1.count }) > 1 else { return nil }
    var sentences: [String] = []
    if savedRecords > 0 {
      let ratio = (Double(saveRequests) / Double(savedRecords) * 100).rounded() / 100
      let requests = saveRequests == 1 ? "1 request" : "\(saveRequests) requests"
      sentences.append(
        "\(ratio) requests for each saved record: \(requests) to save, \(savedRecords) "
          + "\(savedRecords == 1 ? "record" : "records") in those that succeeded.")
    } else if saveRequests > 0, failedSaves == saveRequests {
      sentences.append("Every request to save records failed, in part at least.")
    }
    let shown = rows.prefix(50).map { row in
      [
        row.subpath, row.status ?? "", String(row.count), row.failed == 0 ? "" : String(row.failed),
        row.timed == 0 ? "" : String(row.durationMs / Int64(row.timed)),
        row.bytesSent.map(String.init) ?? "", row.bytesReceived.map(String.init) ?? "",
      ]
    }
    return ReportSection(
      id: "web-traffic", title: "Web Services by subpath and status", sentences: sentences,
      table: ReportTable(
        columns: [
          ReportTable.Column("Subpath"), ReportTable.Column("HTTP", isNumber: true),
          ReportTable.Column("Requests", isNumber: true), ReportTable.Column("Failed", isNumber: true),
          ReportTable.Column("Mean ms", isNumber: true), ReportTable.Column("Bytes sent", isNumber: true),
          ReportTable.Column("Bytes received", isNumber: true),
        ], rows: shown))
  }
}

extension WebTraffic.Row {
  fileprivate mutating func add(_ totals: RequestClassTotals, isFailed: Bool) {
    count += totals.count
    if isFailed { failed += totals.count }
    if let bytes = totals.bytesSent { bytesSent = (bytesSent ?? 0) &+ bytes }
    if let bytes = totals.bytesReceived { bytesReceived = (bytesReceived ?? 0) &+ bytes }
    durationMs = durationMs &+ totals.durationMs
    timed += totals.timed
  }
}
