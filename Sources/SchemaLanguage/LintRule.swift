import SyncModel

/// One thing that can be wrong in a single schema file.
package protocol LintRule: Sendable {
  var info: CheckInfo { get }
  /// The rule's documentation and its tests.
  var examples: SchemaExamples { get }
  func findings(in document: SchemaDocument) -> [SourceFinding]
}

extension CheckInfo {
  /// A finding at a place of a schema file; explanation and advice are the check's own unless given.
  func finding(
    at span: SourceSpan, in document: SchemaDocument, severity: Severity? = nil, advice: [String]? = nil,
    _ message: String
  ) -> SourceFinding {
    SourceFinding(
      id: id, severity: severity ?? self.severity, path: document.path, line: span.line, column: span.column,
      endLine: span.endLine, endColumn: span.endColumn, message: message, explanation: explanation,
      advice: advice ?? self.advice)
  }
}
