import SyncModel

/// The timeline, or what `--group-by` asked for, as RFC 4180 rows for a spreadsheet; percentiles in milliseconds, empty where nothing is known.
///
/// Where hourly counts stand for requests a last column says so.
struct TimelineCSV: ReportFormat {
  let info = ReportFormatInfo(
    id: "csv", title: "the timeline, or what --group-by asks for, as comma-separated values", fileExtensions: ["csv"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    guard report.groupedBy.isEmpty else { return renderGroups(of: report, to: &output) }
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

  private func renderGroups(of report: Report, to output: inout some TextOutputStream) {
    output.write("attribute,value,requests,failed,error_rate,p50_ms,p95_ms,p99_ms,max_ms\n")
    for grouping in report.askedGroupings {
      for row in grouping.rows {
        let latency = [row.latencyMs?.p50, row.latencyMs?.p95, row.latencyMs?.p99, row.latencyMs?.max]
          .map { $0.map(Quantity.digits) ?? "" }
        let numbers = [String(row.count), String(row.failed), Quantity.digits(row.errorRate)]
        let fields = [Self.quoted(grouping.dimension), Self.quoted(row.key ?? "")] + numbers + latency
        output.write(fields.joined(separator: ",") + "\n")
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"".contains($0) || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension Report {
  /// The groupings that were asked for, in the order of the flags.
  var askedGroupings: [RequestGrouping] {
    groupedBy.compactMap { key in requests?.groups.first { $0.key == key } }
  }
}
