import SchemaLanguage
import SyncModel

/// CloudKit refuses the predicate.
struct SchemaPredicateRefused: UsageCheck {
  let info = CheckInfo(
    id: "schema-predicate-refused", title: "CloudKit refuses the predicate", severity: .error,
    explanation: """
      CloudKit supports a part of NSPredicate, and not every type of field in it. What it does not support \
      ends with an exception in the app or with BAD_REQUEST from the server, whatever indexes there are.
      """,
    advice: [
      "Rewrite the predicate; docs/schema.md lists what CloudKit supports"
    ])

  func findings(for usage: SchemaUsage, in document: SchemaDocument) -> [SourceFinding] {
    let forms = usage.uses.compactMap { use -> SourceFinding? in
      guard case .problem(let problem) = use.kind else { return nil }
      return info.finding(at: use.place, advice: [problem.advice], problem.message)
    }
    let types = usage.judgedNeeds(in: document).compactMap { judged -> SourceFinding? in
      guard case .refused(let reason) = judged.verdict, let field = judged.need.field else { return nil }
      return info.finding(
        at: judged.place, "'\(judged.need.form)' cannot ask for '\(judged.type.name.text).\(field)': \(reason)")
    }
    return forms + types
  }
}
