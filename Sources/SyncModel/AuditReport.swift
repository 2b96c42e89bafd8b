/// What an audit of sources found: the findings that count, and what was left out and why.
package struct AuditReport: Equatable, Sendable {
  package var toolVersion: String
  package var generatedAt: Timestamp
  /// The rules that ran, in the order of the docs.
  package var rules: [CheckInfo]
  /// In the order of paths, lines and columns; those of the baseline and suppressed ones are not among them.
  package var findings: [AuditedFinding]
  package var summary: AuditSummary
  package var notes: [AuditNote]
  /// The folder that paths of findings are relative to, where that is not the working directory: `/home/me/app`.
  package var sourceRoot: String?

  package init(
    toolVersion: String, generatedAt: Timestamp, rules: [CheckInfo], findings: [AuditedFinding], summary: AuditSummary,
    notes: [AuditNote]
  ) {
    self.toolVersion = toolVersion
    self.generatedAt = generatedAt
    self.rules = rules
    self.findings = findings
    self.summary = summary
    self.notes = notes
  }
}

/// A finding of an audit with the line that it stands on.
package struct AuditedFinding: Equatable, Sendable {
  package var finding: SourceFinding
  /// The line without its end, "" when the file has none.
  package var sourceLine: String
  /// 16 hexadecimal digits from rule, path, API and the line's words; the same after the line has moved.
  package var fingerprint: String

  package init(finding: SourceFinding, sourceLine: String, fingerprint: String) {
    self.finding = finding
    self.sourceLine = sourceLine
    self.fingerprint = fingerprint
  }
}

/// The numbers of an audit.
package struct AuditSummary: Equatable, Sendable {
  /// Swift files that were looked at.
  package var files: Int
  /// Swift files that named CloudKit and were parsed.
  package var parsedFiles: Int
  /// Findings that an inline comment silenced.
  package var suppressed: Int
  /// Findings that the baseline knows.
  package var baseline: Int
  /// Entries of the baseline that nothing matches any more.
  package var staleBaseline: Int

  package init(files: Int = 0, parsedFiles: Int = 0, suppressed: Int = 0, baseline: Int = 0, staleBaseline: Int = 0) {
    self.files = files
    self.parsedFiles = parsedFiles
    self.suppressed = suppressed
    self.baseline = baseline
    self.staleBaseline = staleBaseline
  }
}

/// Something that an audit could not do, or left out, with the files it concerns.
package struct AuditNote: Equatable, Sendable {
  /// Lower case, no full stop: `not valid UTF-8, read with '?' for each bad byte`.
  package var text: String
  /// All of them, in order.
  package var paths: [String]
  /// True when something could not be read that was asked for.
  package var isFailure: Bool

  package init(text: String, paths: [String], isFailure: Bool = false) {
    self.text = text
    self.paths = paths
    self.isFailure = isFailure
  }
}
