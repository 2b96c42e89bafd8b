import SyncModel

/// A form in which the findings of a source audit can be written.
package protocol AuditFormat: Sendable {
  var info: ReportFormatInfo { get }
  /// Writes the report; the same report gives the same bytes.
  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream)
}

/// Every form of an audit report, in the order of the help.
package enum AuditFormats {
  package static let all: [any AuditFormat] = [
    TextAudit(),
    XcodeAudit(),
    GitHubAudit(),
    JSONAudit(),
    SARIFAudit(),
    CheckstyleAudit(),
    CodeClimateAudit(),
    HTMLAudit(),
  ]
}
