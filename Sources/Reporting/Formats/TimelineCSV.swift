import SyncModel

/// The timeline as RFC 4180 rows for a spreadsheet; percentiles in milliseconds, empty where nothing is known.
///
/// Where hourly counts stand for requests a last column says so.
struct TimelineCSV: ReportFormat {
  let info = ReportFormatInfo(id: "csv", title: "the timeline as comma-separated values", fileExtensions: ["csv"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    let rolledBefore = report.requests?.rolledBefore
    let column = rolledBefore == nil ? "" : ",approximate"
    output.write("start,seconds,requests,failed,throttled,p50_ms,p95_ms,p99_ms\(column)\n")
    guard let timeline = report.requests?.timeline else { return }
    for bucket in timeline.buckets {
      let percentiles = [bucket.p50, bucket.p95, bucket.p99].map { $0.map(Quantity.digits) ?? "" }
      let numbers = [timeline.bucketSeconds, bucket.count, bucket.failed, bucket.throttled].map(String.init)
      let mark = rolledBefore.map { [bucket.start < $0 ? "1" : "0"] } ?? []
      output.write(([bucket.start.iso8601] + numbers + percentiles + mark).joined(separator: ",") + "\n")
    }
  }
}
