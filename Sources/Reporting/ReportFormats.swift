/// Every report format, in the order of the help.
package enum ReportFormats {
  package static let all: [any ReportFormat] = [
    TextReport(),
    HTMLReport(),
    MarkdownReport(),
    JSONReport(),
    OpenMetricsReport(),
    TimelineCSV(),
    TimelineLines(),
  ]
}
