/// A place in a source, schema or property-list file that an audit rule objects to.
package struct SourceFinding: Equatable, Sendable {
  /// The id of the rule.
  package var id: String
  package var severity: Severity
  package var path: String
  /// 1-based.
  package var line: Int
  /// 1-based, in UTF-8 bytes, as Xcode counts them.
  package var column: Int
  package var endLine: Int
  package var endColumn: Int
  /// Lower case, names in 'quotes', no full stop.
  package var message: String
  /// The API it is about, such as `CKQueryOperation.recordFetchedBlock`.
  package var api: String?
  /// Platform to version, such as `["iOS": "15.0"]`.
  package var deprecatedIn: [String: String]
  package var replacement: String?
  package var explanation: String
  package var advice: [String]
  package var fixIts: [FixIt]

  package init(
    id: String, severity: Severity, path: String, line: Int, column: Int, endLine: Int, endColumn: Int, message: String,
    api: String? = nil, deprecatedIn: [String: String] = [:], replacement: String? = nil, explanation: String = "",
    advice: [String] = [], fixIts: [FixIt] = []
  ) {
    self.id = id
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
    self.message = message
    self.api = api
    self.deprecatedIn = deprecatedIn
    self.replacement = replacement
    self.explanation = explanation
    self.advice = advice
    self.fixIts = fixIts
  }
}

/// A replacement of a range of a file's bytes.
package struct FixIt: Equatable, Sendable {
  /// Offset of the first replaced byte in the file.
  package var start: Int
  /// Offset behind the last replaced byte.
  package var end: Int
  package var replacement: String
  /// True when `--fix` may apply it without a look: same meaning, no byte lost outside the range.
  package var isSafe: Bool

  package init(start: Int, end: Int, replacement: String, isSafe: Bool) {
    self.start = start
    self.end = end
    self.replacement = replacement
    self.isSafe = isSafe
  }
}
