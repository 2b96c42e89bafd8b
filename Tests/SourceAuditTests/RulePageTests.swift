import SourceAudit
import TestSupport
import Testing

struct RulePageTests {
  @Test func pageIsWhatTheRulesSay() {
    expectGolden(AuditRules.markdown, at: "docs/audit-rules.md")
  }
}
