import SyncModel

/// Code Climate's JSON as GitLab's code quality report reads it.
struct CodeClimateAudit: AuditFormat {
  let info = ReportFormatInfo(
    id: "codeclimate", title: "Code Climate JSON, for GitLab merge requests", fileExtensions: [])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    JSONValue.array(report.findings.map { Self.json($0) }).write(to: &output)
    output.write("\n")
  }

  private static func json(_ audited: AuditedFinding) -> JSONValue {
    let finding = audited.finding
    let severity =
      switch finding.severity {
      case .error: "critical"
      case .warning: "major"
      case .note: "info"
      }
    return .object([
      "type": .string("issue"), "check_name": .string(finding.id), "description": .string(finding.message),
      "content": .object(["body": .string(finding.explanation)]), "categories": .texts(["Bug Risk"]),
      "severity": .string(severity), "fingerprint": .string(audited.fingerprint),
      "location": .object([
        "path": .string(finding.path.hasPrefix("./") ? String(finding.path.dropFirst(2)) : finding.path),
        "lines": .object(["begin": .count(finding.line), "end": .count(finding.endLine)]),
      ]),
    ])
  }
}
