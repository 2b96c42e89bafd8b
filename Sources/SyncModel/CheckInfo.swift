/// How bad a finding is.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  /// Data lost, sync stopped, or a request that can never succeed.
  case error
  /// Sync is degraded or will stop.
  case warning
  /// Worth knowing.
  case note

  /// Orders from note to error.
  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// What is known of a check or an audit rule before it runs: the source of docs, `explain`, filters and SARIF rules.
package struct CheckInfo: Equatable, Sendable {
  /// Kebab-case, permanent and public.
  package var id: String
  /// One line, no full stop, at most 100 characters.
  package var title: String
  package var severity: Severity
  /// One paragraph: what it means and why it happens.
  package var explanation: String
  /// Verb phrases, most useful first.
  package var advice: [String]
  /// False for the few that must be asked for with `--only` or the configuration.
  package var isOnByDefault: Bool

  package init(
    id: String, title: String, severity: Severity, explanation: String, advice: [String], isOnByDefault: Bool = true
  ) {
    self.id = id
    self.title = title
    self.severity = severity
    self.explanation = explanation
    self.advice = advice
    self.isOnByDefault = isOnByDefault
  }
}
