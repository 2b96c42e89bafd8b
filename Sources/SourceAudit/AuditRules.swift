/// Every audit rule, in the order of the docs.
package enum AuditRules {
  package static let all: [any AuditRule] = [
    DeprecatedAPI(),
    RemovedAPI(),
  ]
}
