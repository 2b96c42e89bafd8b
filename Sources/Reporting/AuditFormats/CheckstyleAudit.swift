import SyncModel

/// Checkstyle's XML, which most build servers read.
struct CheckstyleAudit: AuditFormat {
  let info = ReportFormatInfo(
    id: "checkstyle", title: "Checkstyle XML, for build servers", fileExtensions: ["xml"])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n")
    var path: String?
    for audited in report.findings {
      let finding = audited.finding
      if finding.path != path {
        if path != nil { output.write("  </file>\n") }
        output.write("  <file name=\"\(Self.escaped(finding.path))\">\n")
        path = finding.path
      }
      let severity = finding.severity == .note ? "info" : finding.severity.rawValue
      output.write(
        "    <error line=\"\(finding.line)\" column=\"\(finding.column)\" severity=\"\(severity)\" "
          + "message=\"\(Self.escaped(finding.message))\" source=\"ckdiag.\(Self.escaped(finding.id))\"/>\n")
    }
    if path != nil { output.write("  </file>\n") }
    output.write("</checkstyle>\n")
  }

  /// XML 1.0 allows no control characters but tab and line ends.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\r", "\t": escaped += " "
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
