import SyncModel

/// Numbers for a time-series database, as its textfile collector reads them; valid as Prometheus text too.
///
/// A report's period may move, so that its counts can fall: they are gauges, never counters that seem to be reset.
struct OpenMetricsReport: ReportFormat {
  let info = ReportFormatInfo(
    id: "openmetrics", title: "OpenMetrics text for a textfile collector", fileExtensions: ["prom", "openmetrics"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    var page = MetricsPage()
    page.add(report)
    if let requests = report.requests { page.add(requests) }
    page.addFailures(of: report)
    page.addStores(of: report)
    output.write(page.text + "# EOF\n")
  }
}
