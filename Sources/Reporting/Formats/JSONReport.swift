import SyncModel

/// The machine contract: everything that the report holds, keys sorted, one entry a line.
struct JSONReport: ReportFormat {
  let info = ReportFormatInfo(id: "json", title: "JSON with every number, for programs", fileExtensions: ["json"])

  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream) {
    report.json.write(to: &output)
    output.write("\n")
  }
}
