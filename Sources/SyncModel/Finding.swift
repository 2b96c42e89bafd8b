/// A line of an input that proves a finding.
package struct Evidence: Hashable, Sendable {
  package var path: String
  /// 1-based; 0 when the evidence is a whole input, such as a store.
  package var line: Int
  /// The line as it stands, with secrets already replaced.
  package var text: String
  /// Words of the text that prove the finding, to be kept when the line is shortened; empty = its beginning.
  package var focus: String

  package init(path: String, line: Int, text: String, focus: String = "") {
    self.path = path
    self.line = line
    self.text = text
    self.focus = focus
  }
}

/// What a check found in logs or stores: one cause, however often it occurred.
package struct Finding: Equatable, Sendable {
  /// The id of the check.
  package var id: String
  package var severity: Severity
  /// Stands alone, names what is affected, no full stop, at most 100 characters.
  package var title: String
  package var explanation: String
  package var advice: [String]
  /// At least 1.
  package var occurrences: Int
  package var firstSeen: Timestamp?
  package var lastSeen: Timestamp?
  /// Two to five lines: first, turning point, last.
  package var evidence: [Evidence]

  /// Makes a finding of a check; explanation and advice are the check's own unless given.
  package init(
    _ info: CheckInfo, severity: Severity? = nil, title: String? = nil, explanation: String? = nil,
    advice: [String]? = nil, occurrences: Int = 1, firstSeen: Timestamp? = nil, lastSeen: Timestamp? = nil,
    evidence: [Evidence] = []
  ) {
    id = info.id
    self.severity = severity ?? info.severity
    self.title = title ?? info.title
    self.explanation = explanation ?? info.explanation
    self.advice = advice ?? info.advice
    self.occurrences = occurrences
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.evidence = evidence
  }
}
