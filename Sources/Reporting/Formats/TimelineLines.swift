import SyncModel

/// The timeline as JSON lines: one bucket a line, with the keys of the JSON report.
struct TimelineLines: ReportFormat {
  let info = ReportFormatInfo(id: "jsonl", title: "the timeline as JSON lines", fileExtensions: ["jsonl", "ndjson"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    guard let timeline = report.requests?.timeline else { return }
    for bucket in timeline.buckets {
      guard case .object(var members) = bucket.json else { continue }
      members["bucketSeconds"] = .count(timeline.bucketSeconds)
      if let moment = report.requests?.rolledBefore, bucket.start < moment { members["isApproximate"] = .bool(true) }
      JSONValue.object(members).write(to: &output, indent: nil)
      output.write("\n")
    }
  }
}
