import SyncModel

/// One line a finding as compilers write it; Xcode shows them at their places.
struct XcodeAudit: AuditFormat {
  let info = ReportFormatInfo(
    id: "xcode", title: "file:line:column: warning: …, for Xcode and editors", fileExtensions: [])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    for audited in report.findings {
      let finding = audited.finding
      output.write(
        "\(finding.path):\(finding.line):\(finding.column): \(finding.severity.rawValue): "
          + "\(DisplayText.oneLine(finding.message)) [\(finding.id)]\n")
    }
    for note in report.notes where note.isFailure {
      for path in note.paths { output.write("\(path):1:1: warning: \(note.text) [ckdiag]\n") }
    }
  }
}
