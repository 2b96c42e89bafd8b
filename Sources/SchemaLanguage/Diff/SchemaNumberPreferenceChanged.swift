import SyncModel

/// NUMBER prefers another type in Production.
struct SchemaNumberPreferenceChanged: DiffRule {
  let info = CheckInfo(
    id: "schema-number-preference-changed", title: "NUMBER prefers another type in Production", severity: .error,
    explanation: """
      The preference of a NUMBER decides whether its values are integers or fractions; it cannot change once \
      the field exists in Production.
      """,
    advice: [
      "Restore the preference that Production has"
    ])

  let examples = DiffExamples(
    firing: [
      SchemaPair(
        development: "RECORD TYPE A ( x NUMBER PREFERRED AS INT64 );",
        production: "RECORD TYPE A ( x NUMBER PREFERRED AS DOUBLE );")
    ],
    quiet: [
      SchemaPair(
        development: "RECORD TYPE A ( x NUMBER );",
        production: "RECORD TYPE A ( x NUMBER QUERYABLE );")
    ])

  func findings(in comparison: SchemaComparison) -> [SourceFinding] {
    comparison.commonFields.compactMap { pair in
      guard case .number(let wanted) = pair.development.type.element,
        case .number(let deployed) = pair.production.type.element, wanted != deployed
      else { return nil }
      return info.finding(
        at: pair.development.typeSpan, in: comparison.development,
        "field '\(pair.type).\(pair.development.name.text)' prefers \(wanted?.rawValue ?? "nothing") "
          + "but \(deployed?.rawValue ?? "nothing") in Production")
    }
  }
}
