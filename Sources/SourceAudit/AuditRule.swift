import SwiftSyntax
import SyncModel

/// One thing that the audit looks for in Swift sources.
package protocol AuditRule: Sendable {
  var info: CheckInfo { get }
  /// The rule's documentation and its tests.
  var examples: Examples { get }
  func findings(in file: SourceFile) -> [SourceFinding]
  /// False for rules about robustness, which tests and mocks disregard on purpose.
  var looksIntoTests: Bool { get }
  /// True for rules about the project as a whole: what holds for each of its files is said once.
  var isAboutProject: Bool { get }
}

extension AuditRule {
  package var looksIntoTests: Bool { false }
  package var isAboutProject: Bool { false }
}

/// Sources in which a rule must and must not find something.
package struct Examples: Sendable {
  /// Each `↓` stands before the place of exactly one finding.
  package var triggering: [Example]
  package var nonTriggering: [Example]

  package init(triggering: [Example], nonTriggering: [Example]) {
    self.triggering = triggering
    self.nonTriggering = nonTriggering
  }
}

/// A source text that remembers where it stands, so that a failing test points at it.
package struct Example: Sendable, ExpressibleByStringLiteral {
  package var source: String
  /// Further files of the same audit by name: Swift sources, `Info.plist`, `App.entitlements`, `Schema.ckdb`.
  package var companions: [String: String]
  package var filePath: String
  package var line: Int

  package init(
    _ source: String, with companions: [String: String] = [:], filePath: String = #filePath, line: Int = #line
  ) {
    self.source = source
    self.companions = companions
    self.filePath = filePath
    self.line = line
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }
}
