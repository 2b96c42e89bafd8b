import HTML
import SyncModel

/// One self-contained page with the findings by file.
struct HTMLAudit: AuditFormat {
  let info = ReportFormatInfo(
    id: "html", title: "a self-contained page for a browser, light and dark", fileExtensions: ["html", "htm"])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    let files = Dictionary(grouping: report.findings, by: \.finding.path).sorted { $0.key < $1.key }
    let document = Document {
      tag("html", Attribute("lang", "en")) {
        pageHead(title: "ckdiag audit", toolVersion: report.toolVersion, styles: [Self.css])
        tag("body") {
          tag("h1") { Node.text("ckdiag audit") }
          tag("p") { Node.text(report.totalSentence) }
          tag("p", .class("quiet")) {
            Node.text("ckdiag \(report.toolVersion), \(report.generatedAt.readable) UTC")
          }
          for note in report.notes { Self.node(note) }
          for (path, findings) in files {
            tag("h2") { Node.text(path) }
            for audited in findings { Self.node(audited) }
          }
        }
      }
    }
    document.write(to: &output)
  }

  private static func node(_ note: AuditNote) -> Node {
    tag("details") {
      tag("summary") { Node.text("\(note.text) (\(note.paths.count))") }
      tag("p") { Node.text(note.paths.prefix(100).joined(separator: ", ")) }
    }
  }

  private static func node(_ audited: AuditedFinding) -> Node {
    let finding = audited.finding
    return tag("article", .class(finding.severity.rawValue)) {
      tag("p") {
        tag("strong") { Node.text(finding.severity.rawValue) }
        Node.text(" \(finding.line):\(finding.column) \(finding.message) ")
        tag("code") { Node.text(finding.id) }
      }
      tag("pre") { Node.text(audited.sourceLine) }
      tag("details") {
        tag("summary") { Node.text("Why, and what to do") }
        tag("p") { Node.text(finding.explanation) }
        tag("ul") { for advice in finding.advice { tag("li") { Node.text(advice) } } }
      }
    }
  }

  private static let css: StaticString = """
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
    body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
    h2 { font-size: 1rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
    article { border-left: .3rem solid #6b7280; padding: .1rem 1rem; margin: 1rem 0 }
    article.error { border-color: #dc2626 } article.warning { border-color: #d97706 }
    pre { overflow-x: auto; padding: .5rem; background: #80808020; border-radius: .3rem }
    p { margin: .4rem 0 } .quiet { opacity: .7 } code { font-size: .85rem }
    """
}
