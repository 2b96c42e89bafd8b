import SyncModel

/// Field is encrypted in one environment only.
struct SchemaEncryptionChanged: DiffRule {
  let info = CheckInfo(
    id: "schema-encryption-changed", title: "Field is encrypted in one environment only", severity: .error,
    explanation: """
      A field cannot become encrypted, or cease to be, once it exists in Production: the deployment is \
      refused.
      """,
    advice: [
      "Restore what Production has",
      "Give the encrypted values a field with a new name",
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x ENCRYPTED STRING );",
        production: "RECORD TYPE A ( x STRING );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x ENCRYPTED STRING );",
        production: "RECORD TYPE A ( x encrypted string );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonFields
      .filter { $0.development.type.isEncrypted != $0.production.type.isEncrypted }
      .map { pair in
        let isEncrypted = pair.development.type.isEncrypted
        return info.finding(
          at: pair.development.typeSpan, in: comparison.development,
          "field '\(pair.type).\(pair.development.name.text)' is \(isEncrypted ? "" : "not ")encrypted "
            + "but \(isEncrypted ? "not " : "")in Production")
      }
  }
}
