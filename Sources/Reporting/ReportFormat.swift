import SyncModel

/// A form in which a report can be written.
package protocol ReportFormat: Sendable {
  var info: ReportFormatInfo { get }
  /// Writes the report; the same report gives the same bytes.
  func render(_ report: Report, style: RenderingStyle, to output: inout some TextOutputStream)
}

/// What is known of a report format before it renders anything.
package struct ReportFormatInfo: Equatable, Sendable {
  /// The argument of `--format`: `html`.
  package var id: String
  package var title: String
  /// Without dots, the first is preferred: `["html", "htm"]`.
  package var fileExtensions: [String]

  package init(id: String, title: String, fileExtensions: [String]) {
    self.id = id
    self.title = title
    self.fileExtensions = fileExtensions
  }
}

/// How a report is to be written where the format leaves a choice.
package struct RenderingStyle: Equatable, Sendable {
  /// Columns of the terminal; at least 40.
  package var width: Int
  package var usesColour: Bool

  package init(width: Int = 80, usesColour: Bool = false) {
    self.width = width
    self.usesColour = usesColour
  }
}
