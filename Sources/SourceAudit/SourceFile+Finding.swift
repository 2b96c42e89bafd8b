import SwiftSyntax
import SyncModel

extension SourceFile {
  /// Makes a finding of a rule that spans a node.
  func finding(
    _ info: CheckInfo, at node: some SyntaxProtocol, _ message: String, severity: Severity? = nil, api: String? = nil
  ) -> SourceFinding {
    let start = location(of: node.positionAfterSkippingLeadingTrivia)
    let end = location(of: node.endPositionBeforeTrailingTrivia)
    return SourceFinding(
      id: info.id, severity: severity ?? info.severity, path: path, line: start.line, column: start.column,
      endLine: end.line, endColumn: end.column, message: message, api: api, explanation: info.explanation,
      advice: info.advice)
  }
}
