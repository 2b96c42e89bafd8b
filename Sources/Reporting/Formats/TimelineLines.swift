import SyncModel

/// The timeline, or what `--group-by` asked for, as JSON lines: one bucket or value a line, with the keys of the JSON report.
struct TimelineLines: ReportFormat {
  let info = ReportFormatInfo(
    id: "jsonl", title: "the timeline, or what --group-by asks for, as JSON lines", fileExtensions: ["jsonl", "ndjson"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    for grouping in report.askedGroupings {
      for row in grouping.rows {
        guard case .object(var members) = row.json else { continue }
        members["attribute"] = .string(grouping.dimension)
        JSONValue.object(members).write(to: &output, indent: nil)
        output.write("\n")
      }
    }
    guard report.groupedBy.isEmpty else { return }
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
